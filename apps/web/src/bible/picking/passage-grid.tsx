import { BOOKS, type Book, bookName, findBook } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceStorage } from '../../device/device-storage.ts'
import type { Language } from '../../locales/words.ts'
import { IconButton } from '../../ui/button.tsx'
import { ArrowRight, ChevronLeft } from '../../ui/icons.ts'
import { moveInGrid } from '../../ui/move-in-grid.ts'
import { chapterHeading } from '../passage-names.ts'
import type { Destination } from './complete-passage.ts'
import { Pick } from './pick.tsx'

/**
 * The key in local storage for the order of the books: `alphabet` (가나다). Any other value means the order of the Bible.
 */
const ORDER = 'passages.order'
/**
 * The key in local storage for what a pressed chapter does. With `asked` it shows its verses; with any other value the
 * page opens the chapter.
 */
const VERSES = 'passages.verses'

/**
 * A button in a grid. `words` is its text, and `name` its label for screen readers. If the text is an abbreviation,
 * `full` is the whole word.
 */
type Cell = { readonly key: string | number; readonly words: string; readonly name?: string; readonly full?: string }
type CellsProps = {
  readonly label: string
  /** The language of the cells' words, if it is not the interface's. */
  readonly lang?: Language
  readonly cells: readonly Cell[]
  /** The key of the chosen cell, such as the book whose chapters are shown. */
  readonly pressed?: string | number | undefined
  /** The key of the open passage's cell. */
  readonly openCell?: string | number | undefined
  readonly focus?: boolean
  readonly onPick: (key: string | number) => void
}

/** A grid of buttons. The Tab key stops once in the whole grid. */
const Cells = ({ label, lang, cells, pressed, openCell, focus = false, onPick }: CellsProps) => {
  const grid = useRef<HTMLDivElement>(null)
  const first = [pressed, openCell].find((key) => cells.some((cell) => cell.key === key)) ?? cells[0]?.key
  useEffect(() => {
    // Scrolls in the next frame, because the picker's other parts still change the page before that frame.
    const frame = requestAnimationFrame(() =>
      grid.current?.querySelector('[aria-current], [aria-pressed=true]')?.scrollIntoView({ block: 'nearest' }),
    )
    if (focus) grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus()
    return () => cancelAnimationFrame(frame)
  }, [focus])
  return (
    // biome-ignore lint/a11y/useSemanticElements: the grid is not a part of a form
    <div ref={grid} role="group" aria-label={label} onKeyDown={moveInGrid} className="picker-cells">
      {cells.map(({ key, words, name, full }) => (
        <button
          key={key}
          type="button"
          data-cell
          lang={lang}
          tabIndex={key === first ? 0 : -1}
          aria-label={name}
          title={full}
          aria-pressed={pressed === undefined ? undefined : key === pressed}
          aria-current={key === openCell ? 'location' : undefined}
          onClick={() => onPick(key)}
        >
          {/* The whole word is not an aria-label, because a label has to contain the button's visible text. */}
          {full === undefined ? words : <span aria-hidden>{words}</span>}
          {full !== undefined && <span className="sr-only">{full}</span>}
        </button>
      ))}
    </div>
  )
}

const numbers = (count: number, name: (number: number) => string): readonly Cell[] =>
  Array.from({ length: count }, (_, at) => ({ key: at + 1, words: String(at + 1), name: name(at + 1) }))

/** The chapter in the typed text: its first three digits, at least 1. Empty if the text has no digit. */
const chapterIn = (typed: string): string => {
  const digits = typed.replace(/\D/g, '').slice(0, 3)
  return digits === '' ? '' : String(Math.max(1, Number(digits)))
}

type Props = {
  readonly open: { readonly book: string; readonly chapter: number }
  readonly names: Language
  /** Whether a pressed chapter always shows its verses. If not, the person can switch that on. */
  readonly asksVerse: boolean
  /** The indexes of the books that the text has. Null if the text has all books, or if that is unknown. */
  readonly has: ReadonlySet<number> | null
  readonly onGo: (to: Destination) => void
}

/**
 * A passage picker of buttons: all books, and beneath them the chapters of the chosen book or the verses of the chosen
 * chapter.
 */
export const PassageGrid = ({ open, names, asksVerse, has, onGo }: Props) => {
  const { t } = useTranslation()
  const [byAlphabet, setByAlphabet] = useState(() => deviceStorage.get(ORDER) === 'alphabet')
  const [verses, setVerses] = useState(() => deviceStorage.get(VERSES) === 'asked')
  const [book, setBook] = useState(() => findBook(open.book))
  const [chapter, setChapter] = useState<number | null>(null)
  const [typed, setTyped] = useState(String(open.chapter))
  /** Whether a press has opened the lower grid, which then takes the focus. */
  const [follows, setFollows] = useState(false)
  const isOpen = book?.name.en === open.book
  const choose = (to: Book | null, byGrid: boolean) => {
    setBook(to)
    setChapter(to && byGrid && asksVerse && chapterCount(to) === 1 ? 1 : null)
    setTyped(to?.name.en === open.book ? String(open.chapter) : '1')
    setFollows(byGrid)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (book) onGo({ book: book.name.en, chapter: Math.max(1, Number(typed)), verses: [] })
  }
  const byName = (a: Book, b: Book) => bookName(a, names).localeCompare(bookName(b, names), names)
  const shelves = byAlphabet
    ? [{ label: t('go.books'), books: BOOKS.toSorted(byName) }]
    : (['old', 'new'] as const).map((testament) => ({
        label: t(testament === 'old' ? 'reader.oldTestament' : 'reader.newTestament'),
        books: BOOKS.filter((one) => one.testament === testament),
      }))
  const toggle = (label: string, on: boolean, change: () => void) => (
    <button
      type="button"
      aria-pressed={on}
      onClick={change}
      className="control quiet min-h-11! px-2! text-xs! aria-pressed:text-accent wide:px-3! wide:text-sm!"
    >
      {label}
    </button>
  )
  const heading = book && chapter !== null ? chapterHeading(book.name.en, chapter, names) : null
  return (
    <>
      <div data-scrolls className="picker-lists">
        {shelves.map(({ label, books }) => (
          <section key={label} aria-label={label}>
            <h3 className="mb-0.5 text-xs font-semibold text-muted">{label}</h3>
            <Cells
              label={label}
              lang={names}
              cells={books.map((one) => ({
                key: one.name.en,
                words: one.abbreviation[names],
                full: bookName(one, names),
              }))}
              pressed={book?.name.en ?? ''}
              onPick={(key) => choose(findBook(String(key)), true)}
            />
          </section>
        ))}
      </div>
      <section className="picker-chapters" aria-label={t('reader.foot')}>
        <form onSubmit={submit} className="flex flex-wrap items-center gap-1 py-1">
          {heading === null ? (
            <>
              <Pick
                aria-label={t('reader.book')}
                lang={names}
                value={book?.name.en}
                shown={book ? bookName(book, names) : ''}
                onChange={({ target }) => choose(findBook(target.value), false)}
                className="min-w-0 shrink"
              >
                {BOOKS.filter((one) => one === book || has === null || has.has(one.index)).map((one) => (
                  <option key={one.index} value={one.name.en}>
                    {bookName(one, names)}
                  </option>
                ))}
              </Pick>
              <input
                aria-label={t('reader.chapter')}
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                onFocus={({ target }) => target.select()}
                onChange={({ target }) => setTyped(chapterIn(target.value))}
                onBlur={() => typed === '' && setTyped('1')}
                className="h-11 w-12 min-w-11 shrink-0 rounded-full bg-sunk text-center text-base font-semibold tabular-nums"
              />
              <IconButton type="submit" icon={ArrowRight} label={t('reader.go')} className="size-11!" />
              <span className="ml-auto" />
              {!asksVerse &&
                toggle(t('go.toVerse'), verses, () => {
                  deviceStorage.set(VERSES, verses ? 'no' : 'asked')
                  setVerses(!verses)
                })}
              {toggle(t('go.byAlphabet'), byAlphabet, () => {
                deviceStorage.set(ORDER, byAlphabet ? 'bible' : 'alphabet')
                setByAlphabet(!byAlphabet)
              })}
            </>
          ) : (
            <>
              <IconButton
                icon={ChevronLeft}
                label={t('go.back')}
                className="size-11!"
                onClick={() => {
                  setChapter(null)
                  setFollows(true)
                }}
              />
              <h3 lang={names} className="min-w-0 grow truncate font-scripture text-lg font-semibold">
                {heading}
              </h3>
              <button
                type="button"
                className="control primary min-h-11!"
                onClick={() => book && chapter && onGo({ book: book.name.en, chapter, verses: [] })}
              >
                {t('go.whole', { heading })}
              </button>
            </>
          )}
        </form>
        <div data-scrolls>
          {book && heading === null && (
            <Cells
              key={book.index}
              label={t('go.chapters', { book: bookName(book, names) })}
              lang={names}
              cells={numbers(chapterCount(book), (one) => chapterHeading(book.name.en, one, names))}
              openCell={isOpen ? open.chapter : undefined}
              focus={follows}
              onPick={(key) => {
                if (!(asksVerse || verses)) return onGo({ book: book.name.en, chapter: Number(key), verses: [] })
                setChapter(Number(key))
                setFollows(true)
              }}
            />
          )}
          {book && chapter !== null && (
            <Cells
              key={`${book.index} ${chapter}`}
              label={t('go.verses', { heading })}
              cells={numbers(verseCount(book, chapter), (verse) => t('reader.verse', { verse }))}
              focus
              onPick={(key) => onGo({ book: book.name.en, chapter, verses: [Number(key)] })}
            />
          )}
        </div>
      </section>
    </>
  )
}
