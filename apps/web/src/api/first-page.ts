import type { QueryClient } from '@tanstack/react-query'
import type { Catalogue } from '../locales/catalogues.ts'
import type { Language } from '../locales/words.ts'

/** A request for a page, by a browser or a program. */
export type Visit = {
  /** The values of :names in the path. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** The query parameters that the page declares in `search`. */
  readonly search: URLSearchParams
  /** The requested language. Null means that it is unknown, as for a search engine. */
  readonly language: Language | null
  /** Filled with the queries of the page while it is rendered. */
  readonly queries: QueryClient
}

/** The result of a request. `language` is the page's own, for a request that has none. */
export type Prepared =
  | { readonly status: 'found' | 'absent'; readonly language?: Language }
  | { readonly status: 'moved'; readonly to: string }
  /** Only script in the browser can choose the page. A browser without script goes to `withoutScript`. */
  | { readonly status: 'unknown'; readonly withoutScript: string }

/**
 * A page whose first HTML comes from the server. It is the same for every visitor, so `prepare` must not read personal data. Throws
 * ApiProblem when its data is unavailable; then the browser renders the page.
 */
export type FirstPage = {
  /** As in the router. */
  readonly path: string
  /** The page's module in Vite's manifest: its files load together with the HTML. */
  readonly module: string
  /** The catalogues of its words, as its route names them. */
  readonly words: readonly Catalogue[]
  /** The query parameters that change the page. The server ignores all others. */
  readonly search?: readonly string[]
  prepare(visit: Visit): Promise<Prepared>
}
