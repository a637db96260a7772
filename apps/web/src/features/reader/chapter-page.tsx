import type { User } from '@pathlight/contracts/accounts.ts'
import { BookX, Keyboard } from 'lucide-react'
import { type CSSProperties, lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router-dom'
import { passagePath, readPassage, verseOfHash } from '../../bible/passage-path.ts'
import type { Place } from '../../bible/place.ts'
import { useHydrated } from '../../device/use-hydrated.ts'
import { useTranslation } from '../../locales/translation.ts'
import { useAccountDialog } from '../../session/account-dialogs.tsx'
import { useSession } from '../../session/use-session.ts'
import type { Chosen, StudyKind } from '../../study/study-kind.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.tsx'
import { ChapterHead } from './chapter-head.tsx'
import { rememberColumns } from './columns.ts'
import { type Neighbours, ReaderColumn } from './reader-column.tsx'
import { useReaderKeys } from './use-reader-keys.ts'
import { focusVerseNumber } from './verse-piece.tsx'

const KeyboardHelp = lazy(() => import('./keyboard-help.tsx'))
const StudyPanel = lazy(() => import('./study-panel.tsx'))
const Workspace = lazy(() => import('./workspace.tsx'))

/** The panel, or a kind's workspace: whose material on which verses, and which kind was asked for. */
type Open = { readonly owner: User; readonly chosen: Chosen; readonly kind: StudyKind }

const isOn = ({ chosen }: Open, { book, chapter }: Place) =>
  chosen.column.book === book && chosen.column.chapter === chapter

const Reader = ({ columns, kinds }: { columns: readonly [Place, ...Place[]]; kinds: readonly StudyKind[] }) => {
  const { t } = useTranslation()
  const [column] = columns
  const location = useLocation()
  const navigate = useNavigate()
  const user = useSession()
  const openAccount = useAccountDialog()
  const say = useStatusMessage()
  const names = useMemo(() => kinds.map(({ name }) => name), [kinds])
  // What stands after # is not told to the server.
  const hydrated = useHydrated()
  const chosen = hydrated ? verseOfHash(location.hash) : null
  const [panel, setPanel] = useState<Open | null>(null)
  const [workspace, setWorkspace] = useState<(Open & { item: string | null }) | null>(null)
  const [help, setHelp] = useState(false)
  const [around, setAround] = useState<Neighbours>({ previous: null, next: null })
  const { guard, onUnsaved, dialog } = useLeaveGuard()
  // What is open on another chapter closed with it, and what is another person's; of one whose session ended meanwhile it stays.
  const stays = (open: Open) => isOn(open, column) && (!user || user.id === open.owner.id)
  const open = panel && stays(panel) ? panel : null
  const writing = workspace && stays(workspace) ? workspace : null
  const viewer = user ?? open?.owner ?? writing?.owner ?? null

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
  const closePanel = useCallback(() => setPanel(null), [])
  const closeWorkspace = useCallback(() => setWorkspace(null), [])
  const choose = useCallback(
    (verse: number | null) => {
      const hash = verse === null ? '' : `#v${verse}`
      // At once: what is done next must meet the verse as chosen.
      navigate({ hash }, { replace: true, preventScrollReset: true, flushSync: true, state: location.state })
    },
    [navigate, location.state],
  )
  const openSection = useCallback(
    (kind: StudyKind, chosen: Chosen, owner: User) =>
      guard(() => {
        // What was pressed goes away with the verse's actions: afterwards the focus is the verse's own.
        focusVerseNumber(document, chosen.parts[0].verse.verse, true)
        setPanel({ owner, chosen, kind })
      }, names),
    [guard, names],
  )
  const openWorkspace = useCallback(
    (kind: StudyKind, chosen: Chosen, owner: User, item: string | null) =>
      guard(() => setWorkspace({ owner, chosen, kind, item }), [`${kind.name} workspace`]),
    [guard],
  )
  const onOpen = useCallback(
    (kind: StudyKind, chosen: Chosen) => {
      choose(chosen.parts[0].verse.verse)
      if (user) openSection(kind, chosen, user)
      else openAccount('please')
    },
    [choose, user, openAccount, openSection],
  )
  const onAct = useCallback(
    (kind: StudyKind, chosen: Chosen) => {
      if (!user) return openAccount('please')
      kind.action.run(chosen, {
        owner: user,
        t,
        say,
        openSection: () => openSection(kind, chosen, user),
        openWorkspace: (item) => openWorkspace(kind, chosen, user, item),
        letGo: () => choose(null),
      })
    },
    [user, t, say, choose, openAccount, openSection, openWorkspace],
  )

  return (
    <div
      className={writing || open ? 'desk:grid desk:grid-cols-[minmax(0,1fr)_var(--beside)]' : ''}
      // Never in the server's HTML: the content security policy refuses style attributes.
      {...((writing || open) && {
        style: { '--beside': writing ? 'var(--workspace)' : 'var(--panel)' } as CSSProperties,
      })}
    >
      <div className="min-w-0">
        <ReaderColumn
          column={column}
          chosen={chosen}
          kinds={kinds}
          viewer={viewer}
          onGo={go}
          onChoose={choose}
          openOn={open?.chosen.parts[0].verse.verse ?? null}
          onOpen={onOpen}
          onAct={onAct}
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
        {writing ? (
          <Workspace
            key={`${writing.kind.name} ${writing.owner.id} ${writing.item ?? writing.chosen.parts[0].verse.verse_id}`}
            {...writing}
            onUnsaved={onUnsaved}
            guard={guard}
            onClose={closeWorkspace}
          />
        ) : (
          open && (
            <StudyPanel
              key={`${open.owner.id} ${open.chosen.parts[0].verse.verse_id}`}
              kinds={kinds}
              asked={open.kind}
              owner={open.owner}
              chosen={open.chosen}
              onUnsaved={onUnsaved}
              guard={guard}
              openWorkspace={(kind, item) => openWorkspace(kind, open.chosen, open.owner, item)}
              onClose={closePanel}
            />
          )
        )}
      </Suspense>
      {dialog}
      <Suspense fallback={null}>{help && <KeyboardHelp onClose={() => setHelp(false)} />}</Suspense>
    </div>
  )
}

/** /bible/{version}/{book}/{chapter}; other spellings of a book lead to its one address. */
export const ChapterPage = ({ kinds }: { kinds: readonly StudyKind[] }) => {
  const { t } = useTranslation()
  const params = useParams()
  const { hash } = useLocation()
  const { version, book, chapter } = readPassage(params)
  const column = useMemo(() => book && { version, book, chapter }, [version, book, chapter])
  if (!column)
    return (
      <div className="py-12">
        <PageHead title={t('menu.bibleReading')} />
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
      <ChapterHead place={column} />
      <Reader columns={[column]} kinds={kinds} />
    </>
  )
}
