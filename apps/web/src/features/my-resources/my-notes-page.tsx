import type { Note } from '@pathlight/contracts/notes.ts'
import { NotebookPen } from 'lucide-react'
import { Link } from 'react-router-dom'
import { sayProblem } from '../../locales/server-message.ts'
import { useTranslation } from '../../locales/translation.ts'
import { usePerson } from '../../session/use-person.ts'
import { noteList } from '../../study/note-list.ts'
import { useItemList } from '../../study/use-item-list.ts'
import { ALL_ITEMS, ItemList } from '../../ui/item-list.tsx'
import { useVisit } from '../../ui/use-visit.ts'
import { NoteCard } from './note-card.tsx'

const card = (note: Note) => <NoteCard note={note} />

/** /my-memos/memos: every note, newest first, to search and to go to. */
export const Component = () => {
  const { t } = useTranslation()
  const user = usePerson()
  // Whoever comes back from a note finds the list as they left it.
  const { isBack, state: view, setState: setView } = useVisit(user.id, ALL_ITEMS)
  const { items, isEmpty, isSearching, error, retry, more } = useItemList(user, noteList, view.query, isBack)
  return (
    <ItemList
      words={{
        search: t('mine.search'),
        empty: t('mine.empty'),
        emptyText: t('mine.emptyText'),
        noMatch: t('mine.noMatch'),
        showAll: t('mine.clearSearch'),
        count: (count) => t('mine.count', { count }),
        searching: t('mine.searching'),
        more: t('mine.more'),
        loading: t('loading'),
        tryAgain: t('tryAgain'),
      }}
      icon={NotebookPen}
      whenEmpty={
        <Link to="/bible-reading" className="control primary">
          {t('mine.startReading')}
        </Link>
      }
      items={items}
      isEmpty={isEmpty}
      isSearching={isSearching}
      problem={error && (sayProblem(t, error) ?? t('mine.failed'))}
      onRetry={retry}
      onMore={more}
      view={view}
      onView={setView}
      card={card}
    />
  )
}
