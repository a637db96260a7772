import { randomUUID } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import underPressure from '@fastify/under-pressure'
import { OWN_ANSWER } from '@pathlight/contracts/answer-rules.ts'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastify, { LogController } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import helmet from 'helmet'
import { admitRequests } from './admit.ts'
import { rememberMethods } from './allowed-methods.ts'
import { answerInTime } from './answer-in-time.ts'
import { guardConnections, sendInPieces } from './connections.ts'
import { answerErrors } from './error-mapping.ts'
import type { Readiness } from './health.ts'
import { serveHealth } from './health.ts'
import { refuseUnstorableAddress, takeJsonOnly } from './json-body.ts'
import type { Gauge } from './metrics.ts'
import { serveMetrics } from './metrics.ts'
import { describeCalls } from './openapi.ts'
import { packAnswers } from './pack-answers.ts'
import { plugin } from './plugin.ts'
import { HttpProblem } from './problem.ts'
import type { RateLimitStore } from './rate-limit.ts'
import { logRequests } from './request-log.ts'
import { sameOriginOnly } from './same-origin.ts'
import { correlateRequests } from './trace-context.ts'
import { fastifyTrust, type TrustedProxies } from './trust-proxy.ts'

/** Largest request body, in bytes: the longest message takes 30 KB where a client writes each of its characters as \uXXXX. */
const BODY_LIMIT = 64 * 1024
/** For a route that takes people's texts: the longest note takes 300 KB, written like that. */
export const TEXT_BODY_LIMIT = 512 * 1024
/** A slower event loop than this (milliseconds) sheds load: 503, so that what was begun gets done. */
const SHED_LOAD_AT_MS = 2_000
const MEASURE_LOAD_EVERY_MS = 1_000

/** What a route is put on: a server, or a part of one, whose schemas are zod's. */
export type App = Parameters<FastifyPluginAsyncZod>[0]

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that calls have at an address: none where there is no call. */
    allowedMethods: (url: string) => readonly string[]
  }
}

export type ServerOptions = {
  readonly log: FastifyBaseLogger
  /** The address people use, when a proxy stands before the server; null: whatever they typed. */
  readonly publicUrl: string | null
  /** Which proxies are believed; only where there are some. */
  readonly trustProxy: TrustedProxies
  readonly rateLimitStore: RateLimitStore
  readonly readiness: () => Promise<Readiness>
  readonly gauges: () => Promise<readonly Gauge[]>
  /** Opens /metrics and the details of /api/ready from elsewhere than this machine; null: nothing does. */
  readonly operatorToken: string | null
  /** Where else pages may have scripts, frames and styles from, and speak to: a service that was chosen for something. */
  readonly alsoAllowed?: readonly string[]
  /** Answers what no route knows outside /api: the web app's pages. */
  readonly page?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** The styles that the colour picker (react-colorful 5.8.1) puts into the page by itself, and no others. */
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
    // Text becomes code by these policies alone (apps/web/public/before-scripts.js). A service's script does not know of them.
    ...(also.length === 0
      ? { requireTrustedTypesFor: ["'script'"], trustedTypes: ['default', 'ProseMirrorClipboard'] }
      : { scriptSrc: ["'self'", ...also], connectSrc: ["'self'", ...also], frameSrc: also }),
    ...(https && { upgradeInsecureRequests: [] }),
  },
})

/** What tells how the server is, above all when it has too much to do. */
const ALWAYS_ANSWERED: ReadonlySet<string> = new Set(['/api/health', '/livez', '/metrics'])
/** Scripts and styles: a page that was answered is dead without them. They are files, and cost little. */
const OF_A_PAGE = '/assets/'

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'
const isCall = (url: string) => /^\/api(?:[/?]|$)/.test(url)

/** Answers what no route knows. */
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
  // Before its body is read: nothing here takes one.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || isRead(request)) return
    reply.header('connection', 'close')
    await answer(request, reply)
  })
}

/** 503 for what comes while the event loop is late: what was begun gets done. */
const shedLoad = async (app: FastifyInstance): Promise<void> => {
  // What starting took says nothing about load, but the first measures are of that: on a slow machine the first person
  // would be sent away. A server that does not listen yet has no client to protect from waiting.
  let shedsLoadFrom = Number.POSITIVE_INFINITY
  app.addHook('onListen', async () => {
    shedsLoadFrom = performance.now() + 2 * MEASURE_LOAD_EVERY_MS
  })
  await app.register(underPressure, {
    maxEventLoopDelay: SHED_LOAD_AT_MS,
    sampleInterval: MEASURE_LOAD_EVERY_MS,
    pressureHandler: (request) => {
      if (performance.now() < shedsLoadFrom) return
      if (!ALWAYS_ANSWERED.has(request.url) && !request.url.startsWith(OF_A_PAGE))
        throw Object.assign(new Error('under pressure'), { code: 'FST_UNDER_PRESSURE' })
    },
  })
}

/**
 * What helmet sets, and by what a browser knows our answers. Helmet is asked once: the headers are the same for each answer, and it would
 * put them together for each anew. They stand on Node's answer, so that an error or a taken-over answer has them, too.
 */
const secureHeaders = (app: FastifyInstance, https: boolean, also: readonly string[]): void => {
  const setHeaders = helmet({
    contentSecurityPolicy: contentSecurityPolicy(https, also),
    strictTransportSecurity: https && { maxAge: 365 * 24 * 60 * 60 },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    // As frame-ancestors above, for browsers that do not know that.
    frameguard: { action: 'deny' },
  })
  const asked = new IncomingMessage(new Socket())
  const answer = new ServerResponse(asked)
  setHeaders(asked, answer, (error) => {
    if (error) throw error
  })
  const headers = Object.entries({ ...answer.getHeaders(), [OWN_ANSWER]: '1' })
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value = ''] of headers) reply.raw.setHeader(name, value)
    done()
  })
}

/** Shapes of what is sent and answered are zod's, and an error is answered in one place. */
const takeShapes = (app: FastifyInstance, answerError: ReturnType<typeof answerErrors>): void => {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  app.addHook('preValidation', refuseUnstorableAddress)
}

/** What a call answers is one person's and changes at any moment; a route that knows better says so. */
const storeNothing = (app: FastifyInstance) =>
  app.addHook('onRequest', async (request, reply) => {
    if (isCall(request.url)) reply.header('cache-control', 'no-store')
  })

/**
 * A Fastify server with everything that is the same for every route, each part a plugin by its name: `app.printPlugins()` is the
 * picture of it. Services register their routes on it. Hooks run in the order of the parts. Its `request.correlationId` is
 * that of what the request leads to.
 */
export const buildServer = async (options: ServerOptions): Promise<FastifyInstance> => {
  const https = options.publicUrl?.startsWith('https:') === true
  const answerError = answerErrors()
  const app: FastifyInstance = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: fastifyTrust(options.trustProxy),
    bodyLimit: BODY_LIMIT,
    // What comes on a connection that is kept while the server closes is answered like what came before.
    return503OnClosing: false,
    // Headers by Node, which must look often enough; bodies by guardConnections.
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
  await part('shapes', (app) => takeShapes(app, answerError))
  await part('shed-load', shedLoad, ['shapes'])
  await part('security-headers', (app) => secureHeaders(app, https, options.alsoAllowed ?? []))
  await app.register(cookie)
  await part('admit', admitRequests, ['@fastify/cookie'])
  // Its time begins when it is admitted.
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
