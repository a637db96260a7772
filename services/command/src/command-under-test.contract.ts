import type { SignUpMode } from '@pathlight/contracts/account-rules.ts'
import { allEvents } from '@pathlight/domain/all-events.ts'
import { postgresEventLog } from '@pathlight/engine-postgres/event-log/event-log.ts'
import { postgresRecords } from '@pathlight/engine-postgres/identity/records.ts'
import { postgresJobs } from '@pathlight/engine-postgres/jobs.ts'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import { type SealedEventLog, sealed } from '@pathlight/event-log/sealed.ts'
import { serverAlone } from '@pathlight/http/server-alone.contract.ts'
import { createSessions } from '@pathlight/http/session.ts'
import { rememberSessions } from '@pathlight/http/session-memory.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import { openDataKeys } from '@pathlight/identity/open-data-keys.ts'
import { openIdentity } from '@pathlight/identity/open-identity.ts'
import type { Jobs } from '@pathlight/jobs/jobs.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import type { Provider } from './accounts/oidc/provider.ts'
import { openAdmins } from './admins/admins.ts'
import { commandRoutes } from './app.ts'
import { altchaCaptcha } from './contact/altcha-captcha.ts'
import type { CommandJobs } from './dependencies.ts'
import { createImporter } from './import/importer.ts'
import { kinds } from './kinds.ts'
import { createQuota } from './quota.ts'
import type { TaggedItem } from './tagged-items.ts'
import type { KnownTexts } from './verse-place.ts'

const MANY = 1_000_000
/**
 * The only installed verse text (in KJV) until a test calls `importAnew`. The text has a character of two code units,
 * and a syllable of three jamo.
 */
export const JOHN_3_16 = 'For God so loved \u{1F30D} \u1112\u1161\u11ab the world'

/** The routes of this service on a database of their own. Requests are injected without a network. */
export type CommandUnderTest = {
  readonly app: FastifyInstance
  readonly log: SealedEventLog
  readonly identity: Identity
  readonly jobs: Jobs<CommandJobs>
  /** Replaces the installed text of John 3:16. */
  importAnew(text: string): void
  /** The versions that this server knows. */
  versions: readonly string[]
  /** How far identity's clock is ahead, in milliseconds. */
  aheadMs: number
  /** The items with tags, as the read model returns them. */
  tagged: readonly TaggedItem[]
}

/**
 * Starts the routes before the tests of a file and ends them afterwards. `provider`: the provider for log-ins.
 * `revisions`: the most changes of one item.
 */
export const commandUnderTest = ({
  signUpMode = 'open',
  provider = null,
  revisions = MANY,
}: {
  signUpMode?: SignUpMode
  provider?: Provider | null
  revisions?: number
} = {}): CommandUnderTest => {
  const under = {} as { -readonly [Part in keyof CommandUnderTest]: CommandUnderTest[Part] }
  const stops: (() => unknown)[] = []
  let text = JOHN_3_16
  under.aheadMs = 0
  under.tagged = []
  under.versions = ['KJV', 'NIV']
  under.importAnew = (another) => {
    text = another
  }
  beforeAll(async () => {
    const database = await freshDatabase()
    const { pool, url } = database
    const records = await postgresRecords(pool)
    const keys = await openDataKeys(records, { masterKey: new Uint8Array(32).fill(7), folder: emptyFolder() })
    const plainLog = postgresEventLog({ pool, listener: database.listener() })
    under.log = sealed(plainLog, { keyOf: keys.keyOf, kinds: allEvents })
    under.identity = openIdentity(records, keys, () => new Date(Date.now() + under.aheadMs))
    under.jobs = postgresJobs<CommandJobs>({ url })
    under.app = await serverAlone()
    const sessions = createSessions(under.identity, { publicUrl: null, memory: rememberSessions(0) })
    const limits = { writesAMinute: MANY, megabytesADay: MANY, megabytes: MANY, items: MANY, revisions }
    const texts: KnownTexts = {
      knowsVersion: (code) => under.versions.includes(code.toUpperCase()),
      verseText: (version, verseId) => (version === 'KJV' && verseId === 43_003_016 ? text : null),
      versesBetween: () => [],
    }
    const counting = { countItems: async () => 0, catchUp: async () => true, tagsOf: async () => new Set<string>() }
    const taggedItems = async function* () {
      yield* under.tagged
    }
    await under.app.register((routes) =>
      commandRoutes(routes, {
        ...under,
        kinds,
        sessions,
        admins: openAdmins({ ...under, emails: [] }),
        limits,
        sendsMail: true,
        signUpMode,
        provider,
        publicUrl: null,
        archives: {
          mailTest: async () => null,
          dismissMailTest: async () => undefined,
          lastFolder: async () => null,
          noteFolder: async () => undefined,
        },
        importer: createImporter({
          log: under.log,
          kinds,
          texts,
          versificationOf: () => 'eng',
          store: under.identity,
          identity: under.identity,
          keys,
          catchUp: counting.catchUp,
          isLocked: async (userId) => (await under.identity.findUser(userId))?.locked === true,
          quota: createQuota({ limits, rateLimitStore: null, identity: under.identity, ...counting }),
          maxBytes: MANY,
        }),
        captcha: altchaCaptcha({ secret: new Uint8Array(32).fill(9), rounds: 10 }),
        ...texts,
        ...counting,
        taggedItems,
      }),
    )
    stops.push(
      () => under.app.close(),
      () => under.jobs.close(),
      () => under.log.close(),
      () => database.drop(),
    )
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
  })
  return under
}

export const PASSWORD = 'Lamp4myfeet!'

type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body by looking at it
  readonly body: any
}

/** A browser with its own cookies. */
export const openBrowser = ({ app }: CommandUnderTest) => {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async ask(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: string,
      body?: object,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Answer> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await app.inject({
        method,
        url,
        headers: { ...(cookie !== '' && { cookie }), ...headers },
        ...(body && { payload: body }),
      })
      for (const { name, value, maxAge } of answer.cookies)
        if (maxAge === 0) cookies.delete(name)
        else cookies.set(name, value)
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: answer.statusCode === 204 ? null : answer.json(),
      }
    },
  }
}

let people = 0
/** A new person, signed up in a browser of their own. */
export const signUpSomebody = async (under: CommandUnderTest) => {
  people += 1
  const [username, email] = [`person${people}`, `person${people}@example.org`]
  const browser = openBrowser(under)
  const form = { username, email, password: PASSWORD, confirm_password: PASSWORD }
  const { status, body } = await browser.ask('POST', '/api/auth/signup', form)
  if (status !== 201) throw new Error(`Sign-up answered ${status}: ${JSON.stringify(body)}`)
  return { ...browser, id: body.id as string, username, email }
}

export const eventsIn = async ({ log }: CommandUnderTest, stream: string): Promise<readonly Recorded[]> =>
  (await log.readStream(stream)).events

/** A header with a new Idempotency-Key. */
export const keyed = () => ({ 'idempotency-key': crypto.randomUUID() })
