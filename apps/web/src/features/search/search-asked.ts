import { findBook } from '@pathlight/scripture/books.ts'

/** A search, as in the page's address. */
export type SearchAsked = {
  /** The query without blanks at its ends. Empty before a search. */
  readonly query: string
  /** A version's code. Null for all installed versions. */
  readonly version: string | null
  readonly testament: 'old' | 'new' | null
  /** The English name of a book. */
  readonly book: string | null
  readonly order: 'relevance' | 'book'
  /** Where this page of results begins: the cursor `next` of the page before it. Null for the first page. */
  readonly after: string | null
}

/** The names of the parameters in the address. */
export const SEARCH_NAMES = ['query', 'version', 'testament', 'book', 'order', 'after'] as const

/**
 * Reads a search from an address. Drops an invalid testament, book or order. The other parameters stay, even if they
 * are invalid.
 */
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

export const searchPath = (asked: SearchAsked): string => {
  const params = paramsOf(asked)
  return params.size > 0 ? `/search?${params}` : '/search'
}

/** The path of the call for a page of results. `prefer`: codes of the versions whose texts come first. */
export const findPath = (asked: SearchAsked, prefer: readonly string[]): string => {
  const params = paramsOf(asked)
  if (prefer.length > 0) params.set('prefer', prefer.join(','))
  return `/api/bible/find?${params}`
}

/** Whether the search has a filter, or begins after the first page. */
export const isNarrowed = ({ version, testament, book, after }: SearchAsked): boolean =>
  [version, testament, book, after].some((one) => one !== null)
