import type { Note } from '@pathlight/contracts/notes.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isRefused, type PendingWrite } from '../../api/pending-write.ts'
import { usePendingWrites } from '../../api/use-pending-writes.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { usePerson } from '../../session/use-person.ts'
import { useItemList } from '../../study/use-item-list.ts'
import { useSearchElsewhere } from '../../study/use-search-elsewhere.tsx'
import { NotebookPen } from '../../ui/icons.ts'
import { ALL_ITEMS, ItemList } from '../../ui/item-list.tsx'
import { useVisit } from '../../ui/use-visit.ts'
import { noteList } from './all-notes.ts'
import { NoteCard } from './note-card.tsx'
import { noteWrites } from './note-writes.ts'

const isUnsavedOf =
  ({ id }: Note) =>
  ({ itemId, state }: PendingWrite<Note>) =>
    itemId === id && state.status !== 'saved'

const withFirst = (first: readonly Note[], notes: readonly Note[]): readonly Note[] =>
  first.length === 0 ? notes : [...first, ...notes.filter(({ id }) => !first.some((other) => other.id === id))]

/** /my-memos/memos: every note, newest first, to search and to go to. */
export const Component = () => {
  const { t } = useTranslation()
  const user = usePerson()
  // A person who comes back from a note finds the list as they left it.
  const { isBack, state: view, setState: setView } = useVisit(user.id, ALL_ITEMS)
  const elsewhere = useSearchElsewhere(view.query)
  const writes = usePendingWrites(noteWrites, user.id)
  const card = (note: Note) => <NoteCard note={note} write={writes.find(isUnsavedOf(note))} />
  const { items, isEmpty, isSearching, isHere, error, retry, more } = useItemList(user, noteList, view.query, isBack)
  // What was not taken is on this device alone: it comes first, as it was written.
  const refused = useMemo(() => writes.filter(isRefused).flatMap(({ wanted }) => (wanted ? [wanted] : [])), [writes])
  const finds = view.query.trim() !== ''
  const shown = useMemo(() => (items && !finds ? withFirst(refused, items) : items), [items, refused, finds])
  return (
    <ItemList
      words={{
        search: t('myNotes.search'),
        empty: t('myNotes.empty'),
        emptyText: t('myNotes.emptyText'),
        noMatch: t('myNotes.noMatch'),
        showAll: t('myNotes.showAll'),
        count: (count) => t('myNotes.count', { count }),
        searching: t('myNotes.searching'),
        more: t('myNotes.more'),
        loading: t('loading'),
        tryAgain: t('tryAgain'),
      }}
      icon={NotebookPen}
      whenEmpty={
        <Link to="/bible-reading" className="control primary">
          {t('myMemos.startReading')}
        </Link>
      }
      items={shown}
      isEmpty={isEmpty && refused.length === 0}
      isSearching={isSearching}
      hint={isHere ? t('writes.here') : null}
      problem={error && (sayProblem(t, error) ?? t('myNotes.failed'))}
      onRetry={retry}
      onMore={more}
      elsewhere={elsewhere}
      view={view}
      onView={setView}
      card={card}
    />
  )
}
