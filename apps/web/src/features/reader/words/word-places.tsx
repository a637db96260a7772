import { BOOKS, findBook } from '@pathlight/scripture/books.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { nameOfBook, verseReference } from '../../../bible/passage-names.ts'
import { passagePath } from '../../../bible/passage-path.ts'
import { versionsQuery } from '../../../bible/versions-query.ts'
import { useLanguage } from '../../../locales/use-language.tsx'
import { ArrowRight } from '../../../ui/icons.ts'
import { MarkedText } from '../../../ui/marked-text.tsx'
import { NOTHING, withPoints } from './hebrew-points.ts'
import { usePoints } from './use-points.ts'
import { placesQuery } from './words-query.ts'

type Props = {
  /** The query that finds the word. Null if the word cannot be searched. */
  readonly query: string | null
  /** The code of the version that is searched. */
  readonly version: string
  /** The English name of the open book. */
  readonly book: string
  /** How often the word occurs in the chapter. */
  readonly here: number
  /** How often the word occurs in the version's text. Null if that is unknown. */
  readonly everywhere: number | null
}

/** A chart of the number of verses with the word, for each book of a testament. */
const Chart = ({ books, open }: { books: readonly { book: string; count: number }[]; open: string }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const [first] = books
  const testament = findBook(first?.book ?? open)?.testament
  const bars = BOOKS.filter((book) => book.testament === testament).map(({ name }) => ({
    name,
    count: books.find(({ book }) => book === name.en)?.count ?? 0,
  }))
  const most = Math.max(...bars.map(({ count }) => count), 1)
  const nameAt = (index: number) => bars.at(index)?.name[language] ?? ''
  const inWords = bars
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${name[language]} ${count}`)
    .join(', ')
  return (
    <>
      <div role="img" aria-label={t('words.byBook', { books: inWords })} className="word-chart">
        {bars.map(({ name, count }) => (
          <i
            key={name.en}
            title={`${name[language]} ${count}`}
            data-here={name.en === open ? '' : undefined}
            style={{ height: count === 0 ? '2px' : `${Math.max(8, (100 * count) / most)}%` }}
          />
        ))}
      </div>
      <p aria-hidden className="flex justify-between border-b border-line pb-1 text-xs text-muted">
        <span>{nameAt(0)}</span>
        <span>{nameAt(-1)}</span>
      </p>
    </>
  )
}

/** The places of a word: how many there are, in which books, the first verses, and a link to all of them. */
export const WordPlaces = ({ query, version, book, here, everywhere }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const [points] = usePoints()
  const { data: list } = useQuery({ ...versionsQuery, enabled: false })
  const { data: found } = useQuery({ ...placesQuery(query ?? '', version), enabled: query !== null })
  const inBook = found?.books.find((one) => one.book === book)?.count ?? 0
  const textLanguage = list?.versions.find(({ code }) => code === version)?.language
  return (
    <section aria-label={t('words.places')} className="mt-4 border-t border-line pt-3">
      <p className="text-sm">
        {t('words.here', { count: here })}
        {everywhere !== null && everywhere > 0 && ` · ${t('words.everywhere', { count: everywhere, version })}`}
      </p>
      {found && found.total > 0 && (
        <>
          <Chart books={found.books} open={book} />
          <p className="mt-1 text-sm text-muted">
            {t('words.verses', { count: found.total, version })}
            {inBook > 0 && (
              <b className="text-ink"> {t('words.versesIn', { count: inBook, book: nameOfBook(book, language) })}</b>
            )}
          </p>
          <ul>
            {found.hits.map(({ id, book: name, texts: [text] }) => {
              if (!text) return null
              const place = { book: name, chapter: text.chapter, verse: text.verse }
              return (
                <li key={id} className="border-b border-line">
                  <Link to={passagePath({ ...place, version: text.version }, text.verse)} className="block py-3">
                    <b className="font-scripture text-sm">{verseReference(place, language)}</b>
                    <span
                      lang={textLanguage}
                      dir="auto"
                      className="original line-clamp-2 font-scripture leading-relaxed"
                      data-points={points}
                    >
                      <MarkedText text={withPoints(text.text, points, NOTHING)} marks={text.marks} />
                    </span>
                  </Link>
                </li>
              )
            })}
          </ul>
        </>
      )}
      {query !== null && (
        <Link
          to={`/search?${new URLSearchParams({ query, version, order: 'book' })}`}
          className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-accent underline-offset-3 hover:underline"
        >
          {t('words.everyPlace')}
          <ArrowRight size={16} strokeWidth={1.8} aria-hidden />
        </Link>
      )}
    </section>
  )
}
