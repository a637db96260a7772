import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { useQuery } from '@tanstack/react-query'
import { BookX, Keyboard } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router-dom'
import { chapterHeading } from '../../bible/passage-names.ts'
import { passagePath, readPassage, verseOfHash } from '../../bible/passage-path.ts'
import type { Place } from '../../bible/place.ts'
import { useLanguage, useTranslation } from '../../locales/translation.ts'
import { useAccountDialog } from '../../session/account-dialogs.tsx'
import { useSession } from '../../session/use-session.ts'
import { countNotes } from '../../study/notes-on-verse.ts'
import { overlayQuery } from '../../study/overlay-query.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.tsx'
import { rememberColumns } from './columns.ts'
import { NotePanel } from './on-verse.ts'
import { type Neighbours, ReaderColumn } from './reader-column.tsx'
import { useReaderKeys } from './use-reader-keys.ts'
import { focusVerseNumber } from './verse-piece.tsx'

const KeyboardHelp = lazy(() => import('./keyboard-help.tsx'))

/** Whose notes on which verse are open. */
type OpenNotes = { readonly owner: User; readonly verse: Verse }

const Reader = ({ columns }: { columns: readonly [Place, ...Place[]] }) => {
  const { t } = useTranslation()
  const [column] = columns
  const location = useLocation()
  const navigate = useNavigate()
  const user = useSession()
  const openAccount = useAccountDialog()
  const chosen = verseOfHash(location.hash)
  const [notes, setNotes] = useState<OpenNotes | null>(null)
  const [help, setHelp] = useState(false)
  const [around, setAround] = useState<Neighbours>({ previous: null, next: null })
  const { guard, onUnsaved, dialog } = useLeaveGuard()
  // Notes of another chapter closed with it, and those of another person; of one whose session ended meanwhile they stay.
  const stays = notes?.verse.book === column.book && notes.verse.chapter === column.chapter
  const open = stays && (!user || user.id === notes.owner.id) ? notes : null
  const viewer = user ?? open?.owner ?? null
  const { data: overlay, isError: overlayFailed, refetch: fetchOverlay } = useQuery(overlayQuery(viewer, column))
  const noteCounts = useMemo(() => countNotes(overlay?.notes ?? []), [overlay])

  const go = useCallback(
    (to: Place) => {
      // The same chapter in another version: the chosen verse stays chosen.
      const same = to.book === column.book && to.chapter === column.chapter
      navigate({ pathname: passagePath(to), hash: same ? location.hash : '' }, { state: { own: true } })
    },
    [navigate, column, location.hash],
  )
  const onPrevious = useCallback(() => around.previous && go(around.previous), [around, go])
  const onNext = useCallback(() => around.next && go(around.next), [around, go])
  const onHelp = useCallback(() => setHelp(true), [])
  useReaderKeys({ onPrevious, onNext, onHelp })

  // Somebody who followed a link keeps the place they were reading at; one who turns pages here has a new one.
  const own = (location.state as { own?: boolean } | null)?.own === true
  const onShown = useCallback(
    (shown: Place, beside: Neighbours) => {
      setAround(beside)
      if (own) rememberColumns([shown])
    },
    [own],
  )
  const choose = useCallback(
    (verse: number | null) => {
      const hash = verse === null ? '' : `#v${verse}`
      // At once: what is done next must meet the verse as chosen.
      navigate({ hash }, { replace: true, preventScrollReset: true, flushSync: true, state: location.state })
    },
    [navigate, location.state],
  )
  const openNotes = useCallback(
    (verse: Verse) => {
      choose(verse.verse)
      if (!user) return openAccount('please')
      guard(() => {
        // What was pressed goes away with the verse's actions: afterwards the focus is the verse's own.
        focusVerseNumber(document, verse.verse, true)
        setNotes({ owner: user, verse })
      })
    },
    [choose, user, openAccount, guard],
  )

  const closeNotes = useCallback(() => setNotes(null), [])

  return (
    <div className={open ? 'desk:grid desk:grid-cols-[minmax(0,1fr)_var(--panel)]' : ''}>
      <div className="min-w-0">
        <ReaderColumn
          column={column}
          chosen={chosen}
          noteCounts={noteCounts}
          onGo={go}
          onChoose={choose}
          notesOpenOn={open?.verse.verse ?? null}
          onOpenNotes={openNotes}
          onShown={onShown}
        />
        <div className="print:hidden hidden justify-center pb-8 wide:flex">
          <Button look="quiet" onClick={onHelp}>
            <Keyboard size={18} strokeWidth={1.8} aria-hidden />
            {t('keyboard.title')}
          </Button>
        </div>
        {/* Room for the bar at the thumb. */}
        <div className="h-20 wide:hidden" />
      </div>
      <Suspense fallback={null}>
        {open && (
          <NotePanel
            key={`${open.owner.id} ${open.verse.verse_id}`}
            owner={open.owner}
            verse={open.verse}
            notes={overlay?.notes ?? null}
            onRetry={overlayFailed ? () => void fetchOverlay() : null}
            onUnsaved={onUnsaved}
            guard={guard}
            onClose={closeNotes}
          />
        )}
      </Suspense>
      {dialog}
      <Suspense fallback={null}>{help && <KeyboardHelp onClose={() => setHelp(false)} />}</Suspense>
    </div>
  )
}

/** /bible/{version}/{book}/{chapter}; other spellings of a book lead to its one address. */
export const Component = () => {
  const { t } = useTranslation()
  const language = useLanguage()
  const params = useParams()
  const { hash } = useLocation()
  const { version, book, chapter } = readPassage(params)
  const column = useMemo(() => book && { version, book, chapter }, [version, book, chapter])
  if (!column)
    return (
      <div className="py-12">
        <PageTitle title={t('menu.bibleReading')} />
        <h1 className="sr-only">{t('menu.bibleReading')}</h1>
        <Notice
          icon={BookX}
          tone="error"
          title={t('reader.error', { message: t('server.unknown_book') })}
          actions={
            <Link to="/bible-reading" className="control primary">
              {t('notFound.read')}
            </Link>
          }
        />
      </div>
    )
  if (params.version !== version || params.book !== book || params.chapter !== String(chapter))
    return <Navigate replace to={`${passagePath(column)}${hash}`} />
  return (
    <>
      <PageTitle title={`${chapterHeading(column.book, column.chapter, language)} (${version})`} />
      <Reader columns={[column]} />
    </>
  )
}
