import type { Version } from '@pathlight/contracts/bible.ts'
import { BOOKS, bookName, findBook } from '@pathlight/scripture/books.ts'
import {
  type ComponentProps,
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  lazy,
  type PointerEvent,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { bookLanguage } from '../../../bible/passage-names.ts'
import { useHydrated } from '../../../device/use-hydrated.ts'
import { withWords } from '../../../locales/language.ts'
import type { Chosen, ColumnToolProps } from '../../../study/study-kind.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Fetched } from '../../../ui/fetched.tsx'
import { ArrowRight, ChevronDown, ChevronLeft, ChevronRight, GripVertical, X } from '../../../ui/icons.ts'
import type { Neighbours } from './use-column-text.ts'

const KeepDialog = lazy(() => withWords(['keep'], () => import('../../../bible/kept-texts/keep-dialog.tsx')))

type PickProps = ComponentProps<'select'> & {
  /** The label of the chosen option, which determines the select's width in every browser. */
  readonly shown: string
}

/** A native select that looks like text. */
const Pick = ({ shown, lang, className = '', ...select }: PickProps) => (
  <span lang={lang} className={`pick ${className}`}>
    <span aria-hidden className="truncate">
      {shown}
    </span>
    <select {...select} />
    <ChevronDown size={15} strokeWidth={2} aria-hidden />
  </span>
)

/** The typed chapter: digits only, and at least 1 (specification section 5); may be empty. */
const chapterIn = (typed: string): string => {
  const digits = typed.replace(/\D/g, '').slice(0, 3)
  return digits === '' ? '' : String(Math.max(1, Number(digits)))
}

/** The controls that move a column in the row, if there are several. */
export type Mover = {
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void
  /** Moves it one place to the left (-1) or right (1). */
  readonly onStep: (by: -1 | 1) => void
}

type Props = {
  readonly column: ChapterReference
  readonly versions: readonly Version[]
  readonly around: Neighbours
  readonly tools: readonly ComponentType<ColumnToolProps>[]
  readonly chosen: Chosen | null
  readonly mover: Mover | null
  /** Null if it is the only column. */
  readonly onClose: (() => void) | null
  readonly onGo: (to: ChapterReference) => void
}

/** Sets the header's height as a CSS property of the column, because in a narrow column the header has two lines. */
const setHeadHeight = (head: HTMLElement | null) => {
  if (!head) return
  const observer = new ResizeObserver(() =>
    head.parentElement?.style.setProperty('--head-height', `${head.offsetHeight}px`),
  )
  observer.observe(head)
  return () => observer.disconnect()
}

/** A column's header: version, book and chapter, previous and next, and the other controls. */
export const ColumnHeader = ({ column, chosen, versions, around, tools, mover, onClose, onGo }: Props) => {
  const { t } = useTranslation()
  const hydrated = useHydrated()
  const [isKeepOpen, setKeepOpen] = useState(false)
  // The typed chapter, until it is opened or the column shows another chapter.
  const [typed, setTyped] = useState<{ over: ChapterReference; chapter: string } | null>(null)
  const chapterText = typed?.over === column ? typed.chapter : String(column.chapter)

  const version = versions.find(({ code }) => code === column.version)
  const language = bookLanguage(version?.language ?? 'en')
  const bookIndexes = version && version.books.length > 0 ? new Set(version.books) : null
  const book = findBook(column.book)
  const testaments = (['old', 'new'] as const).map((testament) => ({
    label: t(testament === 'old' ? 'reader.oldTestament' : 'reader.newTestament'),
    books: BOOKS.filter((one) => one.testament === testament && (bookIndexes === null || bookIndexes.has(one.index))),
  }))
  const installed = versions.filter(({ available }) => available)
  const notInstalled = versions.filter(({ available }) => !available)
  const option = ({ code }: Version) => (
    <option key={code} value={code}>
      {code}
    </option>
  )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chapter = Math.max(1, Number(chapterText))
    setTyped(null)
    onGo({ ...column, chapter })
  }
  const step = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    // Otherwise the same key would also open the next chapter.
    event.preventDefault()
    mover?.onStep(event.key === 'ArrowLeft' ? -1 : 1)
  }
  return (
    <div ref={setHeadHeight} className="column-head print:hidden @container sticky z-10 border-b border-line bg-paper">
      <form
        // Without script the form leads to the same chapter (first-reading.ts).
        action="/bible-reading"
        onSubmit={submit}
        className="mx-auto flex min-h-13 max-w-(--head) flex-wrap items-center gap-0.5 px-1 wide:px-2 @max-[29rem]:wide:gap-0 @max-[29rem]:wide:px-0.5"
      >
        {mover && (
          <button
            type="button"
            aria-label={t('reader.moveColumn', { version: column.version })}
            title={t('reader.moveColumn', { version: column.version })}
            onPointerDown={mover.onGrab}
            onKeyDown={step}
            className="hidden h-10 w-6 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-muted hover:text-ink active:cursor-grabbing wide:grid noscript:hidden"
          >
            <GripVertical size={16} strokeWidth={1.8} aria-hidden />
          </button>
        )}
        <Pick
          aria-label={t('reader.version')}
          name="version"
          value={column.version}
          shown={column.version}
          onChange={({ target: { value } }) => (value ? onGo({ ...column, version: value }) : setKeepOpen(true))}
          className="shrink-0"
        >
          {!version && <option value={column.version}>{column.version}</option>}
          {installed.map(option)}
          {notInstalled.length > 0 && <optgroup label={t('reader.notHere')}>{notInstalled.map(option)}</optgroup>}
          {hydrated && <option value="">{t('reader.keepOffline')}</option>}
        </Pick>
        <Pick
          aria-label={t('reader.book')}
          name="book"
          lang={language}
          value={column.book}
          shown={book ? bookName(book, language) : column.book}
          onChange={(event) => onGo({ ...column, book: event.target.value, chapter: 1 })}
          className="max-w-max shrink grow-999 basis-[4.5rem]"
        >
          {/* A book that the text lacks is still listed while it is open; otherwise another book would seem chosen. */}
          {book && bookIndexes && !bookIndexes.has(book.index) && (
            <option value={column.book}>{bookName(book, language)}</option>
          )}
          {testaments.map(({ label, books }) => (
            <optgroup key={label} label={label}>
              {books.map((book) => (
                <option key={book.index} value={book.name.en}>
                  {bookName(book, language)}
                </option>
              ))}
            </optgroup>
          ))}
        </Pick>
        <input
          aria-label={t('reader.chapter')}
          name="chapter"
          inputMode="numeric"
          autoComplete="off"
          value={chapterText}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped({ over: column, chapter: chapterIn(event.target.value) })}
          onBlur={() => chapterText === '' && setTyped(null)}
          className="h-11 w-[2.75rem] min-w-11 shrink-0 rounded-sm border border-line bg-surface text-center text-[0.9375rem] font-semibold tabular-nums wide:h-9 wide:w-12 @max-[29rem]:wide:w-10"
        />
        <IconButton
          type="submit"
          icon={ArrowRight}
          label={t('reader.go')}
          className={typed?.over === column ? 'text-accent!' : ''}
        />
        <span className="grow" />
        {/* A small screen has them in the thumb bar. */}
        <IconButton
          icon={ChevronLeft}
          label={t('reader.previous')}
          disabled={!around.previous}
          onClick={() => around.previous && onGo(around.previous)}
          className="max-wide:hidden noscript:hidden"
        />
        <IconButton
          icon={ChevronRight}
          label={t('reader.next')}
          disabled={!around.next}
          onClick={() => around.next && onGo(around.next)}
          className="max-wide:hidden noscript:hidden"
        />
        {tools.map((Tool, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tools never change places
          <Tool key={index} column={column} chosen={chosen} onGo={onGo} />
        ))}
        {onClose && (
          <IconButton icon={X} label={t('reader.closeColumn', { version: column.version })} onClick={onClose} />
        )}
      </form>
      <Fetched>{isKeepOpen && <KeepDialog version={column.version} onClose={() => setKeepOpen(false)} />}</Fetched>
    </div>
  )
}
