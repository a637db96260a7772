import { plugin, routes } from '@pathlight/http/plugin.ts'
import { type App, buildServer, type ServerOptions } from '@pathlight/http/server.ts'
import { createSessions, type Sessions } from '@pathlight/http/session.ts'
import { rememberSessions } from '@pathlight/http/session-memory.ts'
import type { JobTypes } from '@pathlight/jobs/jobs.ts'
import type { RunningProjections } from '@pathlight/read-models/projection-status.ts'
import type { FastifyInstance } from 'fastify'
import type { AnyJobs } from './engines.ts'
import { gaugesOf, readinessOf } from './observe.ts'
import type { Process } from './process.ts'
import { whileNotSetBack } from './while-set-back.ts'

/** How long a session is cached, in milliseconds, if no other process can end it. */
const REMEMBER_SESSIONS_MS = 5_000

/** A process with its projections and sessions. Each service is built on a Serving. */
export type Serving<J extends JobTypes = AnyJobs> = Process<J> & {
  readonly projector: RunningProjections
  /**
   * The log and the read models as calls use them. They throw while the log is older than the read models
   * (while-set-back.ts).
   */
  readonly served: ReturnType<typeof whileNotSetBack>
  readonly sessions: Sessions
}

/** Runs the projections of these stores, or follows another process that runs them, until the signal aborts. */
type Project = (
  options: Pick<Process['stores'], 'log'> &
    Pick<Process, 'logger'> & { readonly store: Process['stores']['readModels']; readonly signal: AbortSignal },
) => RunningProjections

/** Opens the projections and the sessions. Waits until the projections are open (RunningProjections.opened). */
export const openServing = async <J extends JobTypes>(process: Process<J>, project: Project): Promise<Serving<J>> => {
  const { config, stores, logger, lifecycle } = process
  const projector = project({ log: stores.log, store: stores.readModels, logger, signal: lifecycle.signal })
  lifecycle.onStop('the projections', () => projector.done)
  await projector.opened
  const sessions = createSessions(stores.identity, {
    publicUrl: config.PUBLIC_URL ?? null,
    memory: rememberSessions(stores.exclusive ? REMEMBER_SESSIONS_MS : 0),
  })
  return { ...process, projector, served: whileNotSetBack(stores, projector), sessions }
}

/**
 * The web app's part of a server. `page`: answers requests to addresses without a route. `serve`: registers the web
 * app's routes.
 */
export type Web = {
  readonly page: NonNullable<ServerOptions['page']>
  readonly serve: (app: FastifyInstance) => unknown
}

/** `alsoAllowed`: see ServerOptions. */
type PagesChoices = {
  readonly web?: Web | null
  readonly alsoAllowed?: readonly string[]
}

/** The server of a process, which does not listen yet. `addRoutes` adds the routes of a service. */
export const openServer = async (
  { config, stores, projector, kept, logger }: Serving,
  { web = null, alsoAllowed = [] }: PagesChoices = {},
): Promise<FastifyInstance> => {
  const { PUBLIC_URL, TRUST_PROXY, OPERATOR_TOKEN } = config
  const app = await buildServer({
    log: logger,
    publicUrl: PUBLIC_URL ?? null,
    trustProxy: TRUST_PROXY,
    rateLimitStore: stores.rateLimitStore,
    readiness: readinessOf(stores, projector),
    gauges: gaugesOf(stores, projector, kept),
    operatorToken: OPERATOR_TOKEN ?? null,
    ...(web && { page: web.page }),
    alsoAllowed,
  })
  if (web) await app.register(plugin('web', web.serve, ['@fastify/cookie', 'unknown-addresses']))
  return app
}

export const addRoutes = async (
  app: FastifyInstance,
  name: string,
  put: (part: App) => Promise<void>,
): Promise<void> => {
  await app.register(routes<App>(name, put, ['shapes', 'rate-limits', 'session', 'same-origin', 'openapi']))
}
