import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ComponentType,
  lazy,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { chapterQuery } from '../../../bible/chapter-query.ts'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { bookLanguage, chapterHeading } from '../../../bible/passage-names.ts'
import { passagePath } from '../../../bible/passage-path.ts'
import { versionsQuery } from '../../../bible/versions-query.ts'
import { useHydrated } from '../../../device/use-hydrated.ts'
import { withWords } from '../../../locales/language.ts'
import { useLanguage } from '../../../locales/use-language.tsx'
import type { Action, Chosen, ColumnToolProps, StudyKind } from '../../../study/study-kind.ts'
import { Fetched } from '../../../ui/fetched.tsx'
import { ChevronLeft, ChevronRight } from '../../../ui/icons.ts'

import { chosenIn, verseChosen } from '../choosing/chosen.ts'
import { ChoicePopup } from '../choosing/use-selected-words.ts'
import { useArrival } from '../moving/use-arrival.ts'
import { useSwipe } from '../moving/use-swipe.ts'
import { usePaintedWords } from '../on-verse/use-painted-words.ts'
import { useStudyOnChapter } from '../on-verse/use-study-on-chapter.tsx'
import { ChapterText, type Press } from '../text/chapter-text.tsx'
import type { ColumnRow } from '../text/use-aligned-rows.ts'
import { focusVerseNumber } from '../text/verse-piece.tsx'
import { ColumnHeader, type Mover } from './column-header.tsx'
import { InsteadOfText } from './instead-of-text.tsx'
import { type Choice, type ChosenWords, type Column, choiceUpTo, choiceWith, versesOf } from './reader-state.ts'
import { useColumnText } from './use-column-text.ts'

/** ReadAloud, ShareChosen and StudyUnknown are fetched when they are first needed. */
const ReadAloud = lazy(() => withWords(['aloud'], () => import('../aloud/read-aloud.tsx')))
const ShareChosen = lazy(() => import('../choosing/share-chosen.tsx'))
const StudyUnknown = lazy(() => withWords(['person'], () => import('../on-verse/study-unknown.tsx')))

type Props = {
  readonly column: Column
  /** The column's verses in the rows that all columns share. Null if the columns share no rows. */
  readonly rows: readonly ColumnRow[] | null
  /** Whether this is the first column, whose heading is the page's heading. */
  readonly first: boolean
  /** Whether the column controls the scrolling (see useArrival). */
  readonly leads: boolean
  /** The choice in this column. Null if there is no choice, or if it is in another column. */
  readonly choice: Choice | null
  readonly kinds: readonly StudyKind[]
  readonly tools: readonly ComponentType<ColumnToolProps>[]
  /** The person whose items are shown. */
  readonly viewer: User | null
  /** The choice with which the panel or workspace was opened, if any. For the same choice the popup is not shown. */
  readonly studied: Chosen | undefined
  readonly mover: Mover | null
  /** The controls for all columns. Only the last column's header shows them. */
  readonly end: ReactNode
  readonly onClose: (() => void) | null
  /** Whether a swipe turns to the previous or next chapter. */
  readonly swipes: boolean
  readonly onActivate: (column: string) => void
  /** Opens a chapter in a column. `verses` are the verses to go to. */
  readonly onGo: (column: string, to: ChapterReference, verses?: readonly number[]) => void
  readonly onChoose: (choice: Choice) => void
  readonly onLetGo: () => void
  /** Opens the passage picker. */
  readonly onFind: () => void
  /** Called when the person presses an item's mark or the letter of cross-references. */
  readonly onOpen: (what: StudyKind | 'references', chosen: Chosen) => void
  readonly onAct: (kind: StudyKind, action: Action, chosen: Chosen) => void
  /** Opens the panel on the chosen verses or words. */
  readonly onLook: (chosen: Chosen) => void
}

const NO_WORDS: readonly ChosenWords[] = []

/** One chapter in one version, with a header of its own. The reader shows up to three columns side by side. */
export const ReaderColumn = (props: Props) => {
  const { column, rows, choice, swipes, kinds, viewer, onGo, onChoose, onLetGo, onOpen } = props
  const { id } = column
  const { t } = useTranslation()
  const language = useLanguage()
  const hydrated = useHydrated()
  const queryClient = useQueryClient()
  const section = useRef<HTMLElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [byKeyboard, setByKeyboard] = useState(false)
  const text = useColumnText(column)
  const { version, absent, chapter, verses, around } = text
  const { data: list } = useQuery({ ...versionsQuery, enabled: false })
  const textLanguage = chapter?.language ?? version?.language ?? 'en'
  const names = bookLanguage(textLanguage)
  const heading = chapterHeading(column.book, column.chapter, names)
  const { study, watches } = useStudyOnChapter(kinds, viewer, column, verses)
  const chosen = useMemo(() => chosenIn(column, verses, choice), [column, verses, choice])
  const chosenVerses = choice?.by === 'verses' ? choice.verses : null
  const words = choice?.by === 'words' ? choice.words : NO_WORDS
  /** The content of the share dialog. It stays the same while the person chooses other verses. */
  const [shared, setShared] = useState<Chosen | null>(null)

  useEffect(() => {
    if (!chapter) return
    // Runs in a separate task, because a chapter's first rendering alone takes a slow phone a long time.
    const timer = setTimeout(() => {
      for (const neighbour of [around.next, around.previous])
        if (neighbour) void queryClient.prefetchQuery(chapterQuery(neighbour))
    })
    return () => clearTimeout(timer)
  }, [chapter, around, queryClient])
  const verse = versesOf(choice)[0] ?? null
  useArrival({ section, column, shown: hydrated && chapter !== undefined, verse, leads: props.leads })
  usePaintedWords(section, id, words, [study.paints, rows ?? verses])

  const go = useCallback((to: ChapterReference, verses?: readonly number[]) => onGo(id, to, verses), [onGo, id])
  const nameOf = (chapterAt: ChapterReference) => chapterHeading(chapterAt.book, chapterAt.chapter, names)
  const [onPrevious, onNext] = useMemo(
    () => [around.previous, around.next].map((to) => (swipes && to ? () => go(to) : null)),
    [around, swipes, go],
  )
  useSwipe(body, swipes, onPrevious ?? null, onNext ?? null)
  const letGo = () => {
    onLetGo()
    getSelection()?.removeAllRanges()
    const verse = chosen?.parts[0].verse.verse
    if (verse !== undefined) focusVerseNumber(section.current, verse, true)
  }
  const choose = useCallback(
    ({ verse, through }: Verse, { byKeyboard: keyboard, from }: Press) => {
      setByKeyboard(keyboard)
      const next = from === null ? choiceWith(choice, id, verse, through) : choiceUpTo(choice, id, verse, from)
      if (next) onChoose(next)
      else onLetGo()
    },
    [choice, id, onChoose, onLetGo],
  )
  const open = useCallback(
    (what: StudyKind | 'references', verse: Verse) => onOpen(what, verseChosen(column, verse)),
    [column, onOpen],
  )
  const follow = (to: ChapterReference) => (event: MouseEvent) => {
    // With these keys or another mouse button the browser opens a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
  const Heading = props.first ? 'h1' : 'h2'
  // The last column's header also has the controls for all columns. Their use does not make this column the active one.
  const activate = ({ target }: SyntheticEvent) => {
    if (!(target as Element).closest('.row-tools')) props.onActivate(id)
  }

  return (
    <section
      ref={section}
      data-column={id}
      className="column"
      onPointerDownCapture={activate}
      onFocusCapture={activate}
    >
      {watches}
      <ColumnHeader
        column={column}
        chosen={chosen}
        versions={list?.versions ?? []}
        around={around}
        tools={props.tools}
        mover={props.mover}
        end={props.end}
        onClose={props.onClose}
        onGo={go}
        onFind={props.onFind}
      />
      <div
        ref={body}
        className="column-body"
        data-previous={swipes && around.previous ? nameOf(around.previous) : undefined}
        data-next={swipes && around.next ? nameOf(around.next) : undefined}
      >
        <article
          lang={textLanguage}
          dir={chapter?.direction ?? version?.direction ?? 'ltr'}
          aria-label={`${heading} (${versionLabel(column.version, language)})`}
        >
          <div className="chapter-heading">
            <Heading className="font-scripture text-[min(2.1rem,12vw)] leading-tight font-semibold">{heading}</Heading>
            <div lang={language} className="mb-3 flex items-center gap-2">
              <Link
                to={`/bible/${column.version}/about`}
                lang={textLanguage}
                className="inline-flex min-h-11 items-center text-sm font-medium text-muted underline-offset-4 hover:underline"
              >
                {version?.localName ?? column.version}
              </Link>
              <Fetched>
                {hydrated && verses.length > 0 && 'speechSynthesis' in window && (
                  <ReadAloud
                    section={section}
                    verses={verses}
                    textLanguage={textLanguage}
                    heading={heading}
                    from={verse}
                  />
                )}
              </Fetched>
            </div>
            <Fetched>
              {hydrated && viewer && verses.length > 0 && (
                <div lang={language} dir="ltr">
                  <StudyUnknown viewer={viewer} column={column} />
                </div>
              )}
            </Fetched>
          </div>
          {verses.length > 0 ? (
            <ChapterText
              verses={verses}
              textLanguage={textLanguage}
              rows={rows}
              chosen={chosenVerses}
              held={choice?.by === 'verses' && choice.held}
              study={study}
              onChoose={choose}
              onOpen={open}
            />
          ) : (
            // This message is in the interface's language, not in the text's.
            <div lang={language} className="no-text">
              <InsteadOfText column={column} text={text} heading={heading} follow={follow} />
            </div>
          )}
          {chapter?.copyright && !absent && (
            <p className="copyright mt-10 font-ui text-xs leading-normal text-muted">{chapter.copyright}</p>
          )}
        </article>
        <Fetched>
          {chosen &&
            (choice?.by === 'words' || choice?.held) &&
            JSON.stringify(chosen) !== JSON.stringify(props.studied) && (
              <ChoicePopup
                column={section}
                chosen={chosen}
                names={names}
                takeFocus={byKeyboard && chosen.by === 'verses'}
                kinds={kinds}
                viewer={viewer}
                onAct={(kind, action) => props.onAct(kind, action, chosen)}
                onShare={() => setShared(chosen)}
                onLook={() => props.onLook(chosen)}
                onClose={letGo}
              />
            )}
          {shared && <ShareChosen chosen={shared} language={names} onClose={() => setShared(null)} />}
        </Fetched>
      </div>
      <nav
        // The key is the chapter's address. In another chapter the element is new, so the focus does not stay at the
        // foot of the page.
        key={passagePath(column)}
        // Hidden until the text above has its height. Before that, the element would move when the text appears.
        hidden={!(chapter || absent || text.error)}
        aria-label={props.mover ? `${t('reader.foot')} (${versionLabel(column.version, language)})` : t('reader.foot')}
        className="column-foot print:hidden mx-auto flex w-full max-w-(--measure) flex-wrap justify-between gap-x-4 border-t border-line px-2 py-4 wide:px-4"
      >
        {around.previous ? (
          <Link
            to={passagePath(around.previous)}
            onClick={follow(around.previous)}
            className="control quiet"
            rel="prev"
            lang={names}
          >
            <ChevronLeft size={18} strokeWidth={1.8} aria-hidden />
            {nameOf(around.previous)}
          </Link>
        ) : (
          <span />
        )}
        {around.next && (
          <Link
            to={passagePath(around.next)}
            onClick={follow(around.next)}
            className="control quiet"
            rel="next"
            lang={names}
          >
            {nameOf(around.next)}
            <ChevronRight size={18} strokeWidth={1.8} aria-hidden />
          </Link>
        )}
      </nav>
    </section>
  )
}
