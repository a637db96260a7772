import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Packing } from '@pathlight/http/pack-answers.ts'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createPageCache, type PackedPage, type RenderedPage } from './page-cache.ts'

/** The size of the cache of rendered pages, in bytes. */
const CACHE_BYTES = 64 * 1024 * 1024
/**
 * How long a page or answer is cached, in milliseconds. The time is limited because the daily verse changes, and the
 * keys of the cache do not.
 */
const CACHE_MS = 10 * 60_000
/**
 * In milliseconds. If the server has not rendered a page within this time, the browser renders the page. The page's
 * text may come from a slow service.
 */
const PREPARED_WITHIN_MS = 3_000
/**
 * The size of the cache of answers from services, in characters. The list of versions, for example, is needed for every
 * page.
 */
const ANSWERS_CHARACTERS = 4 * 1024 * 1024
/** After this many seconds a browser without scripts reloads a page that could not be rendered. */
const RELOAD_AFTER_S = 3
/** The size of the cache of routes by address, in bytes. People can request any address, so the cache needs a bound. */
const ROUTES_BYTES = 4 * 1024 * 1024
/** The longest address whose route is cached, in characters. */
const LONGEST_CACHED_ADDRESS = 512
/** Roughly the size of a cached route without its address, in bytes. */
const ROUTE_OVERHEAD_BYTES = 500

type Language = 'en' | 'ko'
export type Moved = { readonly status: 301; readonly to: string }
/** What a page's HTML depends on, beside the address. */
type RenderContext = {
  readonly language: Language | null
  /** The language in the address (?lang=ko), for search engines. It has precedence over all other choices. */
  readonly named: Language | null
  readonly origin: string
}

const namedIn = (address: string): Language | null => {
  const named = /[?&]lang=(en|ko)(?:&|$)/.exec(address)?.[1]
  return named === 'en' || named === 'ko' ? named : null
}
/** The part of the Fetch API's Response that pages use. */
export type Answer = {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
  /** The parsed JSON, if the answer came without serialization. */
  readonly value?: unknown
}
/** Calls a service of this process for the client that requested the page. */
export type Ask = (path: string) => Promise<Answer>
/** A page that the server can render. Pages with the same `key` have the same content. */
type Renderable = {
  readonly key: string
  render(asked: RenderContext & { readonly ask: Ask }): Promise<RenderedPage | Moved>
}
/** The page service's view of the web app's server build, which is imported at run time. */
type Renderer = {
  find(address: string): Renderable | null
  /** The paths of all pages, such as /bible/:version/about, including those that only the browser renders. */
  readonly paths: readonly string[]
  /**
   * The empty page in which the browser renders. `withoutScript`: the path that a browser without scripts opens after
   * `afterS` seconds.
   */
  shell(asked: RenderContext, withoutScript?: { readonly path: string; readonly afterS: number }): RenderedPage
  /** The page of the shared item with this id and key. `ask` answers the content of the shared item. */
  shared(id: string, key: string, asked: RenderContext & { readonly ask: Ask }): Promise<RenderedPage | Moved>
  /** The language by the cookie (`chosen`) and Accept-Language (`accepted`). */
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
  /** The site's origin: https://example.org */
  readonly origin: string
  /** The value of the cookie `language`. */
  readonly chosen: string | undefined
  /** The value of the header Accept-Language. */
  readonly accepted: string | undefined
  readonly packing: Packing
  readonly ask: Ask
}

export type FirstHtml = {
  /** The paths of all pages, such as /bible/:version/about. */
  readonly paths: readonly string[]
  /**
   * The rendered page at an address (which begins with /), or the empty page if the rendering fails or takes too long,
   * or if only the browser renders this page.
   */
  page(visit: Visit): Promise<PackedPage | Moved>
  /** The HTML of a shared item, which is not cached. Throws if the rendering fails. */
  shared(id: string, key: string, visit: Omit<Visit, 'packing'>): Promise<RenderedPage>
}

/**
 * Renders the pages of the build in `folder` and caches them; null: there is no build. `stamp` changes with the
 * library's texts, and is a part of the cache's keys.
 */
export const openFirstHtml = async (
  folder: string,
  stamp: () => string,
  logger: FastifyBaseLogger,
): Promise<FirstHtml | null> => {
  const renderer = await openRenderer(folder)
  if (!renderer) return null
  const cache = createPageCache({ maxBytes: CACHE_BYTES, maxAgeMs: CACHE_MS })
  const routes = new LRUCache<string, { readonly page: Renderable | null }>({
    maxSize: ROUTES_BYTES,
    // The bytes of an entry. For each character of the address they are estimated at four, because V8 keeps whole
    // request lines in memory for the address and for the route's parameters, which are parts of it.
    sizeCalculation: (_route, address) => 4 * address.length + ROUTE_OVERHEAD_BYTES,
  })
  const find = (address: string): Renderable | null => {
    const cached = routes.get(address)
    if (cached) return cached.page
    const page = renderer.find(address)
    if (address.length <= LONGEST_CACHED_ADDRESS) routes.set(address, { page })
    return page
  }

  const answers = new LRUCache<string, Answer>({ maxSize: ANSWERS_CHARACTERS, ttl: CACHE_MS })
  const askOnce =
    (origin: string, library: string, ask: Ask): Ask =>
    async (path) => {
      const key = `${path} ${origin} ${library}`
      const cached = answers.get(key)
      if (cached) return cached
      const answer = await ask(path)
      const isPublic = answer.headers.get('cache-control')?.includes('public') === true
      // An answer with `value` came without HTTP, so caching it would save nothing.
      if (answer.ok && isPublic && answer.value === undefined)
        answers.set(key, answer, { size: key.length + (await answer.text()).length })
      return answer
    }

  const renderNow = async (
    page: Renderable | null,
    context: RenderContext,
    ask: Ask,
  ): Promise<RenderedPage | Moved> => {
    if (!page) return renderer.shell(context)
    // A plain timer is used, because with p-timeout each page's HTML (94 KB) stayed in memory until a major garbage
    // collection.
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(late.resolve, PREPARED_WITHIN_MS, null)
    try {
      const rendered = await Promise.race([page.render({ ...context, ask }), late.promise])
      if (rendered) return rendered
    } catch (error) {
      logger.warn({ err: error, page: page.key }, 'a page could not be rendered; the browser renders it')
    } finally {
      clearTimeout(timer)
    }
    // A browser without scripts reloads the page, because the rendering may be faster the next time.
    return { ...renderer.shell(context, { path: page.key, afterS: RELOAD_AFTER_S }), kept: false }
  }

  const contextOf = ({ address, origin, chosen, accepted }: Omit<Visit, 'packing'>): RenderContext => {
    const named = namedIn(address)
    return { origin, named, language: named ?? renderer.language(chosen, accepted) }
  }

  return {
    paths: renderer.paths,
    shared: async (id, key, visit) => {
      const rendered = await renderer.shared(id, key, { ...contextOf(visit), ask: visit.ask })
      if (!('html' in rendered)) throw new Error('The page of a shared item moves nowhere')
      return rendered
    },
    page: ({ packing, ask, ...visit }) => {
      const page = find(visit.address)
      const context = contextOf({ ...visit, ask })
      const library = stamp()
      const key = `${page?.key ?? ''} ${context.language} ${context.named} ${context.origin} ${library}`
      return cache.get<Moved>(key, packing, () => renderNow(page, context, askOnce(context.origin, library, ask)))
    },
  }
}
