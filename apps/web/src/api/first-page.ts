import type { QueryClient } from '@tanstack/react-query'
import type { Catalogue } from '../locales/catalogues.ts'
import type { Language } from '../locales/words.ts'

/** A person's browser, or a program, asks for a page. */
export type Visit = {
  /** What stands in the address for :names. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** What stands in it after ?, of what the page names in `search`. */
  readonly search: URLSearchParams
  /** The language that it wants, or null where nothing says so (a search engine). */
  readonly language: Language | null
  /** To be filled with what the page asks for while it is rendered. */
  readonly queries: QueryClient
}

/** What comes of a visit. `language`: that of the page itself, for a visit that wants none. */
export type Prepared =
  | { readonly status: 'found' | 'absent'; readonly language?: Language }
  | { readonly status: 'moved'; readonly to: string }
  /** Only the browser knows. A browser without script goes on to `withoutScript`. */
  | { readonly status: 'unknown'; readonly withoutScript: string }

/**
 * A page whose first HTML comes from the server. It is the same for every visitor: `prepare` must ask for nothing that
 * is a person's own. Throws ApiProblem when what it needs cannot be had now; then the browser renders the page.
 */
export type FirstPage = {
  /** As in the router. */
  readonly path: string
  /** The page's module as Vite's manifest names it: its files are fetched together with the HTML. */
  readonly module: string
  /** The words that it says, as its route names them. */
  readonly words: readonly Catalogue[]
  /** The names after ? that what is shown depends on; all others are nothing to the server. */
  readonly search?: readonly string[]
  prepare(visit: Visit): Promise<Prepared>
}
