import { findBook } from '@pathlight/scripture/books.ts'

/** What is looked for, as it stands in the address. */
export type SearchAsked = {
  /** As it was typed, without blanks around it; empty where nothing is looked for yet. */
  readonly query: string
  /** A version's code, or null for all that are here. */
  readonly version: string | null
  readonly testament: 'old' | 'new' | null
  /** The English name of a book. */
  readonly book: string | null
  readonly order: 'relevance' | 'book'
  /** Where the page before ended, for a person who turns pages without script. */
  readonly after: string | null
}

/** The names that they have in the address. */
export const SEARCH_NAMES = ['query', 'version', 'testament', 'book', 'order', 'after'] as const

/** Leaves out nonsense in an address. It keeps the query and the version: the server says what is wrong with those. */
export const readSearch = (search: URLSearchParams): SearchAsked => {
  const testament = search.get('testament')
  const book = findBook(search.get('book') ?? '')
  return {
    query: (search.get('query') ?? '').trim(),
    version: search.get('version')?.trim().toUpperCase() || null,
    testament: testament === 'old' || testament === 'new' ? testament : null,
    book: book?.name.en ?? null,
    order: search.get('order') === 'book' ? 'book' : 'relevance',
    after: search.get('after') || null,
  }
}

const paramsOf = ({ order, ...asked }: SearchAsked): URLSearchParams => {
  const given = SEARCH_NAMES.flatMap((name): [string, string][] => {
    const value = name === 'order' ? (order === 'book' ? order : null) : asked[name]
    return value ? [[name, value]] : []
  })
  return new URLSearchParams(given)
}

/** Its address. */
export const searchPath = (asked: SearchAsked): string => {
  const params = paramsOf(asked)
  return params.size > 0 ? `/search?${params}` : '/search'
}

/** The server's call for a page of it. `prefer`: codes of the versions whose texts are wanted first. */
export const findPath = (asked: SearchAsked, prefer: readonly string[]): string => {
  const params = paramsOf(asked)
  if (prefer.length > 0) params.set('prefer', prefer.join(','))
  return `/api/bible/find?${params}`
}

/** Whether something narrows it, or it is not seen from its beginning. */
export const isNarrowed = ({ version, testament, book, after }: SearchAsked): boolean =>
  [version, testament, book, after].some((one) => one !== null)
