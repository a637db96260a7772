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
import { type Answer, type Ask, type FirstHtml, openFirstHtml } from './first-html.ts'
import { robots, sitemapIndex, sitemapOf } from './sitemap.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60
/** Matches files of Vite, whose names change with their content. */
const HASHED = /\/assets\/[^/]+$/

/**
 * Only the web worker that reads databases of other apps may compile WebAssembly. A web worker has a policy of its own,
 * so no page gets this right. The worker may load nothing but its own program and SQLite.
 */
const DATABASE_WORKER = /\/assets\/database-worker-[^/]+$/
const DATABASE_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/**
 * The longest path, and the longest address with its query, in characters. No page needs more: a search of 200 Korean
 * letters takes 1,800.
 */
const LONGEST_PATH = 512
const LONGEST_ADDRESS = 4_096

/** Whether the path names a file, for example a script of an older build. The last part of a page's path has no dot. */
const isFile = (path: string): boolean => path.startsWith('/assets/') || path.includes('.', path.lastIndexOf('/') + 1)

/** Throws 414 for a long address, because the time of the web app's router grows with the length. */
const refuseLongAddress = (path: string, address: string): void => {
  if (path.length <= LONGEST_PATH && address.length <= LONGEST_ADDRESS) return
  throw new HttpProblem(414, 'url_too_long', 'The address is too long.')
}

const pathOf = (address: string): string => address.split('?', 1)[0] ?? ''

/**
 * Whether the request wants a page. Browsers send text/html in Accept when a person opens an address; crawlers, link
 * previews and curl accept anything.
 */
const wantsPage = ({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean => {
  if (method !== 'GET' && method !== 'HEAD') return false
  return accept.includes('text/html') || (accept.includes('*/*') && !isFile(pathOf(url)))
}

/** The longest name in DNS (RFC 1035), in characters. */
const LONGEST_HOST = 255

/** The parts of an injected call's answer that are read. */
type Injected = Pick<Awaited<ReturnType<FastifyInstance['inject']>>, 'statusCode' | 'headers' | 'payload'>

const answerOf = ({ statusCode: status, headers: fields, payload }: Injected): Answer => ({
  ok: status >= 200 && status < 300,
  status,
  headers: { get: (name) => (fields[name] === undefined ? null : String(fields[name])) },
  text: async () => payload,
})

/**
 * Makes a function that calls this server without a session, for the client that requested the page. The client's
 * limits apply to these calls. They have the host of `origin`, because the client can send any host, and other people
 * get the answers, too.
 */
const askFor =
  (request: FastifyRequest, origin: string, { answerWithin }: Pick<WebAppOptions, 'answerWithin'>): Ask =>
  async (path) => {
    const { server, ip } = request
    const within = await answerWithin(path)
    if (within !== null) {
      const { value, cacheControl } = within
      const get = (name: string) => (name === 'cache-control' ? cacheControl : null)
      return { ok: true, status: 200, headers: { get }, text: async () => JSON.stringify(value), value }
    }
    const headers = { accept: 'application/json', host: new URL(origin).host }
    return answerOf(await askWithin(request, () => server.inject({ url: path, headers, remoteAddress: ip })))
  }

/**
 * Opens a shared item for the visitor, with the body and the cookies that the visitor sent. The cookies show whether
 * the visitor is the owner, whose visits are not counted.
 */
const openShared = (request: FastifyRequest<{ Params: { id: string } }>, origin: string) => {
  const { server, ip, headers } = request
  const { cookie } = headers
  const { host } = new URL(origin)
  const sent = { accept: 'application/json', 'content-type': 'application/json', host, ...(cookie && { cookie }) }
  const url = `/api/shared/${encodeURIComponent(request.params.id)}`
  const payload = JSON.stringify(request.body)
  return askWithin(request, () => server.inject({ method: 'POST', url, headers: sent, payload, remoteAddress: ip }))
}

const isOfAdmins = (path: string): boolean => path === '/admin' || path.startsWith('/admin/')

/**
 * The path of a page of this site; `/` for any other text. A path that begins with two slashes would lead to another
 * site.
 */
const ownPath = (address: unknown): string => {
  if (typeof address !== 'string' || !URL.canParse(address, 'http://here')) return '/'
  const { host, pathname, search } = new URL(address, 'http://here')
  return host === 'here' && !pathname.startsWith('//') ? pathname + search : '/'
}

/** For browsers without scripts: stores the language `to` in a cookie and redirects to the page `back` of this site. */
const chooseLanguageByLink = (app: FastifyInstance): void => {
  app.get<{ Querystring: { to?: unknown; back?: unknown } }>('/language', async (request, reply) => {
    const { to, back } = request.query
    if (to === 'en' || to === 'ko')
      reply.setCookie('language', to, { path: '/', sameSite: 'lax', maxAge: 400 * 24 * 60 * 60 })
    return reply.header('cache-control', 'no-store').redirect(ownPath(back), 303)
  })
}

export type WebApp = {
  /** Answers an address that is no call and no file, with a page, a redirect or 404. */
  page(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Registers the app's files, and the files for search engines. */
  serve(app: FastifyInstance): Promise<void>
}

export type WebAppOptions = {
  /** The build's folder: client/ for browsers, server/ for rendering. Without it there is no web app. */
  readonly folder: string
  readonly publicUrl: string | null
  /** With 'off', browsers remove the service worker that this site has installed. */
  readonly serviceWorker: 'on' | 'off'
  /** Answers a call within this process, without HTTP; null for a call that needs HTTP. */
  readonly answerWithin: (path: string) => Promise<{ readonly value: unknown; readonly cacheControl: string } | null>
  /** Whether the sender of the request is an admin. For other people the admin pages answer 404. */
  readonly isAdmin: (request: FastifyRequest) => Promise<boolean>
  /** The installed texts. Answers the same array until the library's file changes. */
  readonly texts: () => readonly Pick<InstalledVersion, 'code' | 'books' | 'fingerprint'>[]
  /** The fingerprint of the cross-references, which chapters show; null when there are none. */
  readonly references: () => string | null
  readonly logger: FastifyBaseLogger
}

/**
 * Serves the built web app. Renders the first HTML of public pages from the answers of this process's services. The
 * HTML is cached, because all people with the same language get the same.
 */
export const openWebApp = async (options: WebAppOptions): Promise<WebApp> => {
  const { folder, publicUrl, serviceWorker, texts, references, logger } = options
  let last: { texts: ReturnType<typeof texts>; stamp: string } = { texts: [], stamp: '' }
  /** A hash of the installed texts and cross-references, which is part of each page's cache key. */
  const stamp = () => {
    const installed = texts()
    if (installed !== last.texts) {
      const all = installed.map(({ code, fingerprint }) => code + fingerprint)
      last = { texts: installed, stamp: createHash('sha256').update(`${all},${references()}`).digest('base64url') }
    }
    return last.stamp
  }
  const firstHtml = await openFirstHtml(folder, stamp, logger)
  /** Origins by address. Clients can send any Host header, so the cache has a bound. */
  const origins = new LRUCache<string, string>({ max: 100 })
  const originOf = ({ protocol, host }: FastifyRequest): string => {
    const address = publicUrl ?? `${protocol}://${host.slice(0, LONGEST_HOST)}`
    const cached = origins.get(address)
    if (cached !== undefined) return cached
    const origin = URL.canParse(address) ? new URL(address).origin : 'http://localhost'
    origins.set(address, origin)
    return origin
  }

  const servePathsForMachines = (app: FastifyInstance): void => {
    const xml = 'application/xml; charset=utf-8'
    const cacheControl = 'public, max-age=3600'
    app.get('/robots.txt', async (request, reply) =>
      reply
        .header('cache-control', cacheControl)
        .type('text/plain; charset=utf-8')
        .send(robots(originOf(request))),
    )
    app.get('/sitemap.xml', async (request, reply) =>
      reply
        .header('cache-control', cacheControl)
        .type(xml)
        .send(sitemapIndex(originOf(request), texts())),
    )
    app.get<{ Params: { name: string } }>('/sitemap-:name.xml', async (request, reply) => {
      const sitemap = sitemapOf(originOf(request), texts(), request.params.name)
      if (sitemap === null) throw new HttpProblem(404, 'not_found', 'There is nothing at this address.')
      return reply.header('cache-control', cacheControl).type(xml).send(sitemap)
    })
  }

  const page: WebApp['page'] = async (request, reply) => {
    refuseLongAddress(pathOf(request.url), request.url)
    // Browsers take an address that begins with two slashes as another host.
    if (!wantsPage(request) || request.url.startsWith('//'))
      throw new HttpProblem(404, 'not_found', 'There is nothing at this address.')
    // During development there may be no build, because Vite serves the web app.
    if (!firstHtml) throw new HttpProblem(404, 'not_built', 'The web app is not built: npm start builds it.')
    const packing = packingFor(request.headers['accept-encoding'])
    const origin = originOf(request)
    const page = await firstHtml.page({
      address: request.url,
      chosen: request.cookies.language,
      accepted: request.headers['accept-language'],
      origin,
      packing,
      ask: askFor(request, origin, options),
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

  /**
   * Serves the HTML of a shared item. public/shared-words.js of the web app asks for it with the key of the link in the
   * body, because addresses are logged.
   */
  const serveShared = (app: FastifyInstance, { shared }: FirstHtml): void => {
    app.post<{ Params: { id: string }; Body: { key: string } }>(
      '/shared/:id/words',
      { schema: { hide: true } },
      async (request, reply) => {
        const origin = originOf(request)
        const opened = await openShared(request, origin)
        reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
        if (opened.statusCode !== 200)
          return reply.code(opened.statusCode).type(String(opened.headers['content-type'])).send(opened.payload)
        const page = await shared(request.params.id, request.body.key, {
          address: request.url,
          chosen: request.cookies.language,
          accepted: request.headers['accept-language'],
          origin,
          ask: async () => answerOf(opened),
        })
        return reply.header('content-language', page.language).type('text/html; charset=utf-8').send(page.html)
      },
    )
  }

  return {
    page,
    serve: async (app) => {
      servePathsForMachines(app)
      chooseLanguageByLink(app)
      if (!firstHtml) return
      // Pages have routes, so that metrics and the log can name them. The not-found handler answers all other
      // addresses.
      for (const path of firstHtml.paths) app.get(path, { schema: { hide: true } }, page)
      serveShared(app, firstHtml)
      const worker = serviceWorker === 'on' ? 'service-worker.js' : 'no-service-worker.js'
      app.get('/service-worker.js', { schema: { hide: true } }, async (_request, reply) => reply.sendFile(worker))
      await app.register(serveStatic, {
        root: join(folder, 'client'),
        // @fastify/static sends compressed files in place of the originals, so they need no routes. Each route makes
        // the start slower.
        globIgnore: ['**/service-worker.js*', '**/*.br', '**/*.gz'],
        // Each file has a route, so that other addresses reach the pages without a disk access.
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
