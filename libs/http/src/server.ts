import { randomUUID } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import underPressure from '@fastify/under-pressure'
import { OWN_ANSWER } from '@pathlight/contracts/answer-rules.ts'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { type FastifyPluginAsyncZod, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import helmet from 'helmet'
import { admitRequests } from './admit.ts'
import { answerInTime } from './answer-in-time.ts'
import { guardConnections, sendInPieces } from './connections.ts'
import { answerErrors } from './error-mapping.ts'
import { type Readiness, serveHealth } from './health.ts'
import { refuseUnstorableAddress, takeJsonOnly } from './json-body.ts'
import { MAY_WAIT } from './json-log.ts'
import { type Gauge, serveMetrics } from './metrics.ts'
import { describeCalls } from './openapi.ts'
import { packAnswers } from './pack-answers.ts'
import { plugin } from './plugin.ts'
import { HttpProblem } from './problem.ts'
import type { RateLimitStore } from './rate-limit.ts'
import { sameOriginOnly } from './same-origin.ts'
import { serializeLists } from './serialize-lists.ts'
import { correlateRequests } from './trace-context.ts'
import { fastifyTrust, type TrustedProxies } from './trust-proxy.ts'

/**
 * Logs each answered request at level info: the route's pattern, status, duration and request id. The entry does not
 * have the address, which can contain a person's words.
 */
const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const route = routeOptions.url ?? 'unknown'
    request.log.info({ method, route, status: reply.statusCode, ms, [MAY_WAIT]: true }, 'answered')
  })
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly HTTPMethod[]

/**
 * Returns a function that tells the methods of an address; none if no route has the address. It uses find-my-way, which
 * is Fastify's router, too. Must be called before any route is registered.
 */
const rememberMethods = (app: FastifyInstance): ((url: string) => readonly string[]) => {
  const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 300 })
  app.addHook('onRoute', ({ method, url }) => {
    // A route for any address, such as that of the web app's files, does not count.
    if (url.includes('*')) return
    for (const one of [method].flat() as HTTPMethod[])
      if (!router.hasRoute(one, url)) router.on(one, url, () => undefined)
  })
  return (url) => METHODS.filter((method) => router.find(method, url.replace(/\?.*/s, '')) !== null)
}

/**
 * The largest request body, in bytes. The longest contact message takes 30 KB if a client escapes every character as
 * \uXXXX.
 */
const BODY_LIMIT = 64 * 1024
/**
 * The largest body of routes for people's texts, in bytes. The longest note takes 300 KB if a client escapes every
 * character as \uXXXX.
 */
export const TEXT_BODY_LIMIT = 512 * 1024
/** The delay of the event loop, in milliseconds, from which new requests get 503. */
const SHED_LOAD_AT_MS = 2_000
const MEASURE_LOAD_EVERY_MS = 1_000

/** A Fastify server, or a scope of one, whose routes have zod schemas. */
export type App = Parameters<FastifyPluginAsyncZod>[0]

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods of an address; none if no route has the address. */
    allowedMethods: (url: string) => readonly string[]
  }
}

export type ServerOptions = {
  readonly log: FastifyBaseLogger
  /** The address that people use if the server is behind a proxy. Null means the address of each request. */
  readonly publicUrl: string | null
  /** The proxies whose X-Forwarded headers the server trusts. */
  readonly trustProxy: TrustedProxies
  readonly rateLimitStore: RateLimitStore
  readonly readiness: () => Promise<Readiness>
  readonly gauges: () => Promise<readonly Gauge[]>
  /** The token with which other machines may read /metrics and the details of /api/ready. Null if they may not. */
  readonly operatorToken: string | null
  /**
   * Further origins in the Content-Security-Policy (scripts, frames, styles, requests): those of the operator's CAPTCHA
   * service.
   */
  readonly alsoAllowed?: readonly string[]
  /** Answers addresses outside /api that no route has, with the web app's pages. */
  readonly page?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/**
 * The hash of the style element that the colour picker (react-colorful 5.8.1) adds to the page. No other inline style
 * is allowed.
 */
const COLOR_PICKER_STYLES = "'sha256-I2px+fnpbN4E5+Djrj7aoTIyq9yyREkuVl19f4Sye9A='"

const contentSecurityPolicy = (https: boolean, also: readonly string[]) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    styleSrc: ["'self'", COLOR_PICKER_STYLES, ...also],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    // Trusted Types allow only these policies to turn text into code (apps/web/public/before-scripts.js). A CAPTCHA
    // service's script does not use them, so with such a service Trusted Types are off.
    ...(also.length === 0
      ? { requireTrustedTypesFor: ["'script'"], trustedTypes: ['default', 'ProseMirrorClipboard'] }
      : { scriptSrc: ["'self'", ...also], connectSrc: ["'self'", ...also], frameSrc: also }),
    ...(https && { upgradeInsecureRequests: [] }),
  },
})

/** Addresses that are answered even under load, because the operator needs them then. */
const ALWAYS_ANSWERED: ReadonlySet<string> = new Set(['/api/health', '/livez', '/metrics'])
/**
 * How the paths of a page's scripts and styles begin. They are answered even under load, because a page does not work
 * without them and files cost little.
 */
const OF_A_PAGE = ['/assets/', '/before-scripts.js'] as const

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'
const isCall = (url: string) => /^\/api(?:[/?]|$)/.test(url)

/** Answers requests that no route matches: with a page, 405 or 404. */
const answerUnknown = (app: FastifyInstance, { page }: Pick<ServerOptions, 'page'>): void => {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const allowed = app.allowedMethods(request.url)
    const isPage = allowed.length === 0 && !isCall(request.url) && page !== undefined
    if (isPage && isRead(request)) return page(request, reply)
    const allow = isPage ? 'GET, HEAD' : allowed.join(', ')
    if (allow !== '')
      throw new HttpProblem(405, 'method_not_allowed', `This address takes ${allow} only.`, { headers: { allow } })
    throw new HttpProblem(404, 'no_such_call', 'There is nothing at this address.')
  }
  app.setNotFoundHandler(answer)
  // A write to an unknown address is answered before its body is read.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || isRead(request)) return
    reply.header('connection', 'close')
    await answer(request, reply)
  })
}

/** Answers 503 to new requests while the event loop is late, so that the admitted ones can finish. */
const shedLoad = async (app: FastifyInstance): Promise<void> => {
  // The first measurements include the start-up. On a slow machine they would refuse the first visitor.
  let shedsLoadFrom = Number.POSITIVE_INFINITY
  app.addHook('onListen', async () => {
    shedsLoadFrom = performance.now() + 2 * MEASURE_LOAD_EVERY_MS
  })
  await app.register(underPressure, {
    maxEventLoopDelay: SHED_LOAD_AT_MS,
    sampleInterval: MEASURE_LOAD_EVERY_MS,
    pressureHandler: (request) => {
      if (performance.now() < shedsLoadFrom) return
      if (!ALWAYS_ANSWERED.has(request.url) && !OF_A_PAGE.some((path) => request.url.startsWith(path)))
        throw Object.assign(new Error('under pressure'), { code: 'FST_UNDER_PRESSURE' })
    },
  })
}

/**
 * Sets helmet's headers, and the header by which the browser recognises Pathlight's own answers. Helmet runs once,
 * because the headers are the same for every answer. They are set on Node's own response, so that errors and hijacked
 * answers have them, too.
 */
const secureHeaders = (app: FastifyInstance, https: boolean, also: readonly string[]): void => {
  const setHeaders = helmet({
    contentSecurityPolicy: contentSecurityPolicy(https, also),
    strictTransportSecurity: https && { maxAge: 365 * 24 * 60 * 60 },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    // The same rule as frame-ancestors above, for old browsers.
    frameguard: { action: 'deny' },
  })
  const request = new IncomingMessage(new Socket())
  const answer = new ServerResponse(request)
  setHeaders(request, answer, (error) => {
    if (error) throw error
  })
  const headers = Object.entries({ ...answer.getHeaders(), [OWN_ANSWER]: '1' })
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value = ''] of headers) reply.raw.setHeader(name, value)
    done()
  })
}

/** Validates requests and answers by their zod schemas, and addresses by what stores can hold. Handles all errors. */
const applySchemas = (app: FastifyInstance, answerError: ReturnType<typeof answerErrors>): void => {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  app.addHook('preValidation', refuseUnstorableAddress)
}

/**
 * Forbids caches to store the answers of calls, because many answers belong to one person and can change at any moment.
 * A route may replace the header.
 */
const storeNothing = (app: FastifyInstance) =>
  app.addHook('onRequest', async (request, reply) => {
    if (isCall(request.url)) reply.header('cache-control', 'no-store')
  })

/**
 * A Fastify server with all parts that routes share. Services register their routes on it. Each part is a named plugin,
 * and hooks run in the order of the plugins. `app.printPlugins()` lists them.
 */
export const buildServer = async (options: ServerOptions): Promise<FastifyInstance> => {
  const https = options.publicUrl?.startsWith('https:') === true
  const answerError = answerErrors()
  const app: FastifyInstance = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: fastifyTrust(options.trustProxy),
    bodyLimit: BODY_LIMIT,
    // While the server closes, requests on open connections are answered as usual. By default Fastify would answer 503.
    return503OnClosing: false,
    // Node ends connections whose headers come too slowly, and checks at this interval. guardConnections does the same
    // for bodies.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => {
      answerError(error, request as FastifyRequest, reply as FastifyReply)
    },
  })
  const part = async (name: string, put: (app: FastifyInstance) => unknown, needs: readonly string[] = []) => {
    await app.register(plugin(name, put, needs))
  }
  await part('allowed-methods', (app) => app.decorate('allowedMethods', rememberMethods(app)))
  await part('correlation', correlateRequests)
  await part('request-log', logRequests, ['correlation'])
  await part('connections', guardConnections)
  await part('shapes', (app) => applySchemas(app, answerError))
  await part('serialize-lists', serializeLists, ['shapes'])
  await part('shed-load', shedLoad, ['shapes'])
  await part('security-headers', (app) => secureHeaders(app, https, options.alsoAllowed ?? []))
  await app.register(cookie)
  await part('admit', admitRequests, ['@fastify/cookie'])
  // 'answer-in-time' comes after 'admit', so that the time starts when the request is admitted.
  await part('answer-in-time', answerInTime, ['admit'])
  await part('pack-answers', packAnswers)
  await part('send-in-pieces', sendInPieces, ['pack-answers'])
  await part('json-body', takeJsonOnly, ['admit'])
  await part('rate-limits', (app) => app.decorate('rateLimitStore', options.rateLimitStore))
  await part('session', (app) => app.decorateRequest('session', null), ['@fastify/cookie'])
  await part('positions', (app) => app.decorateRequest('readsBehind', false))
  await part('not-stored', storeNothing)
  await part('same-origin', (app) => app.addHook('onRequest', sameOriginOnly(options.publicUrl)), ['session'])
  await part('unknown-addresses', (app) => answerUnknown(app, options), ['allowed-methods', 'shapes', 'admit'])
  await part('openapi', describeCalls, ['shapes'])
  await part('health', (app) => serveHealth(app, options), ['openapi'])
  await part('metrics', (app) => serveMetrics(app, options), ['admit'])
  return app
}
