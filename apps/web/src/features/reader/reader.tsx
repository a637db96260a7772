import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Fragment, lazy, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { mayHelpToRepeat } from '../../api/query-client.ts'
import type { ChapterReference } from '../../bible/chapter-reference.ts'
import ContinueLink from '../../bible/continue-link.tsx'
import { shortVersion } from '../../bible/passage-names.ts'
import type { Destination } from '../../bible/picking/complete-passage.ts'
import { versionsQuery } from '../../bible/versions-query.ts'
import { useHydrated } from '../../device/use-hydrated.ts'
import { withWords } from '../../locales/language.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import type { ColumnToolProps, ShortcutsProps, StudyKind } from '../../study/study-kind.ts'
import { Fetched } from '../../ui/fetched.tsx'
import { lazyAhead } from '../../ui/lazy-ahead.tsx'
import { useFetched } from '../../ui/use-fetched.ts'
import { useMediaQuery, WIDE } from '../../ui/use-media-query.ts'
import { usePageKeys } from '../../ui/use-page-keys.ts'
import { useSelectedWords } from './choosing/use-selected-words.ts'
import { ColumnTabs, type Tab } from './columns/column-tabs.tsx'
import { ReaderColumn } from './columns/reader-column.tsx'
import {
  activeColumn,
  type Choice,
  type ChosenWords,
  type Column,
  freeId,
  type ReaderAction,
  type ReaderState,
} from './columns/reader-state.ts'
import { type Layout, rowStyle } from './columns/row-style.ts'
import { useColumnRow } from './columns/use-column-row.ts'
import { useColumnText } from './columns/use-column-text.ts'
import { useReaderState } from './columns/use-reader-state.ts'
import { keepSpot } from './moving/reading-place.ts'
import { useKeepVerse } from './moving/use-keep-verse.ts'
import { useRememberReading } from './moving/use-remember-reading.ts'
import { BesideText } from './on-verse/beside-text.tsx'
import { useOpenStudy } from './on-verse/use-open-study.ts'
import { ReaderTools } from './reader-tools.tsx'
import { useAlignedRows } from './text/use-aligned-rows.ts'

const BorderHandle = lazy(() => import('./columns/border-handle.tsx'))
/** The passage picker. It is fetched after hydration, so that it opens at once. */
const [GoDialog, fetchPickerAhead] = lazyAhead(() =>
  withWords(['reader', 'reference'], () => import('../../bible/picking/go-dialog.tsx')),
)
const KeyboardHelp = lazy(() => import('./keyboard-help.tsx'))
const WordsBeneath = lazy(() => withWords(['words'], () => import('./words/words-beneath.tsx')))

/** The id of the tab with the open editor. */
const WORKSPACE = 'workspace'

type Props = {
  /** The passage in the address. */
  readonly place: ChapterReference
  readonly kinds: readonly StudyKind[]
  readonly columnTools: readonly ComponentType<ColumnToolProps>[]
  readonly shortcuts: ComponentType<ShortcutsProps> | undefined
}

export const Reader = ({ place, kinds, columnTools, shortcuts }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const navigate = useNavigate()
  const root = useRef<HTMLDivElement>(null)
  const { reader, visited, entry, act: changeReader } = useReaderState(place)
  const wide = useMediaQuery(WIDE)
  const hydrated = useHydrated()
  const [help, setHelp] = useState(false)
  const [isPickerOpen, setPickerOpen] = useState(false)
  const { data: versionList } = useQuery(versionsQuery)
  const active = activeColumn(reader)
  const { around, chapter, absent, error } = useColumnText(active)

  // The column in the server's HTML has the same key after hydration, wherever it moves. So React keeps its elements.
  const [served, setServed] = useState<string | null>(null)
  if (hydrated && served === null) setServed(active.id)
  const keyOf = ({ id }: Column) => (hydrated && id !== served ? id : 'served')

  const hasSeveral = reader.columns.length > 1
  const layout: Layout = !(hasSeveral && wide) ? 'one' : reader.synced ? 'together' : 'separate'
  const visibleColumns: ReaderState['columns'] = wide ? reader.columns : [active]
  const rows = useAlignedRows(visibleColumns, layout === 'together')

  const act = useCallback(
    (action: ReaderAction) => {
      if (action.type !== 'choose' && action.type !== 'letGo')
        for (const section of root.current?.querySelectorAll<HTMLElement>('[data-column]') ?? []) {
          const column = reader.columns.find(({ id }) => id === section.dataset.column)
          if (column) keepSpot(section, entry, column)
        }
      changeReader(action)
    },
    [changeReader, reader.columns, entry],
  )
  // A chapter or version that does not exist is not stored as the last one read.
  const readable = chapter !== undefined || absent || mayHelpToRepeat(error)
  useRememberReading(reader, { visited, readable })
  useLayoutEffect(() => {
    if (!hydrated) return
    // public/before-scripts.js reserved space for the columns, which now take it.
    for (const name of ['--before', '--behind']) document.documentElement.style.removeProperty(name)
  }, [hydrated])

  const study = useOpenStudy(reader, act, kinds)
  const go = useCallback(
    (column: string, to: ChapterReference, verses: readonly number[] = []) => {
      const turned = [around.previous, around.next].some((one) => one?.book === to.book && one.chapter === to.chapter)
      act({ type: 'go', column, to, turned, verses })
    },
    [act, around],
  )
  const choose = useCallback((choice: Choice) => act({ type: 'choose', choice }), [act])
  const letGo = useCallback(() => act({ type: 'letGo' }), [act])
  const activate = useCallback((column: string) => act({ type: 'activate', column }), [act])
  const move = useCallback((column: string, to: number) => act({ type: 'move', column, to }), [act])
  const { opened, writing } = study
  // On a small screen the tab of an open editor is in front until the person chooses another tab.
  const [hiddenEditor, setHiddenEditor] = useState<unknown>(null)
  const inFront = writing !== null && !wide && hiddenEditor !== writing
  const changeTab = (id: string) => {
    setHiddenEditor(id === WORKSPACE ? null : writing)
    if (id !== WORKSPACE) activate(id)
  }
  const openWorkspace = (kind: StudyKind, item: string | null) => {
    if (opened?.owner) study.openWorkspace(kind, opened.chosen, opened.owner, item)
  }
  const closeWorkspace = () => {
    study.closeWorkspace()
    // Returns to the first tab (specification section 2).
    if (!wide) activate(reader.columns[0].id)
  }
  const { widths, border, mover } = useColumnRow(reader.columns, move)

  const onWords = useCallback(
    (column: string, words: readonly ChosenWords[]) => choose({ by: 'words', column, words }),
    [choose],
  )
  const words = reader.choice?.by === 'words'
  const onNone = useCallback(() => words && letGo(), [words, letGo])
  useSelectedWords(onWords, onNone)

  const addColumn = async () => {
    const { versionToAdd } = await import('./columns/version-to-add.ts')
    const open = reader.columns.map((column) => column.version)
    const version = versionList && versionToAdd(versionList, open, language)
    if (version) act({ type: 'add', id: freeId(reader), version: version.code })
  }
  const goToColumn = (id: string) => {
    activate(id)
    const number = root.current?.querySelector<HTMLElement>(`[data-column='${id}'] .verse-number[tabindex='0']`)
    number?.focus({ preventScroll: true })
  }
  const synchronize = () => act({ type: reader.synced ? 'separate' : 'synchronize' })
  const goTo = ({ book, chapter, verses }: Destination) => {
    setPickerOpen(false)
    act({ type: 'go', column: active.id, to: { version: active.version, book, chapter }, verses })
  }
  const goToVersion = (version: string) => {
    setPickerOpen(false)
    act({ type: 'go', column: active.id, to: { version, book: active.book, chapter: active.chapter } })
  }
  // The picker opens only after its code has loaded, because React would otherwise hold it back for 300 ms.
  const find = useCallback(() => void fetchPickerAhead().then(() => setPickerOpen(true)), [])

  const { previous, next } = around
  const onPrevious = previous && (() => act({ type: 'go', column: active.id, to: previous, turned: true }))
  const onNext = next && (() => act({ type: 'go', column: active.id, to: next, turned: true }))
  usePageKeys({
    ArrowLeft: onPrevious ?? undefined,
    ArrowRight: onNext ?? undefined,
    g: find,
    v: addColumn,
    s: hasSeveral ? synchronize : undefined,
    ...Object.fromEntries(reader.columns.map(({ id }, index) => [String(index + 1), () => goToColumn(id)])),
    '?': () => setHelp(true),
  })

  const listenToReadingOn = useFetched(true, async () => {
    fetchPickerAhead()
    return (await import('./quiet-bars.ts')).listenToReadingOn
  })
  useEffect(() => listenToReadingOn?.(), [listenToReadingOn])

  const versionOf = (column: ChapterReference) => versionList?.versions.find(({ code }) => code === column.version)
  const languageOf = (column: ChapterReference) => versionOf(column)?.language ?? 'en'
  const tabs: readonly Tab[] = wide
    ? []
    : [
        ...reader.columns.map((column) => {
          const { shown, lang } = shortVersion(column.version, versionOf(column))
          return { id: column.id, label: shown, controls: 'reader-tab', ...(lang && { lang }) }
        }),
        ...(writing?.kind.workspace
          ? [{ id: WORKSPACE, label: writing.kind.workspace.title(t), controls: 'reader-workspace' }]
          : []),
      ]
  const styles = rowStyle(layout, widths, rows)
  const tools = (
    <ReaderTools
      reader={reader}
      onAdd={addColumn}
      onSync={synchronize}
      onHelp={() => setHelp(true)}
      onClose={hasSeveral ? () => act({ type: 'close', column: active.id }) : null}
    />
  )
  useKeepVerse(root, reader, entry)

  return (
    <div className={writing ? 'reader writing' : opened ? 'reader opened' : 'reader'} ref={root}>
      <div className="min-w-0">
        {tabs.length > 1 && <ColumnTabs tabs={tabs} active={inFront ? WORKSPACE : active.id} onChange={changeTab} />}
        <div
          id="reader-tab"
          {...(tabs.length > 1 && { role: 'tabpanel', 'aria-labelledby': `tab-${active.id}`, hidden: inFront })}
          className="columns"
          data-layout={layout}
          style={styles}
        >
          {visibleColumns.map((column, index) => (
            <Fragment key={keyOf(column)}>
              {index > 0 && (
                <Fetched instead={<div className="column-border" />}>
                  <BorderHandle border={border(index - 1)} />
                </Fetched>
              )}
              <ReaderColumn
                column={column}
                rows={rows?.[index] ?? null}
                first={index === 0}
                leads={layout === 'separate' || column.id === active.id}
                choice={reader.choice?.column === column.id ? reader.choice : null}
                kinds={kinds}
                tools={columnTools}
                viewer={study.viewer}
                studied={(writing ?? opened)?.chosen}
                mover={hasSeveral && wide ? mover(column, index) : null}
                end={index === visibleColumns.length - 1 ? tools : null}
                onClose={hasSeveral ? () => act({ type: 'close', column: column.id }) : null}
                onActivate={activate}
                onGo={go}
                onChoose={choose}
                onLetGo={letGo}
                swipes={!wide}
                onFind={find}
                onOpen={study.onOpen}
                onAct={study.onAct}
                onLook={study.onLook}
              />
            </Fragment>
          ))}
        </div>
        {!(visited || inFront || layout === 'separate') && (
          <p className="pb-8 text-center">
            <ContinueLink open={active} />
          </p>
        )}
        {/* Leaves space for a notice at the foot of the window. */}
        <div hidden={inFront} className="h-20 wide:hidden" />
      </div>
      <BesideText
        study={study}
        kinds={kinds}
        place={wide ? 'beside' : inFront ? 'front' : 'behind'}
        languageOf={languageOf}
        openWorkspace={openWorkspace}
        closeWorkspace={closeWorkspace}
        reader={reader}
        act={act}
      />
      <Fetched>{hydrated && <WordsBeneath root={root} reader={reader} act={act} />}</Fetched>
      {study.dialog}
      <Fetched>
        {isPickerOpen && (
          <GoDialog
            open={active}
            textLanguage={languageOf(active)}
            versions={versionList?.versions ?? []}
            beneath={root.current?.querySelector(`[data-column='${active.id}'] .passage-chip`) ?? null}
            onGo={goTo}
            onVersion={goToVersion}
            onSearch={(words) => navigate(`/search?${new URLSearchParams({ query: words })}`)}
            Shortcuts={shortcuts}
            onClose={() => setPickerOpen(false)}
          />
        )}
      </Fetched>
      <Fetched>{help && <KeyboardHelp onClose={() => setHelp(false)} />}</Fetched>
    </div>
  )
}
