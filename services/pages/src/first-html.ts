import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Packing } from '@pathlight/http/pack-answers.ts'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createPageCache, type PackedPage, type RenderedPage } from './page-cache.ts'

/** Rendered pages are kept up to so many bytes. */
const CACHE_BYTES = 64 * 1024 * 1024
/** And so long: the daily verse changes, which no version of the library tells. */
const CACHE_MS = 10 * 60_000
/** A text that has not come from its service by then comes to the browser, which shows that it is being waited for. */
const PREPARED_WITHIN_MS = 3_000
/** Answers that pages were made from are kept up to so many characters: every page asks for the versions, and there is one in each language. */
const ANSWERS_CHARACTERS = 4 * 1024 * 1024
/** A browser without script asks again so many seconds after a page could not be rendered. */
const ASK_AGAIN_S = 3
/** Addresses whose page is known without looking for it, up to so many bytes with what is found: people choose the addresses. */
const KNOWN_ADDRESSES_BYTES = 4 * 1024 * 1024
/** Longer ones are looked for each time. In characters. */
const LONGEST_KNOWN = 512
/** What one takes beside its characters, about. */
const KNOWN_OVERHEAD_BYTES = 500

/** The languages of the interface. */
type Language = 'en' | 'ko'
export type Moved = { readonly status: 301; readonly to: string }
type Asked = {
  readonly language: Language | null
  /** The language that the address itself names (?lang=ko), for search engines: then it is what is wanted. */
  readonly named: Language | null
  readonly origin: string
}

const namedIn = (address: string): Language | null => {
  const named = /[?&]lang=(en|ko)(?:&|$)/.exec(address)?.[1]
  return named === 'en' || named === 'ko' ? named : null
}
/** What a service says, as far as pages read it (of the Fetch API's Response). */
export type Answer = {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
  /** What `text` is the JSON of, where it is at hand. */
  readonly value?: unknown
}
/** Asks a service of this process on behalf of the client that wants the page. */
export type Ask = (path: string) => Promise<Answer>
/** A page that can be rendered here; `key` says what makes a difference. */
type Renderable = { readonly key: string; render(asked: Asked & { readonly ask: Ask }): Promise<RenderedPage | Moved> }
/** The part of apps/web/src/server.tsx that is used here: built apart, it is found only when the app runs. */
type Renderer = {
  find(address: string): Renderable | null
  /** Where the app has pages, rendered here or by the browser: /bible/:version/about. */
  readonly paths: readonly string[]
  /** What a browser renders a page from. `withoutScript`: where one without script goes, after so many seconds. */
  shell(asked: Asked, withoutScript?: { readonly path: string; readonly afterS: number }): RenderedPage
  /** The language for a person who chose `chosen` (cookie) and whose browser prefers `accepted` (Accept-Language). */
  language(chosen: string | undefined, accepted: string | undefined): Language | null
}

const openRenderer = async (folder: string): Promise<Renderer | null> => {
  const server = join(folder, 'server/server.js')
  const template = join(folder, 'client/index.html')
  if (!existsSync(server) || !existsSync(template)) return null
  const manifest = JSON.parse(readFileSync(join(folder, 'client/.vite/manifest.json'), 'utf8'))
  const { createRenderer } = await import(pathToFileURL(server).href)
  return createRenderer(readFileSync(template, 'utf8'), manifest)
}

type Visit = {
  readonly address: string
  /** Where the site is: https://example.org */
  readonly origin: string
  /** The cookie `language`. */
  readonly chosen: string | undefined
  /** Accept-Language. */
  readonly accepted: string | undefined
  readonly packing: Packing
  readonly ask: Ask
}

export type FirstHtml = {
  /** Where the app has pages: /bible/:version/about. */
  readonly paths: readonly string[]
  /** The page at an address (from / on); where it cannot be rendered now, what the browser renders it from. */
  page(visit: Visit): Promise<PackedPage | Moved>
}

/** Renders the pages of the build in `folder`, and keeps them while `stamp`, which names the texts that are here, is the same; null where there is no build. */
export const openFirstHtml = async (
  folder: string,
  stamp: () => string,
  logger: FastifyBaseLogger,
): Promise<FirstHtml | null> => {
  const renderer = await openRenderer(folder)
  if (!renderer) return null
  const cache = createPageCache({ maxBytes: CACHE_BYTES, maxAgeMs: CACHE_MS })
  const known = new LRUCache<string, { readonly page: Renderable | null }>({
    maxSize: KNOWN_ADDRESSES_BYTES,
    // The address, what is found in it, and what either may be cut from.
    sizeCalculation: (_found, address) => 4 * address.length + KNOWN_OVERHEAD_BYTES,
  })
  const find = (address: string): Renderable | null => {
    const found = known.get(address)
    if (found) return found.page
    const page = renderer.find(address)
    if (address.length <= LONGEST_KNOWN) known.set(address, { page })
    return page
  }

  const answers = new LRUCache<string, Answer>({ maxSize: ANSWERS_CHARACTERS, ttl: CACHE_MS })
  const askOnce =
    (library: string, ask: Ask): Ask =>
    async (path) => {
      const key = `${path} ${library}`
      const known = answers.get(key)
      if (known) return known
      const answer = await ask(path)
      const isPublic = answer.headers.get('cache-control')?.includes('public') === true
      // What is at hand costs nothing to ask for.
      if (answer.ok && isPublic && answer.value === undefined)
        answers.set(key, answer, { size: key.length + (await answer.text()).length })
      return answer
    }

  const renderNow = async (page: Renderable | null, asked: Asked, ask: Ask): Promise<RenderedPage | Moved> => {
    if (!page) return renderer.shell(asked)
    // Not p-timeout: beside it V8 kept each page's HTML until it next cleared the old part of its heap (94 KB a page, and 14
    // clearings instead of 8 in 4,500 pages).
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(late.resolve, PREPARED_WITHIN_MS, null)
    try {
      const rendered = await Promise.race([page.render({ ...asked, ask }), late.promise])
      if (rendered) return rendered
    } catch (error) {
      logger.warn({ err: error, page: page.key }, 'a page could not be rendered; the browser renders it')
    } finally {
      clearTimeout(timer)
    }
    // A browser without script asks again: the page may have been late only this time.
    return { ...renderer.shell(asked, { path: page.key, afterS: ASK_AGAIN_S }), kept: false }
  }

  return {
    paths: renderer.paths,
    page: ({ address, origin, chosen, accepted, packing, ask }) => {
      const page = find(address)
      const named = namedIn(address)
      const asked = { origin, named, language: named ?? renderer.language(chosen, accepted) }
      const library = stamp()
      const key = `${page?.key ?? ''} ${asked.language} ${asked.named} ${asked.origin} ${library}`
      return cache.get<Moved>(key, packing, () => renderNow(page, asked, askOnce(library, ask)))
    },
  }
}
