import './words.css'
import { parsingOf } from '@pathlight/scripture/parsing.ts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { verseReference } from '../../../bible/passage-names.ts'
import { versesBetween } from '../../../bible/passage-path.ts'
import { useLanguage } from '../../../locales/use-language.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { isComposing } from '../../../ui/composing.ts'
import { FetchFailed } from '../../../ui/fetch-failed.tsx'
import { ChevronLeft, ChevronRight, X } from '../../../ui/icons.ts'
import { useBackCloses } from '../../../ui/use-back-closes.ts'
import { DESK, useMediaQuery } from '../../../ui/use-media-query.ts'
import { useSwipeDown } from '../../../ui/use-swipe-down.ts'
import type { ReaderState } from '../columns/reader-state.ts'
import { linesOfWords } from '../text/text-offsets.ts'
import { POINTS, withPoints } from './hebrew-points.ts'
import { indexOf, type Looked, type WordView } from './looked.ts'
import { countIn, isOriginal, queryFor, type ShownWord } from './shown-words.ts'
import { useLitWords } from './use-lit-words.ts'
import { usePoints } from './use-points.ts'
import { useVerseWords } from './use-verse-words.ts'
import { WordPlaces } from './word-places.tsx'
import { soundOf, WordRow } from './word-row.tsx'
import { lexiconQuery } from './words-query.ts'

const VIEWS = ['none', 'verse', 'chapter'] as const satisfies readonly WordView[]

/** The texts with parsings that an operator may add (docs/how-to/import-a-bible.md), by language. */
const PARSED_TEXTS = { grc: 'MorphGNT', hbo: 'Open Scriptures Hebrew Bible' } as const

/**
 * The lexicon's entry for one Strong's number. `isAlone`: the text is a translation, and the word has only this number.
 * The sheet already shows the original word above, so the entry leaves it out.
 */
const Entry = ({ strongs, version, isAlone }: { strongs: string; version: string; isAlone: boolean }) => {
  const [points] = usePoints()
  const { data: entry } = useQuery(lexiconQuery(strongs, version))
  if (!entry) return null
  const { original, transliteration, pronunciation, definition, language } = entry
  return (
    <div className="not-first:mt-3">
      <dt className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
        {!isAlone && (
          <span lang={language} dir="auto" className="original text-lg text-ink" data-points={points}>
            {withPoints(original, points)}
          </span>
        )}
        {transliteration && <i lang={`${language}-Latn`}>{transliteration}</i>}
        {pronunciation && <span>{pronunciation}</span>}
        <span>{entry.strongs}</span>
      </dt>
      {/* The definitions are in English. */}
      <dd lang="en" className="font-scripture leading-relaxed">
        {definition}
      </dd>
    </div>
  )
}

type Props = {
  readonly root: RefObject<HTMLElement | null>
  readonly reader: ReaderState
  readonly looked: Looked
  readonly view: WordView
  readonly onView: (view: WordView) => void
  readonly onLook: (index: number) => void
  readonly onClose: () => void
}

const WORD = /[\p{L}\p{M}\p{N}’'-]+/gu

/** The word at an offset of a text. Empty at a blank or a punctuation mark. */
const textAt = (text: string, offset: number): string => {
  const all = [...text.matchAll(WORD)]
  return all.find(({ 0: { length }, index }) => index <= offset && offset < index + length)?.[0] ?? ''
}

/** Highlights the word in the texts. It is a component of its own, so that it can be rendered after the sheet. */
const LitWords = ({
  root,
  reader,
  looked,
  word,
}: Pick<Props, 'root' | 'reader' | 'looked'> & { word: ShownWord | undefined }) => {
  useLitWords(root, reader, looked, word)
  return null
}

/**
 * The sheet with the original word beneath a word of a verse. It is beside the text or, on a small screen, below it.
 */
const WordSheet = ({ root, reader, looked, view, onView, onLook, onClose }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const isBeside = useMediaQuery(DESK)
  const [points, setPoints] = usePoints()
  // A ref instead of state, because state would render the sheet again before it is painted.
  const sheet = useRef<HTMLElement>(null)
  // The part below the word and the word's marks in the texts come later, so that a slow phone shows the word first.
  const hasWhole = useDeferredValue(true, false)
  useBackCloses(onClose)
  useSwipeDown(hasWhole ? sheet.current : null, !isBeside, onClose)

  const { column } = looked
  const { words: answer, chapter, from, ofVerse, error, retry } = useVerseWords(column)
  const [verse] = versesBetween(chapter?.verses ?? [], looked.verse)
  const { words, ours, oursLanguage } = verse ? ofVerse(verse) : { words: [], ours: [], oursLanguage: 'en' }
  const at = indexOf(looked, words)
  const word = words[at]
  /** The code of the version from which the words come. */
  const version = answer?.borrowed?.version ?? column.version
  const { data: entry } = useQuery({
    ...lexiconQuery(word?.strongs[0] ?? '', version),
    enabled: word?.strongs[0] !== undefined,
  })

  const columnElement = () => root.current?.querySelector<HTMLElement>(`[data-column='${column.id}']`) ?? null
  useEffect(() => sheet.current?.focus({ preventScroll: true }), [])
  const close = () => {
    onClose()
    columnElement()
      ?.querySelector<HTMLElement>(`.verse-number[data-verse='${looked.verse}']`)
      ?.focus({ preventScroll: true })
  }
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
      if (document.querySelector('[data-modal], [role=menu]')) return
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })

  const [start, end] = word?.place ? [word.place.start, word.place.end] : [looked.offset ?? 0, (looked.offset ?? 0) + 1]
  // Keeps the chosen word in view above the sheet, or its cell in the row of words.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view puts the words elsewhere
  useLayoutEffect(() => {
    const text = root.current?.querySelector(`[data-column='${column.id}']`)
    const element = sheet.current
    if (!element || isBeside || !text) return
    const settle = () => {
      const cell = text.querySelector('.interlinear [aria-current=true]')
      const lines = linesOfWords(text, [{ verse: looked.verse, start, end }])
      const bottom = (cell?.getBoundingClientRect() ?? lines.at(-1))?.bottom ?? 0
      const under = bottom - (innerHeight - element.offsetHeight - 24)
      if (under > 0) scrollBy({ top: under })
    }
    // The observer calls `settle` first when the sheet is laid out, before it is painted.
    const observer = new ResizeObserver(settle)
    observer.observe(element)
    return () => observer.disconnect()
  }, [root, isBeside, column.id, looked.verse, start, end, view])

  const isBorrowed = answer?.borrowed !== undefined
  const pressed = verse && looked.offset !== null ? textAt(verse.text, looked.offset) : ''
  const title = word && !isBorrowed ? word.under : pressed
  const place = verse ? verseReference(verse, language) : ''
  const parsing = word?.morph ? parsingOf(word.morph, language) : null
  const isTranslated = !isOriginal(from) && word !== undefined && word.strongs.length > 0
  const isUnparsed = isTranslated && words.every(({ morph }) => morph === null)
  const gloss = ((): string | null => {
    if (!word) return null
    const korean = word.gloss.ko ?? entry?.gloss_ko ?? null
    if (language === 'ko' && korean !== null) return korean
    return entry?.gloss ?? word.gloss.en
  })()
  const isGlossKorean = language === 'ko' && gloss !== null && gloss === (word?.gloss.ko ?? entry?.gloss_ko)
  const hasRow = words.length > 0 && (isBorrowed || at === -1)
  const isLeftwards = isOriginal(from) && words[0]?.language === 'hbo'
  const step = (by: 1 | -1) => {
    const to = Math.max(at, -1) + by
    if (to >= 0 && to < words.length) onLook(to)
  }
  const move = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target instanceof HTMLSelectElement)
      return
    const by = { ArrowRight: isLeftwards ? -1 : 1, ArrowLeft: isLeftwards ? 1 : -1 }[event.key]
    if (by !== 1 && by !== -1) return
    // The reader must not open another chapter at this key.
    event.preventDefault()
    step(by)
  }
  const isHebrew = words.some((one) => one.language === 'hbo')

  return (
    <aside
      ref={sheet}
      tabIndex={-1}
      aria-label={title === '' ? t('words.ofVerse', { place }) : t('words.ofWord', { word: title, place })}
      className="word-sheet print:hidden"
      onKeyDown={move}
    >
      {hasWhole && <LitWords root={root} reader={reader} looked={looked} word={word} />}
      <span className="grab" aria-hidden />
      <header className="flex items-center gap-1">
        <h2 className="min-w-0 grow text-sm text-muted">
          {title !== '' && (
            <b
              lang={chapter?.language}
              dir="auto"
              className="original mr-1.5 font-scripture text-base text-ink"
              data-points={points}
            >
              {t('words.quoted', { word: withPoints(title, points) })}
            </b>
          )}
          {place}
        </h2>
        {/* In a Hebrew text the next word is on the left, so the two buttons are mirrored. */}
        <span className={`flex flex-none gap-1 ${isLeftwards ? '-scale-x-100' : ''}`}>
          <IconButton icon={ChevronLeft} label={t('words.before')} aria-disabled={at <= 0} onClick={() => step(-1)} />
          <IconButton
            icon={ChevronRight}
            label={t('words.after')}
            aria-disabled={at + 1 >= words.length}
            onClick={() => step(1)}
          />
        </span>
        <IconButton icon={X} label={t('close')} onClick={close} className="-mr-2" />
      </header>

      {error && !answer ? (
        <FetchFailed words={t('words.failed')} onRetry={retry} />
      ) : answer === undefined ? (
        <p role="status" className="py-4 text-sm text-muted">
          {t('loading')}
        </p>
      ) : words.length === 0 ? (
        <p className="py-4 text-sm text-muted">{t(answer === null ? 'words.none' : 'words.noneOfVerse')}</p>
      ) : (
        <>
          <div aria-live="polite">
            {word ? (
              <>
                <p className="flex flex-wrap items-baseline gap-x-3.5">
                  <span
                    lang={word.language}
                    dir="auto"
                    className="original text-[2.5rem] leading-normal"
                    data-points={points}
                  >
                    {withPoints(word.original ?? word.under, points)}
                  </span>
                  <i lang={`${word.language}-Latn`} className="font-scripture text-muted">
                    {soundOf(word)}
                  </i>
                </p>
                <p lang={isGlossKorean ? 'ko' : 'en'} className="min-h-6 font-scripture text-lg font-semibold">
                  {gloss}
                </p>
                <p className="text-sm text-muted text-pretty">
                  {parsing?.words ??
                    word.morph ??
                    (isTranslated && answer?.parsing && t('words.parsingUnsure', answer.parsing))}
                </p>
              </>
            ) : (
              <p className="py-2 text-sm text-pretty text-muted">{t('words.nothingUnder', { word: pressed })}</p>
            )}
          </div>
          {hasRow && (
            <WordRow
              words={words}
              ours={ours}
              oursLanguage={oursLanguage}
              from={from}
              at={at}
              label={t('words.row', { verse: looked.verse })}
              points={points}
              isStop
              onLook={onLook}
            />
          )}
          {answer?.borrowed && (
            <p className="mt-3 text-xs text-pretty text-muted">
              {t(isOriginal(from) ? 'words.borrowed' : 'words.borrowedTranslation', { text: answer.borrowed.name })}
            </p>
          )}
          {hasWhole && (
            <>
              {word && (
                <dl className="mt-4 border-t border-line pt-3">
                  {word.strongs.map((strongs) => (
                    <Entry
                      key={strongs}
                      strongs={strongs}
                      version={version}
                      isAlone={word.strongs.length === 1 && !isOriginal(from)}
                    />
                  ))}
                </dl>
              )}
              {word && answer && (
                <WordPlaces
                  query={queryFor(word)}
                  version={version}
                  book={column.book}
                  here={countIn(answer, word)}
                  everywhere={entry?.occurrences ?? null}
                />
              )}
              <fieldset className="mt-4 flex flex-wrap items-center gap-x-1 border-t border-line pt-2">
                <legend className="float-left grow text-sm text-muted">{t('words.view.title')}</legend>
                <span className="flex flex-wrap">
                  {VIEWS.map((one) => (
                    <Button
                      key={one}
                      look="quiet"
                      aria-pressed={view === one}
                      onClick={() => onView(one)}
                      className="px-3! aria-pressed:bg-accent-soft aria-pressed:text-accent"
                    >
                      {t(`words.view.${one}`)}
                    </Button>
                  ))}
                </span>
              </fieldset>
              {isHebrew && (
                <label className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-muted">
                  <span className="grow">{t('words.points.title')}</span>
                  <select
                    value={points}
                    onChange={({ target }) => setPoints(POINTS.find((one) => one === target.value) ?? 'all')}
                    className="field w-auto!"
                  >
                    {POINTS.map((one) => (
                      <option key={one} value={one}>
                        {t(`words.points.${one}`)}
                      </option>
                    ))}
                  </select>
                </label>
              )}
              <p className="mt-4 text-xs text-pretty text-muted">
                {[answer?.source, entry?.source]
                  .flatMap((source) => (source ? [t('words.source', source)] : []))
                  .join(' · ')}
                {word?.morph && answer?.parsing && ` · ${t('words.parsedBy', answer.parsing)}`}
                {isUnparsed &&
                  !answer?.parsing &&
                  ` · ${t('words.parsingNone', { text: PARSED_TEXTS[word.language] })}`}
                {language === 'ko' && gloss !== null && !isGlossKorean && ` · ${t('words.inEnglish')}`}
              </p>
            </>
          )}
        </>
      )}
    </aside>
  )
}
export default WordSheet
