import type { OddPlace } from '@pathlight/contracts/bible.ts'
import { bookByIndex } from '@pathlight/scripture/books.ts'
import { nameOfBook, verseReference } from '../../bible/passage-names.ts'
import { useLanguage } from '../../locales/translation.ts'
import { useOwnWords } from './use-own-words.ts'

/** A verse id in words. */
export const verseName = (id: number, language: 'en' | 'ko'): string =>
  verseReference(
    {
      book: bookByIndex(Math.floor(id / 1_000_000))?.name.en ?? '',
      chapter: Math.floor(id / 1000) % 1000,
      verse: id % 1000,
    },
    language,
  )

/** Ids of verses and names of books, as the reader knows them. */
const named = (params: OddPlace['params'], language: 'en' | 'ko') =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (['verse', 'with', 'after'].includes(name) && Number(value) > 1_000_000)
        return [name, verseName(Number(value), language)]
      if (name === 'book') return [name, nameOfBook(String(value), language)]
      if (name !== 'books') return [name, value]
      const books = String(value).split(', ')
      return [name, books.map((book) => nameOfBook(book, language)).join(', ')]
    }),
  )

/** What was odd about a text's source, each with its place there. */
export const OddPlaces = ({ odd, total }: { odd: readonly OddPlace[]; total: number }) => {
  const t = useOwnWords()
  const language = useLanguage()
  return (
    <>
      <ul className="grid gap-3">
        {odd.map(({ kind, params, file, line }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of a text never changes, and two may say the same.
          <li key={at} className="text-[0.9375rem] text-pretty">
            {t(`kinds.${kind}`, named(params, language))}
            {file !== null && (
              <span className="block text-xs text-muted wrap-anywhere">
                {line === null ? file : t('line', { file, line })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {total > odd.length && <p className="mt-3 text-sm text-muted">{t('andMore', { more: total - odd.length })}</p>}
    </>
  )
}
