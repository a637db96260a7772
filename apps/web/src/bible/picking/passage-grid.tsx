import { BOOKS, type Book, bookName } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceStorage } from '../../device/device-storage.ts'
import type { Language } from '../../locales/words.ts'
import { ChevronLeft } from '../../ui/icons.ts'
import { moveInGrid } from '../../ui/move-in-grid.ts'
import { chapterHeading } from '../passage-names.ts'
import type { Destination } from './complete-passage.ts'

/** The order of the books: that of the Bible, or alphabetical (가나다). */
type Order = 'bible' | 'alphabet'
const ORDER = 'passages.order'
const savedOrder = (): Order => (deviceStorage.get(ORDER) === 'alphabet' ? 'alphabet' : 'bible')

type Selection = { readonly book: Book; readonly chapter: number | null }

type CellsProps = {
  readonly label: string
  /** Wide cells, for names. */
  readonly wide?: boolean
  /** The language of the cells' words, if it is not the interface's. */
  readonly lang?: Language
  readonly cells: readonly { readonly key: string | number; readonly words: string; readonly name?: string }[]
  /** The cell of the open passage. */
  readonly openCell?: string | number | undefined
  readonly focus: boolean
  readonly onPick: (key: string | number) => void
}

/** A grid of large buttons, with one stop of the Tab key. */
const Cells = ({ label, wide = false, lang, cells, openCell, focus, onPick }: CellsProps) => {
  const grid = useRef<HTMLDivElement>(null)
  const first = cells.some(({ key }) => key === openCell) ? openCell : cells[0]?.key
  // The pressed button is gone with the previous step, so this step takes the focus.
  useEffect(() => {
    if (focus) grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus()
  }, [focus])
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields of a form
    <div
      ref={grid}
      role="group"
      aria-label={label}
      onKeyDown={moveInGrid}
      className={`grid gap-1 ${wide ? 'grid-cols-[repeat(auto-fill,minmax(min(100%,6.6rem),1fr))] wide:grid-cols-[repeat(auto-fill,minmax(7.2rem,1fr))]' : 'grid-cols-[repeat(auto-fill,minmax(3rem,1fr))]'}`}
    >
      {cells.map(({ key, words, name }) => (
        <button
          key={key}
          type="button"
          data-cell
          lang={lang}
          tabIndex={key === first ? 0 : -1}
          aria-label={name}
          aria-current={key === openCell ? 'location' : undefined}
          onClick={() => onPick(key)}
          className={`min-h-11.5 rounded-sm border border-line px-1.5 text-sm leading-tight font-medium tabular-nums max-[23.4rem]:px-1 max-[23.4rem]:text-[0.8125rem] hover:border-line-strong aria-[current]:border-accent aria-[current]:text-accent ${wide ? 'text-left' : ''}`}
        >
          {words}
        </button>
      ))}
    </div>
  )
}

const Step = ({ title, onBack, children }: { title: ReactNode; onBack: () => void; children: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-1">
        <button type="button" onClick={onBack} className="control quiet -ml-3 min-h-11! px-2!">
          <ChevronLeft size={18} strokeWidth={1.8} aria-hidden />
          {t('go.back')}
        </button>
        <h3 className="font-scripture text-lg font-semibold">{title}</h3>
      </div>
      {children}
    </>
  )
}

type Props = {
  /** The open passage. */
  readonly open: { readonly book: string; readonly chapter: number }
  /** The language of the books' names. */
  readonly names: Language
  readonly onGo: (to: Destination) => void
}

/** A passage picker by pressing: books, then chapters, then verses. */
export const PassageGrid = ({ open, names, onGo }: Props) => {
  const { t } = useTranslation()
  const [order, setOrder] = useState(savedOrder)
  const [at, setAt] = useState<Selection | null>(null)
  const [hasMoved, setHasMoved] = useState(false)
  const step = (to: Selection | null) => {
    setHasMoved(true)
    setAt(to)
  }
  const change = (to: Order) => {
    deviceStorage.set(ORDER, to)
    setOrder(to)
  }
  if (at === null) {
    const shelves =
      order === 'alphabet'
        ? [
            {
              label: t('go.books'),
              books: BOOKS.toSorted((a, b) => bookName(a, names).localeCompare(bookName(b, names), names)),
            },
          ]
        : (['old', 'new'] as const).map((testament) => ({
            label: t(testament === 'old' ? 'reader.oldTestament' : 'reader.newTestament'),
            books: BOOKS.filter((book) => book.testament === testament),
          }))
    return (
      <>
        <div className="mb-2 flex flex-wrap gap-1">
          {(['bible', 'alphabet'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={order === one}
              onClick={() => change(one)}
              className="control quiet min-h-11! px-3! aria-pressed:text-accent"
            >
              {t(one === 'bible' ? 'go.byBible' : 'go.byAlphabet')}
            </button>
          ))}
        </div>
        {shelves.map(({ label, books }, index) => (
          <section key={label} aria-label={label} className="not-first:mt-4">
            <h3 className="mb-1.5 text-sm font-semibold text-muted">{label}</h3>
            <Cells
              label={label}
              wide
              lang={names}
              cells={books.map((book) => ({ key: book.name.en, words: bookName(book, names) }))}
              openCell={open.book}
              focus={hasMoved && index === 0}
              onPick={(key) => {
                const book = books.find(({ name }) => name.en === key)
                if (book) step({ book, chapter: chapterCount(book) === 1 ? 1 : null })
              }}
            />
          </section>
        ))}
      </>
    )
  }
  const { book, chapter } = at
  const name = bookName(book, names)
  if (chapter === null)
    return (
      <Step key="chapters" title={<span lang={names}>{name}</span>} onBack={() => step(null)}>
        <Cells
          label={t('go.chapters', { book: name })}
          lang={names}
          cells={Array.from({ length: chapterCount(book) }, (_, index) => ({
            key: index + 1,
            words: String(index + 1),
            name: chapterHeading(book.name.en, index + 1, names),
          }))}
          openCell={open.book === book.name.en ? open.chapter : undefined}
          focus
          onPick={(key) => step({ book, chapter: Number(key) })}
        />
      </Step>
    )
  const heading = chapterHeading(book.name.en, chapter, names)
  const goTo = (verses: readonly number[]) => onGo({ book: book.name.en, chapter, verses })
  return (
    <Step
      key="verses"
      title={<span lang={names}>{heading}</span>}
      onBack={() => step(chapterCount(book) === 1 ? null : { book, chapter: null })}
    >
      <button type="button" onClick={() => goTo([])} className="control primary mb-2 min-h-11! w-full">
        {t('go.whole', { heading })}
      </button>
      <Cells
        label={t('go.verses', { heading })}
        cells={Array.from({ length: verseCount(book, chapter) }, (_, index) => ({
          key: index + 1,
          words: String(index + 1),
          name: t('reader.verse', { verse: index + 1 }),
        }))}
        focus
        onPick={(key) => goTo([Number(key)])}
      />
    </Step>
  )
}
