import type { User } from '@pathlight/contracts/accounts.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'
import { chapterReadLast } from '../../bible/kept-columns.ts'
import { chapterHeading, verseReference } from '../../bible/passage-names.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { formatDay } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { BookOpenText } from '../../ui/icons.ts'
import { Section } from './section.tsx'

/** The number of latest notes shown. */
const NOTE_COUNT = 3

/** Shares the list's key prefix, so that a write to the list also updates this query. */
const latestNotesQuery = (user: User) =>
  queryOptions({
    queryKey: [MINE, user.id, 'notes', 'list', 'latest', NOTE_COUNT],
    queryFn: ({ signal }) => read<readonly Note[]>(`/api/note/user?limit=${NOTE_COUNT}`, signal),
  })

const NoteLink = ({ note }: { note: Note }) => {
  const language = useLanguage()
  const { version, book, verse_id, title, text, updated_at } = note
  const place = { version, book, chapter: Math.floor(verse_id / 1000) % 1000 }
  const verse = verse_id % 1000
  return (
    <li>
      <Link
        to={passagePath(place, verse)}
        className="block h-full rounded-md border border-line bg-surface p-4 transition-colors duration-(--fast) hover:border-accent"
      >
        <span className="flex items-baseline justify-between gap-3 text-sm text-muted">
          <span className="font-medium">{verseReference({ ...place, verse }, language)}</span>
          <span className="text-xs whitespace-nowrap">{formatDay(updated_at, language)}</span>
        </span>
        {title && <span className="mt-2 line-clamp-1 font-semibold wrap-anywhere">{title}</span>}
        <span className="mt-1 line-clamp-3 leading-relaxed whitespace-pre-wrap wrap-anywhere">{text}</span>
      </Link>
    </li>
  )
}

/** For a signed-in person: the chapter read last on this device, and their latest notes. */
const OwnStart = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const place = useMemo(chapterReadLast, [])
  const { data: notes, error } = useQuery(latestNotesQuery(user))
  return (
    <Section title={t('landing.yours')}>
      {place && (
        <Link
          to="/bible-reading"
          className="mb-7 inline-flex max-w-full items-center gap-3.5 rounded-md border border-line bg-surface px-4 py-3 transition-colors duration-(--fast) hover:border-accent"
        >
          <BookOpenText size={20} strokeWidth={1.8} className="shrink-0 text-accent" aria-hidden />
          <span className="min-w-0">
            <span className="block text-xs text-muted">{t('landing.lastRead')}</span>
            <span className="block font-scripture text-lg leading-snug font-semibold">
              {chapterHeading(place.book, place.chapter, language)}
              <span className="ml-2 font-ui text-xs font-medium text-muted">
                {versionLabel(place.version, language)}
              </span>
            </span>
          </span>
        </Link>
      )}
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h3 className="font-semibold">{t('landing.latestNotes')}</h3>
        {notes && notes.length > 0 && (
          <Link to="/my-memos/memos" className="px-1 py-2.5 text-sm font-medium text-accent hover:underline">
            {t('landing.allNotes')}
          </Link>
        )}
      </div>
      {notes && notes.length > 0 ? (
        <ul className="grid gap-3 wide:grid-cols-2 desk:grid-cols-3">
          {notes.map((note) => (
            <NoteLink key={note.id} note={note} />
          ))}
        </ul>
      ) : (
        <p role={error ? 'alert' : 'status'} className="min-h-16 text-sm text-pretty text-muted">
          {error ? t('landing.notesFailed') : notes ? t('landing.noNotes') : t('loading')}
        </p>
      )}
    </Section>
  )
}
export default OwnStart
