import { createHash } from 'node:crypto'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { InstalledVersion } from '@pathlight/bible-library/library.ts'
import { askWithin } from '@pathlight/http/admit.ts'
import { isFresh } from '@pathlight/http/conditional.ts'
import { packingFor } from '@pathlight/http/pack-answers.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Ask, openFirstHtml } from './first-html.ts'
import { robots, sitemapIndex, sitemapOf } from './sitemap.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60
/** Where Vite puts files whose name changes with their content. */
const HASHED = /\/assets\/[^/]+$/

/**
 * The one script that may compile WebAssembly: the worker that reads databases of other apps. A worker has a policy of its own, so no page
 * may; this one has its own program and SQLite from here, and nothing else.
 */
const DATABASE_WORKER = /\/assets\/database-worker-[^/]+$/
const DATABASE_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** No page of the app is at a longer path, nor at a longer address with its query: 200 Korean letters of a search are 1,800. In characters. */
const LONGEST_PATH = 512
const LONGEST_ADDRESS = 4_096

/** An address of a file, such as a script of an older build: no page of the app has a dot in its last part. */
const isFile = (path: string): boolean => path.startsWith('/assets/') || path.includes('.', path.lastIndexOf('/') + 1)

/** Says 414 before anything looks at the address: what looks for a page in it takes longer the longer it is. */
const refuseLongAddress = (path: string, address: string): void => {
  if (path.length <= LONGEST_PATH && address.length <= LONGEST_ADDRESS) return
  throw new HttpProblem(414, 'url_too_long', 'The address is too long.')
}

const pathOf = (address: string): string => address.split('?', 1)[0] ?? ''

/** Browsers name HTML when a person opens an address; crawlers, link previews and curl take anything. */
const wantsPage = ({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean => {
  if (method !== 'GET' && method !== 'HEAD') return false
  return accept.includes('text/html') || (accept.includes('*/*') && !isFile(pathOf(url)))
}

/** A name in DNS is no longer, in characters (RFC 1035). */
const LONGEST_HOST = 255

/** Calls this server, without a session, for the client that asks for the page. The limits of that client apply. */
const askFor =
  (request: FastifyRequest, { answerWithin }: Pick<WebAppOptions, 'answerWithin'>): Ask =>
  async (path) => {
    const { server, host, ip } = request
    const within = await answerWithin(path)
    if (within !== null) {
      const { value, cacheControl } = within
      const get = (name: string) => (name === 'cache-control' ? cacheControl : null)
      return { ok: true, status: 200, headers: { get }, text: async () => JSON.stringify(value), value }
    }
    const headers = { accept: 'application/json', host }
    const answer = await askWithin(request, () => server.inject({ url: path, headers, remoteAddress: ip }))
    const { statusCode: status, headers: said, payload } = answer
    return {
      ok: status >= 200 && status < 300,
      status,
      headers: { get: (name) => (said[name] === undefined ? null : String(said[name])) },
      text: async () => payload,
    }
  }

/** Whether it is a page for admins only. */
const isOfAdmins = (path: string): boolean => path === '/admin' || path.startsWith('/admin/')

/** The path of a page of this site; home for everything else. Two slashes at its beginning would name another site. */
const ownPath = (asked: unknown): string => {
  if (typeof asked !== 'string' || !URL.canParse(asked, 'http://here')) return '/'
  const { host, pathname, search } = new URL(asked, 'http://here')
  return host === 'here' && !pathname.startsWith('//') ? pathname + search : '/'
}

/** For browsers without script: remembers the language `to` and goes back to the page `back` of this site. */
const chooseLanguageByLink = (app: FastifyInstance): void => {
  app.get<{ Querystring: { to?: unknown; back?: unknown } }>('/language', async (request, reply) => {
    const { to, back } = request.query
    if (to === 'en' || to === 'ko')
      reply.setCookie('language', to, { path: '/', sameSite: 'lax', maxAge: 400 * 24 * 60 * 60 })
    return reply.header('cache-control', 'no-store').redirect(ownPath(back), 303)
  })
}

export type WebApp = {
  /** Answers what no route knows, outside /api: the page at an address of the app, else 404. */
  page(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Puts the app's files, and what machines ask for, on the server. */
  serve(app: FastifyInstance): Promise<void>
}

export type WebAppOptions = {
  /** Of the build: client/ for browsers, server/ to render with. Where it is missing there is no web app. */
  readonly folder: string
  readonly publicUrl: string | null
  /** off: browsers are told to end the service worker that they have of this site. */
  readonly serviceWorker: 'on' | 'off'
  /** What a call answers that need not go through HTTP to be asked here; null: it must. */
  readonly answerWithin: (path: string) => Promise<{ readonly value: unknown; readonly cacheControl: string } | null>
  /** Whether the sender of the request is an admin. For all others the admins' pages do not exist. */
  readonly isAdmin: (request: FastifyRequest) => Promise<boolean>
  /** The texts that are here now: the same array until they, or the references, are others. */
  readonly texts: () => readonly Pick<InstalledVersion, 'code' | 'books' | 'fingerprint'>[]
  /** Names the list of cross-references that is here now; null where there is none. Chapters have its letters. */
  readonly references: () => string | null
  readonly logger: FastifyBaseLogger
}

/**
 * The built web app. It renders the first HTML of public pages here, from the answers of the services in this process.
 * This HTML is the same for all people who want the same language, so it is kept.
 */
export const openWebApp = async (options: WebAppOptions): Promise<WebApp> => {
  const { folder, publicUrl, serviceWorker, texts, references, logger } = options
  let named: { of: ReturnType<typeof texts>; name: string } = { of: [], name: '' }
  /** Names the texts and the references that are here, shortly: it is part of the key of each page. */
  const stamp = () => {
    const here = texts()
    if (here !== named.of) {
      const all = here.map(({ code, fingerprint }) => code + fingerprint)
      named = { of: here, name: createHash('sha256').update(`${all},${references()}`).digest('base64url') }
    }
    return named.name
  }
  const firstHtml = await openFirstHtml(folder, stamp, logger)
  /** Hosts are what people ask by, or what they make up: at most 100 of 255 characters. */
  const origins = new LRUCache<string, string>({ max: 100 })
  const originOf = ({ protocol, host }: FastifyRequest): string => {
    const address = publicUrl ?? `${protocol}://${host.slice(0, LONGEST_HOST)}`
    const known = origins.get(address)
    if (known !== undefined) return known
    const origin = URL.canParse(address) ? new URL(address).origin : 'http://localhost'
    origins.set(address, origin)
    return origin
  }

  const servePathsForMachines = (app: FastifyInstance): void => {
    const xml = 'application/xml; charset=utf-8'
    const kept = 'public, max-age=3600'
    app.get('/robots.txt', async (request, reply) =>
      reply
        .header('cache-control', kept)
        .type('text/plain; charset=utf-8')
        .send(robots(originOf(request))),
    )
    app.get('/sitemap.xml', async (request, reply) =>
      reply
        .header('cache-control', kept)
        .type(xml)
        .send(sitemapIndex(originOf(request), texts())),
    )
    app.get<{ Params: { name: string } }>('/sitemap-:name.xml', async (request, reply) => {
      const sitemap = sitemapOf(originOf(request), texts(), request.params.name)
      if (sitemap === null) throw new HttpProblem(404, 'not_found', 'There is nothing at this address.')
      return reply.header('cache-control', kept).type(xml).send(sitemap)
    })
  }

  const page: WebApp['page'] = async (request, reply) => {
    refuseLongAddress(pathOf(request.url), request.url)
    // Two slashes would name another host.
    if (!wantsPage(request) || request.url.startsWith('//'))
      throw new HttpProblem(404, 'not_found', 'There is nothing at this address.')
    // While the web app is developed another server shows it, and there may be no build.
    if (!firstHtml) throw new HttpProblem(404, 'not_built', 'The web app is not built: npm start builds it.')
    const packing = packingFor(request.headers['accept-encoding'])
    const page = await firstHtml.page({
      address: request.url,
      chosen: request.cookies.language,
      accepted: request.headers['accept-language'],
      origin: originOf(request),
      packing,
      ask: askFor(request, options),
    })
    if ('to' in page) return reply.redirect(page.to, 301)
    const isHidden = isOfAdmins(pathOf(request.url)) && !(await options.isAdmin(request))
    reply
      .header('cache-control', page.kept && !isOfAdmins(pathOf(request.url)) ? 'public, no-cache' : 'private, no-cache')
      .header('vary', 'accept-encoding, accept-language, cookie')
      .header('content-language', page.language)
      .header('etag', page.tag)
    if (page.status === 200 && !isHidden && isFresh(request, page.tag)) return reply.code(304).send()
    if (packing !== 'identity') reply.header('content-encoding', packing)
    return reply
      .code(isHidden ? 404 : page.status)
      .type('text/html; charset=utf-8')
      .send(page.body)
  }

  return {
    page,
    serve: async (app) => {
      servePathsForMachines(app)
      chooseLanguageByLink(app)
      if (!firstHtml) return
      // By their routes, so that metrics and the log can name them; what stands elsewhere comes from the not-found handler.
      for (const path of firstHtml.paths) app.get(path, { schema: { hide: true } }, page)
      const worker = serviceWorker === 'on' ? 'service-worker.js' : 'no-service-worker.js'
      app.get('/service-worker.js', { schema: { hide: true } }, async (_request, reply) => reply.sendFile(worker))
      await app.register(serveStatic, {
        root: join(folder, 'client'),
        // What is packed beside a file is sent in its place, and needs no route of its own: each route makes the start longer.
        globIgnore: ['**/service-worker.js*', '**/*.br', '**/*.gz'],
        // A route a file: what is none goes on to the pages without a look at the disk.
        wildcard: false,
        index: false,
        preCompressed: true,
        cacheControl: false,
        dotfiles: 'ignore',
        setHeaders: (reply, path) => {
          const rule = HASHED.test(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'
          reply.header('cache-control', rule)
          if (DATABASE_WORKER.test(path)) reply.header('content-security-policy', DATABASE_WORKER_POLICY)
        },
      })
    },
  }
}
