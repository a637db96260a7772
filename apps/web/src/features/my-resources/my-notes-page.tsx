import type { User } from '@pathlight/contracts/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { NotebookPen, SearchX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { sayProblem } from '../../locales/server-message.ts'
import { useTranslation } from '../../locales/translation.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { findNotes } from './find-notes.ts'
import { MyResourcesFrame } from './my-resources-frame.tsx'
import { NoteCard } from './note-card.tsx'
import { userNotesQuery } from './user-notes-query.ts'

/** Cards at once; more on demand. */
const PAGE = 50

type View = { readonly query: string; readonly shown: number }
/** What each visit looked for: whoever comes back from a note finds the list as they left it. */
const visits = new Map<string, View>()

const Notes = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const visit = `${user.id} ${useLocation().key}`
  const [{ query, shown }, setView] = useState(() => visits.get(visit) ?? { query: '', shown: PAGE })
  const show = (view: View) => {
    visits.set(visit, view)
    setView(view)
  }
  const asked = useDeferredValue(query)
  const { data: notes, error, refetch } = useQuery(userNotesQuery(user))

  if (error)
    return (
      <Notice
        tone="error"
        title={sayProblem(t, error) ?? t('mine.failed')}
        actions={<Button onClick={() => refetch()}>{t('tryAgain')}</Button>}
      />
    )
  if (!notes)
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">{t('loading')}</span>
        <div className="skeleton h-11" />
        <div className="skeleton h-36" />
        <div className="skeleton h-36" />
      </div>
    )
  if (notes.length === 0)
    return (
      <Notice
        icon={NotebookPen}
        title={t('mine.empty')}
        actions={
          <Link to="/bible-reading" className="control primary">
            {t('mine.startReading')}
          </Link>
        }
      >
        {t('mine.emptyText')}
      </Notice>
    )
  const found = findNotes(notes, asked)
  return (
    <>
      <input
        type="search"
        value={query}
        placeholder={t('mine.search')}
        aria-label={t('mine.search')}
        onChange={(event) => show({ query: event.target.value, shown: PAGE })}
        className="field mb-4"
      />
      <p role="status" className="sr-only">
        {asked && t('mine.count', { count: found.length })}
      </p>
      {found.length === 0 && (
        <Notice
          icon={SearchX}
          title={t('mine.noMatch')}
          actions={<Button onClick={() => show({ query: '', shown: PAGE })}>{t('mine.clearSearch')}</Button>}
        />
      )}
      <ul className="grid gap-3">
        {found.slice(0, shown).map((note) => (
          <li key={note.id}>
            <NoteCard note={note} />
          </li>
        ))}
      </ul>
      {found.length > shown && (
        <div className="mt-5 flex justify-center">
          <Button onClick={() => show({ query, shown: shown + PAGE })}>{t('mine.more')}</Button>
        </div>
      )}
    </>
  )
}

/** /my-memos/memos: every note, newest first, to search and to go to. */
export const Component = () => {
  const { t } = useTranslation()
  return <MyResourcesFrame title={t('mine.notesTitle')}>{(user) => <Notes user={user} />}</MyResourcesFrame>
}
