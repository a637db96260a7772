import type { OddPlace } from '@pathlight/contracts/odd-places.ts'
import { bookByIndex } from '@pathlight/scripture/books.ts'
import { useTranslation } from 'react-i18next'
import { chapterHeading, nameOfBook, verseReference } from '../../bible/passage-names.ts'
import { useLanguage } from '../../locales/use-language.tsx'

/** The reference of a verse. `id` is a verse id. */
export const verseName = (id: number, language: 'en' | 'ko'): string =>
  verseReference(
    {
      book: bookByIndex(Math.floor(id / 1_000_000))?.name.en ?? '',
      chapter: Math.floor(id / 1000) % 1000,
      verse: id % 1000,
    },
    language,
  )

/** The reference of a verse, or of a chapter if the id's verse is 0. */
const placeName = (id: number, language: 'en' | 'ko'): string =>
  id % 1000 > 0
    ? verseName(id, language)
    : chapterHeading(bookByIndex(Math.floor(id / 1_000_000))?.name.en ?? '', Math.floor(id / 1000) % 1000, language)

/**
 * The parameters of a sentence, with verse ids and book names turned into words. `count` is renamed to `many`, because
 * i18next would choose a plural form by `count`.
 */
const paramsInWords = ({ kind, params }: OddPlace, language: 'en' | 'ko') =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (['verse', 'with', 'after'].includes(name) && Number(value) > 1_000_000)
        return [name, kind === 'number_read' ? placeName(Number(value), language) : verseName(Number(value), language)]
      if (name === 'book') return [name, nameOfBook(String(value), language)]
      if (name === 'count') return ['many', value]
      if (name !== 'books') return [name, value]
      const books = String(value).split(', ')
      return [name, books.map((book) => nameOfBook(book, language)).join(', ')]
    }),
  )

const OddPlaceList = ({ odd }: { odd: readonly OddPlace[] }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <ul className="grid gap-3">
      {odd.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two oddities may be the same.
        <li key={at} className="text-[0.9375rem] text-pretty">
          {t(`aboutText.kinds.${one.kind}`, paramsInWords(one, language))}
          {one.file !== null && (
            <span className="block text-xs text-muted wrap-anywhere">
              {one.line === null ? one.file : t('aboutText.line', { file: one.file, line: one.line })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The number of oddities that are shown at first. */
const SHOWN_AT_ONCE = 10

/** The list of the oddities in a text's source, each with its place. */
export const OddPlaces = ({ odd, total }: { odd: readonly OddPlace[]; total: number }) => {
  const { t } = useTranslation()
  const more = odd.slice(SHOWN_AT_ONCE)
  return (
    <>
      <OddPlaceList odd={odd.slice(0, SHOWN_AT_ONCE)} />
      {more.length > 0 && (
        <details className="mt-3">
          <summary className="control quiet -ml-4 w-fit cursor-pointer">
            {t('aboutText.moreOdd', { many: total - SHOWN_AT_ONCE })}
          </summary>
          <div className="mt-2">
            <OddPlaceList odd={more} />
          </div>
          {total > odd.length && (
            <p className="mt-3 text-sm text-muted">{t('aboutText.andMore', { more: total - odd.length })}</p>
          )}
        </details>
      )}
    </>
  )
}
