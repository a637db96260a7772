import type { User } from '@pathlight/contracts/accounts.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { ApiProblem } from '../../api/api-problem.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { rangeReference } from '../../bible/range-reference.ts'
import { formatDate } from '../../locales/format-date.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { PleaseLogIn } from '../../session/please-log-in.tsx'
import { useSession, useSessionChecked } from '../../session/use-session.ts'
import { FreeText } from '../../study/rich-text/free-text.tsx'
import { type ItemKind, useItem } from '../../study/use-item.ts'
import { Fetched } from '../../ui/fetched.tsx'
import { ChevronLeft, NotebookPen } from '../../ui/icons.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { noteWrites } from './note-writes.ts'

const Backlinks = lazy(() => import('../../study/rich-text/backlinks.tsx'))

const Shown = ({ owner, note }: { readonly owner: User; readonly note: Note }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { book, version, verse_id: first, text } = note
  const last = note.end_verse_id ?? first
  const place = rangeReference(book, first, last, language)
  const title = note.title || t('freeText.noteOn', { place })
  const chapter = Math.floor(first / 1000) % 1000
  return (
    <>
      <PageHead title={title} />
      <p className="text-sm">
        <Link
          to={passagePath({ version, book, chapter }, first % 1000, last % 1000)}
          className="flex min-h-11 w-fit items-center font-semibold text-accent hover:underline"
        >
          {place} · {versionLabel(version, language)}
        </Link>
      </p>
      <h1 className="font-scripture text-[min(1.9rem,12vw)] leading-tight font-semibold text-balance wrap-anywhere">
        {title}
      </h1>
      <p className="mt-1 text-sm text-muted">{formatDate(note.updated_at, language)}</p>
      <article aria-label={title} className="mt-5 mb-8">
        <FreeText text={text} version={version} className="font-scripture text-lg leading-relaxed" />
      </article>
      <Fetched>
        <Backlinks startsOpen level="h2" owner={owner} named={{ item: note.id }} />
      </Fetched>
    </>
  )
}

const notes: ItemKind<Note> = {
  ...{ name: 'notes', writes: noteWrites },
  pathOf: (id) => `/api/note/detail/${encodeURIComponent(id)}`,
}

const NoteOf = ({ owner, id }: { readonly owner: User; readonly id: string }) => {
  const { t } = useTranslation()
  const { item: note, error, refetch } = useItem(notes, owner, id)
  if (note) return <Shown owner={owner} note={note} />
  if (!error && note !== null) return <LoadingText />
  const isGone = note === null || (error instanceof ApiProblem && error.status === 404)
  return (
    <>
      <PageHead title={t('freeText.back')} />
      <h1 className="sr-only">{t('freeText.back')}</h1>
      <Notice
        icon={NotebookPen}
        tone={isGone ? 'calm' : 'error'}
        title={isGone ? t('freeText.gonePage') : ((error && sayProblem(t, error)) ?? t('freeText.itemFailed'))}
        onRetry={!isGone && refetch}
        actions={
          isGone && (
            <Link to="/my-memos/history" className="control plain">
              {t('freeText.history')}
            </Link>
          )
        }
      >
        {isGone && t('freeText.gonePageText')}
      </Notice>
    </>
  )
}

/** The page /my-memos/memos/{id}: one note, and the person's items that link to it. Links to a note lead here. */
export const Component = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const owner = useSession()
  if (!useSessionChecked()) return <LoadingText />
  return (
    <div className="mx-auto max-w-[52rem] px-4 py-6 wide:px-6 wide:py-9">
      {owner ? (
        <>
          <Link to="/my-memos/memos" className="control quiet -ml-4 print:hidden">
            <ChevronLeft size={18} strokeWidth={1.8} aria-hidden />
            {t('freeText.back')}
          </Link>
          <NoteOf key={`${owner.id} ${id}`} owner={owner} id={id} />
        </>
      ) : (
        <>
          <PageHead title={t('freeText.back')} />
          <h1 className="sr-only">{t('freeText.back')}</h1>
          <PleaseLogIn icon={NotebookPen} title={t('freeText.please')}>
            {t('freeText.pleaseText')}
          </PleaseLogIn>
        </>
      )}
    </div>
  )
}
