import type { Version } from '@pathlight/contracts/bible.ts'
import { BOOKS, bookName, findBook } from '@pathlight/scripture/books.ts'
import { ArrowRight, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ComponentProps, type FormEvent, useState } from 'react'
import { bookLanguage } from '../../bible/passage-names.ts'
import type { Place } from '../../bible/place.ts'
import { useTranslation } from '../../locales/translation.ts'
import { IconButton } from '../../ui/button.tsx'

/** A native select that looks like words. */
const Pick = ({ className = '', ...select }: ComponentProps<'select'>) => (
  <span className={`relative flex min-w-0 items-center ${className}`}>
    <select
      {...select}
      className="field-sizing-content h-11 w-full min-w-0 appearance-none truncate rounded-sm border border-transparent bg-transparent pr-6 pl-2 max-[359px]:pr-1 max-[359px]:pl-1.5 text-[0.9375rem] font-semibold transition-colors duration-(--fast) hover:border-line hover:bg-surface wide:h-10"
    />
    <ChevronDown
      size={15}
      strokeWidth={2}
      className="pointer-events-none absolute right-1.5 text-muted max-[359px]:hidden"
      aria-hidden
    />
  </span>
)

type Props = {
  readonly column: Place
  readonly versions: readonly Version[]
  readonly previous: Place | null
  readonly next: Place | null
  readonly onGo: (to: Place) => void
}

/** One line: which version, book and chapter; the chapter before and after. */
export const ColumnHeader = ({ column, versions, previous, next, onGo }: Props) => {
  const { t } = useTranslation()
  // What is being typed, until it is gone to or the column shows another chapter.
  const [typed, setTyped] = useState<{ over: Place; chapter: string } | null>(null)
  const shown = typed?.over === column ? typed.chapter : String(column.chapter)

  const version = versions.find(({ code }) => code === column.version)
  const language = bookLanguage(version?.language ?? 'en')
  const there = version && version.books.length > 0 ? new Set(version.books) : null
  const book = findBook(column.book)
  const testaments = (['old', 'new'] as const).map((testament) => ({
    label: t(testament === 'old' ? 'reader.oldTestament' : 'reader.newTestament'),
    books: BOOKS.filter((one) => one.testament === testament && (there === null || there.has(one.index))),
  }))
  const here = versions.filter(({ available }) => available)
  const away = versions.filter(({ available }) => !available)
  const option = ({ code }: Version) => (
    <option key={code} value={code}>
      {code}
    </option>
  )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chapter = Math.max(1, Number(shown))
    setTyped(null)
    onGo({ ...column, chapter })
  }
  return (
    <div className="print:hidden sticky top-(--bar) z-10 border-b border-line bg-paper">
      {/* Without script it leads to the same chapter: first-reading.ts. */}
      <form
        action="/bible-reading"
        onSubmit={submit}
        className="mx-auto flex h-13 max-w-(--measure) items-center gap-0.5 px-1 wide:px-4"
      >
        <Pick
          aria-label={t('reader.version')}
          name="version"
          value={column.version}
          onChange={(event) => onGo({ ...column, version: event.target.value })}
          className="shrink-0"
        >
          {!version && <option value={column.version}>{column.version}</option>}
          {here.map(option)}
          {away.length > 0 && <optgroup label={t('reader.notHere')}>{away.map(option)}</optgroup>}
        </Pick>
        <Pick
          aria-label={t('reader.book')}
          name="book"
          lang={language}
          value={column.book}
          onChange={(event) => onGo({ ...column, book: event.target.value, chapter: 1 })}
          className="shrink"
        >
          {/* Of a text that lacks it, the book asked for is shown all the same: another one would seem chosen. */}
          {book && there && !there.has(book.index) && <option value={column.book}>{bookName(book, language)}</option>}
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
          value={shown}
          onFocus={(event) => event.target.select()}
          onChange={(event) =>
            setTyped({ over: column, chapter: event.target.value.replace(/\D/g, '').slice(0, 3).replace(/^0+/, '') })
          }
          onBlur={() => shown === '' && setTyped(null)}
          className="h-11 w-11 shrink-0 rounded-sm border border-line bg-surface text-center text-[0.9375rem] font-semibold tabular-nums wide:h-9 wide:w-12"
        />
        <IconButton type="submit" icon={ArrowRight} label={t('reader.go')} />
        <span className="grow" />
        <IconButton
          icon={ChevronLeft}
          label={t('reader.previous')}
          className="noscript:hidden"
          disabled={!previous}
          onClick={() => previous && onGo(previous)}
        />
        <IconButton
          icon={ChevronRight}
          label={t('reader.next')}
          className="noscript:hidden"
          disabled={!next}
          onClick={() => next && onGo(next)}
        />
      </form>
    </div>
  )
}
