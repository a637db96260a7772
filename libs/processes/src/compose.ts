import { join } from 'node:path'
import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import { closeWhenDue } from '@pathlight/command/accounts/close-when-due.ts'
import { recordAccountChange } from '@pathlight/command/accounts/record-account-change.ts'
import { type Did, openAdmins } from '@pathlight/command/admins/admins.ts'
import { commandRoutes } from '@pathlight/command/app.ts'
import { openCaptcha } from '@pathlight/command/contact/config.ts'
import { CAPTCHA_SOURCES } from '@pathlight/command/contact/siteverify-captcha.ts'
import { createImporter, type Importer } from '@pathlight/command/import/importer.ts'
import { kinds } from '@pathlight/command/kinds.ts'
import { createQuota, type QuotaLimits } from '@pathlight/command/quota.ts'
import { plugin, routes } from '@pathlight/http/plugin.ts'
import { type App, buildServer } from '@pathlight/http/server.ts'
import { createSessions, signedIn } from '@pathlight/http/session.ts'
import { rememberSessions } from '@pathlight/http/session-memory.ts'
import type { TrustedProxies } from '@pathlight/http/trust-proxy.ts'
import type { SharedText } from '@pathlight/identity/identity-archive.ts'
import { openWebApp } from '@pathlight/pages/serve-web.ts'
import { openAbout } from '@pathlight/query/about/get-about.ts'
import { queryRoutes } from '@pathlight/query/app.ts'
import type { RecordLook } from '@pathlight/query/audit/get-audit.ts'
import { verifyDaily } from '@pathlight/query/audit/verify-daily.ts'
import { chapterWithin } from '@pathlight/query/bible/get-chapter.ts'
import { itemCounter } from '@pathlight/query/kinds.ts'
import { openPictures } from '@pathlight/query/pictures/open-pictures.ts'
import { followProjector, startProjector } from '@pathlight/query/projector.ts'
import type { RunningProjections } from '@pathlight/read-models/projection-status.ts'
import type { KeptMessages } from '@pathlight/worker/kept-messages.ts'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { answeredElsewhere } from './answered-elsewhere.ts'
import type { Config } from './config.ts'
import type { Stores } from './engines.ts'
import { gaugesOf, readinessOf } from './observe.ts'
import { ALL_PARTS, isAmongOthers, type Part } from './parts.ts'
import { type Installation, systemReportOf } from './system-report.ts'
import { whileNotSetBack } from './while-set-back.ts'

/** How long a session is believed without asking identity again, where this process alone can end it. */
const REMEMBER_SESSIONS_MS = 5_000

/** How long adding an item close to the most that a person may have waits for the read models. */
const CATCH_UP_MS = 2_000

const BYTES_A_MB = 1_000_000

/** The web app's own letters, in which pictures for link previews are written, too. */
const LETTERS = join(import.meta.dirname, '../../../apps/web/src/look/letters')

/** What a process is called in traces. */
const serviceName = (parts: readonly Part[]): string =>
  isAmongOthers(parts) ? `pathlight-${parts.join('-')}` : 'pathlight'

export type ComposeOptions = {
  /** What this process is. Default: everything. */
  readonly parts?: readonly Part[]
  readonly stores: Stores
  readonly bible: Bible
  readonly publicUrl: string | null
  readonly trustProxy: TrustedProxies
  readonly serviceWorker: 'on' | 'off'
  /** Opens what is for the operator from elsewhere than this machine; null: nothing does. */
  readonly operatorToken: string | null
  /** False where there is no SMTP_URL: then nobody is told that a mail is on its way. */
  readonly sendsMail?: boolean
  /** OTEL_EXPORTER_OTLP_ENDPOINT; null or nothing: no traces are made. */
  readonly tracesTo?: string | null
  readonly limits: QuotaLimits
  /** ADMIN_EMAILS. */
  readonly adminEmails: readonly string[]
  /** What asks senders of messages for proof that they are people. */
  readonly captcha: Pick<Config, 'CAPTCHA' | 'CAPTCHA_SITE_KEY' | 'CAPTCHA_SECRET' | 'CAPTCHA_URL'>
  readonly kept: KeptMessages
  readonly installation: Installation
  /** Where the deployer may say who they are: about.json. */
  readonly aboutFile: string
  /** Where the letters that pictures are drawn in are kept. */
  readonly lettersFolder: string
  readonly logger: FastifyBaseLogger
  readonly signal: AbortSignal
  /** Where the built web app is. */
  readonly webFolder: string
}

export type Composed = {
  readonly app: FastifyInstance
  readonly projector: RunningProjections
  /** The job that takes over what people bring from elsewhere. */
  readonly importData: Importer['work']
  /** The job that closes an account whose closing an admin asked for. */
  readonly closeWhenDue: ReturnType<typeof closeWhenDue>
  /** The job that proves once a day that nothing in the log was altered. */
  readonly verifyLog: () => Promise<void>
}

/**
 * The parts of this process, on these stores: the server knows every route but does not listen yet. `projector` runs the
 * projections, or knows how another process does; its `done` resolves when `signal` has stopped it.
 *
 * A server that answers people describes and names the calls of both services, also those that another process answers:
 * what no process answers is told from what this one does not.
 */
export const composeApp = async ({
  parts = ALL_PARTS,
  stores: plainStores,
  bible,
  publicUrl,
  trustProxy,
  serviceWorker,
  operatorToken,
  sendsMail = true,
  tracesTo = null,
  limits,
  adminEmails,
  captcha,
  kept,
  installation,
  aboutFile,
  lettersFolder,
  logger,
  signal,
  webFolder,
}: ComposeOptions): Promise<Composed> => {
  // What makes traces is loaded only where they are sent.
  const stores = tracesTo === null ? plainStores : (await import('./traced-stores.ts')).tracedStores(plainStores)
  const project = parts.includes('projector') ? startProjector : followProjector
  const projector = project({ log: stores.log, store: stores.readModels, logger, signal })
  await projector.opened
  const served = whileNotSetBack(stores, projector)
  const sessions = createSessions(stores.identity, {
    publicUrl,
    memory: rememberSessions(stores.exclusive ? REMEMBER_SESSIONS_MS : 0),
  })
  const admins = openAdmins({ ...stores, emails: adminEmails })
  const web = parts.includes('pages')
    ? await openWebApp({
        folder: webFolder,
        publicUrl,
        serviceWorker,
        answerWithin: chapterWithin(bible),
        texts: bible.library.installed,
        references: bible.references.fingerprint,
        isAdmin: async (request) => {
          const session = await sessions.find(request)
          return session !== null && admins.isAdmin(session.userId)
        },
        logger,
      })
    : null
  const app = await buildServer({
    log: logger,
    publicUrl,
    trustProxy,
    rateLimitStore: stores.rateLimitStore,
    readiness: readinessOf(stores, projector),
    gauges: gaugesOf(stores, projector, kept),
    operatorToken,
    ...(tracesTo !== null && { traces: { endpoint: tracesTo, service: serviceName(parts) } }),
    ...(web && { page: web.page }),
    ...(captcha.CAPTCHA !== 'altcha' && { alsoAllowed: CAPTCHA_SOURCES[captcha.CAPTCHA] }),
  })
  if (web) await app.register(plugin('web', web.serve, ['@fastify/cookie', 'unknown-addresses']))
  // The listed versions include those whose text is not here: people bring such a text, and notes on it, from elsewhere.
  const knowsVersion = (code: string) =>
    bible.chapters.sourceOf(code) !== null || bible.library.versions().some((one) => one.code === code.toUpperCase())
  const verseText = (code: string, verseId: number): string | null =>
    bible.library.version(code) === null
      ? null
      : (bible.library.verses(code, verseId, verseId).find(({ verse_id }) => verse_id === verseId)?.text ?? '')
  const needs = ['shapes', 'rate-limits', 'session', 'same-origin', 'openapi']
  const counting = {
    countItems: itemCounter(served.readModels),
    catchUp: async () => stores.readModels.waitFor(await stores.log.head(), CATCH_UP_MS),
  }
  const importer = createImporter({
    log: served.log,
    kinds,
    texts: { knowsVersion, verseText },
    versificationOf: (code) => bible.library.version(code)?.versification ?? 'eng',
    store: stores.identity,
    keys: stores.dataKeys,
    catchUp: counting.catchUp,
    isLocked: async (userId) => (await stores.identity.findUser(userId))?.locked === true,
    // It has quotas of its own: jobs and requests count like two processes.
    quota: createQuota({ ...stores, limits, ...counting }),
    // More could not be taken over in a day. An export of 100,000 items has some 54 MB, and as much again with a change of each.
    maxBytes: limits.megabytesADay * BYTES_A_MB,
  })
  const writes = {
    ...stores,
    ...served,
    sessions,
    admins,
    captcha: openCaptcha(captcha, stores.secretFor('captcha')),
    knowsVersion,
    verseText,
    limits,
    importer,
    sendsMail,
    ...counting,
  }
  const aboutTexts = openAbout(aboutFile, (line) => logger.warn(line))
  const pictures = openPictures({ from: LETTERS, folder: lettersFolder })
  const reads = {
    ...stores,
    ...served,
    logEnd: stores.log.end,
    sessions,
    bible,
    aboutTexts,
    pictures,
    operatorToken,
    isAdmin: admins.isAdmin,
    recordExport: (request: FastifyRequest) => {
      const session = signedIn(request)
      return recordAccountChange(stores.log, request, { userId: session.userId, session, change: 'data-exported' })
    },
    identity: stores.identity,
    people: stores.identity,
    verdicts: stores.archives,
    report: systemReportOf(stores, projector, kept, installation),
    recordDeed: async (request: FastifyRequest, did: Did) => {
      const { userId, deviceId } = signedIn(request)
      await admins.act({ actorId: userId, deviceId, correlationId: request.correlationId }, did)
    },
    shareText: (text: Omit<SharedText, 'at'>) =>
      stores.archives.noteSharedText({ ...text, at: new Date().toISOString() }),
    recordLook: async (request: FastifyRequest, look: Parameters<RecordLook>[1]) => {
      const { userId, deviceId } = signedIn(request)
      const admin = { actorId: userId, deviceId, correlationId: request.correlationId }
      await admins.look(admin, { ...look, item: null })
    },
    deviceLabels: async (userId: string) =>
      new Map((await stores.identity.devicesOf(userId)).map(({ id, label }) => [id, label])),
  }
  // The first HTML of pages is made from what the query service answers: a page server asks itself, and no other process.
  const answers = {
    command: parts.includes('command'),
    query: parts.includes('query') || parts.includes('pages'),
  }
  const services = {
    command: (part: App) => commandRoutes(part, writes),
    query: (part: App) => queryRoutes(part, reads),
  }
  for (const name of ['command', 'query'] as const) {
    if (!answers.command && !answers.query) break
    const put = services[name]
    await app.register(routes<App>(name, answers[name] ? put : answeredElsewhere(put), needs))
  }
  const closing = closeWhenDue({ ...served, identity: stores.identity, sessions, jobs: stores.jobs })
  const verifying = verifyDaily({
    log: stores.log,
    store: stores.readModels,
    verdicts: stores.archives,
    isReady: () => projector.refusal() === null,
    logger,
    signal,
  })
  return { app, projector, importData: importer.work, closeWhenDue: closing, verifyLog: verifying }
}
