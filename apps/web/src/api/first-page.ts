import type { QueryClient } from '@tanstack/react-query'
import type { Catalogue } from '../locales/catalogues.ts'
import type { Language } from '../locales/words.ts'

/** A request for a page, by a browser or a program. */
export type Visit = {
  /** The values of :names in the path. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** The query parameters that the page declares in `search`. */
  readonly search: URLSearchParams
  /**
   * The hash of the address with its #. Only the page of a shared item has one: the item's key, which the browser sent
   * in the body of a POST (public/shared-words.js). Otherwise empty.
   */
  readonly hash: string
  /** The requested language. Null if the request names none, as a search engine's does. */
  readonly language: Language | null
  /** `prepare` fills this client with the data of the page's queries. */
  readonly queries: QueryClient
}

/**
 * How a page answers a request. `language` is the page's own language, for a request that names none. 'long': the page
 * would block the server for too long, so the browser renders it from the queries' data.
 */
export type Prepared =
  | { readonly status: 'found' | 'absent' | 'long'; readonly language?: Language }
  | { readonly status: 'moved'; readonly to: string }
  /** Only a script in the browser can choose the page. The server sends a browser without script to `withoutScript`. */
  | { readonly status: 'unknown'; readonly withoutScript: string }

/**
 * A page whose first HTML comes from the server. The HTML is the same for every visitor, so `prepare` must not read
 * personal data. `prepare` throws ApiProblem when its data is unavailable; then the browser renders the page.
 */
export type FirstPage = {
  /** The path, as the router writes it. */
  readonly path: string
  /** The page's module in Vite's manifest. The module's files load together with the HTML. */
  readonly module: string
  /** The catalogues of the page's words, as its route names them. */
  readonly words: readonly Catalogue[]
  /** The query parameters that change the page. The server ignores all others. */
  readonly search?: readonly string[]
  /** A file of public/ that runs before the first paint, beside before-scripts.js. */
  readonly script?: string
  /** The HTML is the same for all values of the path's :names. The server renders it once, at `path` itself. */
  readonly isSameForAll?: true
  prepare(visit: Visit): Promise<Prepared>
}
