import type { User } from '@pathlight/contracts/accounts.ts'
import type { Chapter, Verse } from '@pathlight/contracts/bible.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { nextChapter, previousChapter } from '@pathlight/scripture/chapters.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BookX, ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigationType } from 'react-router-dom'
import { isNetworkFailure } from '../../api/api-problem.ts'
import { mayHelpToRepeat } from '../../api/query-client.ts'
import { chapterQuery } from '../../bible/chapter-query.ts'
import { bookLanguage, chapterHeading, nameOfBook, verseNumber } from '../../bible/passage-names.ts'
import { findVerse, passagePath } from '../../bible/passage-path.ts'
import type { Place } from '../../bible/place.ts'
import { readableVersion, versionsQuery } from '../../bible/versions-query.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage, useTranslation } from '../../locales/translation.ts'
import { loadKoreanFonts } from '../../look/korean-fonts.ts'
import type { Chosen, StudyKind } from '../../study/study-kind.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { AbsentVersion } from './absent-version.tsx'
import { ChapterSkeleton } from './chapter-skeleton.tsx'
import { ChapterText } from './chapter-text.tsx'
import { ColumnHeader } from './column-header.tsx'
import { copyText, verseToCopy } from './copy-verse.ts'
import { useStudyOnChapter } from './use-study-on-chapter.ts'
import { VerseActions } from './verse-actions.tsx'
import { focusVerseNumber } from './verse-piece.tsx'

/** The chapters around this one: as the text says once it is here, before that as the canon has them. */
const neighbours = (column: Place, chapter: Chapter | undefined): { previous: Place | null; next: Place | null } => {
  const book = findBook(column.book)
  const inCanon = (way: typeof nextChapter) => {
    const passage = book && way({ book, chapter: column.chapter })
    return passage ? { book: passage.book.name.en, chapter: passage.chapter } : null
  }
  const previous = chapter ? chapter.previous : inCanon(previousChapter)
  const next = chapter ? chapter.next : inCanon(nextChapter)
  return { previous: previous && { ...column, ...previous }, next: next && { ...column, ...next } }
}

/** Always listed, whether they are here or not (specification section 1). */
const MAY_BE_ABSENT: ReadonlySet<string> = new Set(['KRV', 'ESV', 'NIV', 'NLT'])

const NO_VERSES: readonly Verse[] = []

const whole = (column: Place, verse: Verse): Chosen => ({
  by: 'verses',
  column,
  parts: [{ verse, start: 0, end: verse.text.length, text: verse.text }],
})

export type Neighbours = ReturnType<typeof neighbours>

type Props = {
  readonly column: Place
  readonly chosen: number | null
  readonly kinds: readonly StudyKind[]
  /** Whose study material is shown. */
  readonly viewer: User | null
  /** The verse that the panel is open on: it needs no further offer. */
  readonly openOn: number | null
  readonly onGo: (to: Place) => void
  /** Null lets go of the chosen verse. */
  readonly onChoose: (verse: number | null) => void
  /** A mark was pressed, or what the popup offers. */
  readonly onOpen: (kind: StudyKind, chosen: Chosen) => void
  readonly onAct: (kind: StudyKind, chosen: Chosen) => void
  /** Told once the text is on the page, and what is around it. */
  readonly onShown: (column: Place, around: Neighbours) => void
}

/** One version of one chapter, with its own header: three of them may stand side by side. */
export const ReaderColumn = ({
  column,
  chosen: wanted,
  kinds,
  viewer,
  openOn,
  onGo,
  onChoose,
  onOpen,
  onAct,
  onShown,
}: Props) => {
  const { t } = useTranslation()
  const own = useLanguage()
  const say = useStatusMessage()
  const queryClient = useQueryClient()
  const body = useRef<HTMLDivElement>(null)
  const way = useNavigationType()
  /** The column whose text was on the page last. */
  const seen = useRef<Place | null>(null)
  const [byKeyboard, setByKeyboard] = useState(false)
  const { data: known, isError: failed } = useQuery(versionsQuery)
  const version = known?.versions.find(({ code }) => code === column.version)
  const absent = version && !version.available
  // Of one that may not be here nothing is asked before that is known; all others come at once.
  const enabled = MAY_BE_ABSENT.has(column.version) ? (version?.available ?? failed) : !absent
  const { data: chapter, error, refetch } = useQuery({ ...chapterQuery(column), enabled })
  const verses = chapter?.verses
  const study = useStudyOnChapter(kinds, { viewer, column, verses: verses ?? NO_VERSES })
  const chosenVerse = wanted === null || !verses ? undefined : findVerse(verses, wanted)
  const chosen = chosenVerse?.verse ?? null
  const around = useMemo(() => neighbours(column, chapter), [column, chapter])
  const textLanguage = chapter?.language ?? version?.language ?? 'en'
  const names = bookLanguage(textLanguage)
  const heading = chapterHeading(column.book, column.chapter, names)

  useEffect(() => {
    if (names === 'ko') loadKoreanFonts()
  }, [names])

  useEffect(() => {
    if (!chapter) return
    onShown(column, around)
    for (const neighbour of [around.next, around.previous])
      if (neighbour) void queryClient.prefetchQuery(chapterQuery(neighbour))
  }, [chapter, column, around, onShown, queryClient])

  // Coming by a link to a verse: bring it into view. One that was clicked is there already.
  useEffect(() => {
    if (!chapter) return
    const arrives = seen.current !== column
    seen.current = column
    // Somebody who comes back has the place they had scrolled to.
    if (chosen === null || (arrives && way === 'POP' && scrollY > 0)) return
    const verse = body.current?.querySelector(`.verse[data-verse='${chosen}']`)
    const at = verse?.getBoundingClientRect()
    if (at && (at.top < 120 || at.bottom > innerHeight - 80)) verse?.scrollIntoView({ block: 'center' })
  }, [chapter, column, chosen, way])

  const letGo = () => {
    onChoose(null)
    if (chosen !== null) focusVerseNumber(body.current, chosen)
  }
  const copy = async () => {
    const verse = chosen === null ? null : verseToCopy(verses ?? [], column, chosen)
    if (!verse) return say(t('reader.copyFailed'), 'error')
    const place = { version: column.version, book: nameOfBook(column.book, names), chapter: column.chapter }
    const reference = `${place.book} ${place.chapter}:${verseNumber(verse)}`
    const copied = await copyText(`${verse.text}\n${reference} (${place.version})`)
    if (copied) say(t('reader.copied', { ...place, verse: verseNumber(verse) }))
    else say(t('reader.clipboardFailed'), 'error')
  }
  const choose = useMemo(
    () => (verse: Verse, keyboard: boolean) => {
      setByKeyboard(keyboard)
      onChoose(verse.verse === chosen ? null : verse.verse)
    },
    [chosen, onChoose],
  )

  const open = useMemo(() => (kind: StudyKind, verse: Verse) => onOpen(kind, whole(column, verse)), [column, onOpen])

  const insteadOfText = () => {
    if (absent && known)
      return <AbsentVersion version={version} column={column} instead={readableVersion(known, own)} />
    if (error)
      return (
        <Notice
          icon={BookX}
          tone="error"
          title={t('reader.error', { message: sayProblem(t, error) ?? t('reader.failed') })}
          actions={
            mayHelpToRepeat(error) ? (
              <Button onClick={() => refetch()}>{t('tryAgain')}</Button>
            ) : (
              <Link to="/bible-reading" className="control primary">
                {t('notFound.read')}
              </Link>
            )
          }
        >
          {isNetworkFailure(error) && t('reader.offline')}
        </Notice>
      )
    if (!chapter) return <ChapterSkeleton label={t('reader.loading', { heading })} />
    return <Notice icon={BookX} title={t('reader.empty')} />
  }

  return (
    <section className="min-w-0">
      <ColumnHeader column={column} versions={known?.versions ?? []} {...around} onGo={onGo} />
      <div ref={body} className="relative mx-auto max-w-(--measure) px-4 pt-7 pb-6 wide:px-6 wide:pt-9">
        <article lang={textLanguage} dir={chapter?.direction ?? version?.direction ?? 'ltr'} aria-label={heading}>
          <h1 className="font-scripture text-[1.9rem] leading-tight font-semibold">{heading}</h1>
          <p className="mt-1.5 mb-6 text-sm font-medium text-muted">{version?.localName ?? column.version}</p>
          {verses && verses.length > 0 && !absent ? (
            <>
              <ChapterText verses={verses} chosen={chosen} study={study} onChoose={choose} onOpen={open} />
              {chapter.copyright && (
                <p className="mt-10 font-ui text-xs leading-normal text-muted">{chapter.copyright}</p>
              )}
            </>
          ) : (
            // Words of the interface, not of the text.
            <div lang={own}>{insteadOfText()}</div>
          )}
        </article>
        {chosenVerse && openOn !== chosenVerse.verse && (
          <VerseActions
            container={body}
            verse={chosenVerse.verse}
            label={t('reader.actions', { verse: verseNumber(chosenVerse) })}
            takeFocus={byKeyboard}
            kinds={kinds}
            onAct={(kind) => onAct(kind, whole(column, chosenVerse))}
            onCopy={copy}
            onClose={letGo}
          />
        )}
      </div>
      <nav
        // New links for a new chapter: the focus does not stay at its foot.
        key={passagePath(column)}
        aria-label={t('reader.foot')}
        className="mx-auto flex max-w-(--measure) justify-between gap-4 border-t border-line px-2 py-4 wide:px-4"
      >
        {around.previous ? (
          <Link
            to={passagePath(around.previous)}
            state={{ own: true }}
            className="control quiet"
            rel="prev"
            lang={names}
          >
            <ChevronLeft size={18} strokeWidth={1.8} aria-hidden />
            {chapterHeading(around.previous.book, around.previous.chapter, names)}
          </Link>
        ) : (
          <span />
        )}
        {around.next && (
          <Link to={passagePath(around.next)} state={{ own: true }} className="control quiet" rel="next" lang={names}>
            {chapterHeading(around.next.book, around.next.chapter, names)}
            <ChevronRight size={18} strokeWidth={1.8} aria-hidden />
          </Link>
        )}
      </nav>
    </section>
  )
}
