import type { Found } from '@pathlight/contracts/bible-search.ts'
import { BOOKS } from '@pathlight/scripture/books.ts'
import { useTranslation } from 'react-i18next'
import { nameOfBook } from '../../bible/passage-names.ts'
import { useLanguage } from '../../locales/use-language.tsx'

/** The sizes in units of the drawing, which stretches to the page's width. */
const [STEP, BAR, BETWEEN_TESTAMENTS, HEIGHT, LEAST] = [10, 7, 12, 100, 4]
/** The most books that the description names. */
const NAMED = 3

const OLD = BOOKS.filter(({ testament }) => testament === 'old').length
const WIDTH = BOOKS.length * STEP + BETWEEN_TESTAMENTS
const leftOf = (index: number): number => (index - 1) * STEP + (index > OLD ? BETWEEN_TESTAMENTS : 0)

/**
 * A chart of the number of results in each book, from Genesis to Revelation. The filter by book (search-filters.tsx)
 * has the exact numbers.
 */
export const BookChart = ({ books, chosen }: { books: Found['books']; chosen: string | null }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const counts = new Map(books.map(({ book, count }) => [book, count]))
  const most = Math.max(...counts.values())
  const named = books
    .toSorted((a, b) => b.count - a.count)
    .slice(0, NAMED)
    .map(({ book, count }) => `${nameOfBook(book, language)} ${count.toLocaleString(language)}`)
  return (
    <figure className="my-4">
      <svg
        role="img"
        aria-label={t('search.chart', { most: named.join(', ') })}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-12 w-full border-b border-line"
      >
        {BOOKS.map(({ index, name }) => {
          const count = counts.get(name.en) ?? 0
          const height = count === 0 ? 0 : Math.max(LEAST, (count / most) * HEIGHT)
          return (
            <rect
              key={index}
              x={leftOf(index)}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              className={chosen === null || chosen === name.en ? 'fill-accent' : 'fill-line-strong'}
            />
          )
        })}
      </svg>
      <figcaption aria-hidden className="mt-1 grid grid-cols-[minmax(0,39fr)_minmax(0,27fr)] text-xs text-muted">
        <span>{nameOfBook('Genesis', language)}</span>
        <span className="flex flex-wrap justify-between gap-x-2 wrap-anywhere">
          <span>{nameOfBook('Matthew', language)}</span>
          <span>{nameOfBook('Revelation', language)}</span>
        </span>
      </figcaption>
    </figure>
  )
}
