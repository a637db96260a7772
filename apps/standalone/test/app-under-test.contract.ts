import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { openLibrary } from '@pathlight/bible-library/library.ts'
import { openBible } from '@pathlight/bible-library/open-bible.ts'
import { openAdmins } from '@pathlight/command/admins/admins.ts'
import type { Problem } from '@pathlight/contracts/problem.ts'
import { createLogger } from '@pathlight/http/logger.ts'
import type { startProjector } from '@pathlight/query/projector.ts'
import { readConfig } from '@pathlight/runtime/config.ts'
import type { Stores } from '@pathlight/runtime/engines.ts'
import { keptMessages } from '@pathlight/runtime/kept-messages.ts'
import { createLifecycle } from '@pathlight/runtime/lifecycle.ts'
import { openStores } from '@pathlight/runtime/stores.ts'
import { copyBuiltLibrary } from '@pathlight/testing/built-library.ts'
import { WITHOUT_LIMITS } from '@pathlight/testing/without-limits.ts'
import type { WorkerJobs } from '@pathlight/worker/dependencies.ts'
import type { FastifyInstance } from 'fastify'
import { type ComposedAll, composeAll } from '../src/compose.ts'

/** The whole app on real stores. Requests are injected without a network. */
export type AppUnderTest = {
  readonly app: FastifyInstance
  readonly stores: Stores
  /**
   * Whether many processes answer through a gateway. A process may learn of changes in another process a little later.
   */
  readonly hasManyProcesses: boolean
  readonly dataDir: string
  readonly environment: NodeJS.ProcessEnv
  /** The job of the worker that runs an import. */
  readonly importData: ComposedAll['importData']
  readonly closeWhenDue: ComposedAll['closeWhenDue']
  stop(): Promise<unknown>
}

/** An address at which no server listens, so that no test calls the open catalogue. */
const NOWHERE = 'http://127.0.0.1:9'

/**
 * Composes the app in this process, with a temporary data folder. `webFolder`: the folder of a build; absent: there are
 * no pages. `project`: `followProjector` if another process runs the projections; absent: this process runs them.
 */
export const startInProcess = async (
  environment: NodeJS.ProcessEnv,
  webFolder?: string,
  project?: typeof startProjector,
): Promise<AppUnderTest> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pathlight-app-'))
  const lifecycle = createLifecycle(() => undefined)
  lifecycle.onStop('the folder', () => rmSync(dataDir, { recursive: true, force: true }))
  const logger = createLogger('silent')
  const config = readConfig({ DAILY_VERSE_URL: 'off', BIBLE_CATALOGUE_URL: NOWHERE, ...WITHOUT_LIMITS, ...environment })
  const stores = await openStores<WorkerJobs>(config, { dataDir, say: () => undefined, logger, lifecycle })
  const libraryFile = join(dataDir, 'bibles.sqlite')
  await copyBuiltLibrary(libraryFile)
  const library = openLibrary(libraryFile)
  lifecycle.onStop('the library', () => library.close())
  const bible = openBible(library, config)
  const kept = keptMessages(join(dataDir, 'contact'))
  const say = () => undefined
  const opened = { name: null, config, dataDir, stores, bible, kept, sendsMail: true, logger, say, lifecycle }
  const { app, importData, closeWhenDue } = await composeAll(opened, {
    webFolder: webFolder ?? dataDir,
    ...(project && { project }),
  })
  lifecycle.onStop('the server', () => app.close())
  return { app, stores, hasManyProcesses: false, dataDir, environment, importData, closeWhenDue, stop: lifecycle.stop }
}

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  /** The body: parsed if it is JSON, otherwise the text. An error's body is the problem. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body by looking at it
  readonly body: any
  readonly problem: Problem
  readonly cookie: string | undefined
}
type Request = { readonly body?: unknown; readonly raw?: string | Buffer; readonly headers?: Record<string, string> }

/**
 * A browser with cookies for the session and the device. Unless a test gives an address, each browser has a network
 * address of its own, so that the rate limits of two tests do not interfere.
 */
export type Browser = {
  readonly ask: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, request?: Request) => Promise<Answer>
  cookie: string | null
  device: string | null
}

let browsers = 0
export const openBrowser = (app: FastifyInstance, address?: string): Browser => {
  browsers += 1
  const remoteAddress = address ?? `10.${(browsers >> 16) & 255}.${(browsers >> 8) & 255}.${browsers & 255}`
  const browser: Browser = {
    cookie: null,
    device: null,
    ask: async (method, url, { body, raw, headers = {} } = {}) => {
      const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
      const answer = await app.inject({
        method,
        url,
        remoteAddress,
        headers: {
          ...(payload !== undefined && { 'content-type': 'application/json' }),
          ...((browser.cookie ?? browser.device) !== null && {
            cookie: [browser.cookie, browser.device].filter((one) => one !== null).join('; '),
          }),
          ...headers,
        },
        ...(payload !== undefined && { payload }),
        payloadAsStream: true,
      })
      const type = String(answer.headers['content-type'])
      // A stream of events does not end by itself. The tests only need its status and headers.
      if (type.startsWith('text/event-stream')) answer.stream().destroy()
      const text = type.startsWith('text/event-stream') ? '' : await textOf(answer.stream())
      const cookies = [answer.headers['set-cookie']].flat().filter((one) => one !== undefined)
      const set = cookies.find((one) => /^(__Host-)?pathlight_session=/.test(one))
      if (set !== undefined) browser.cookie = /Max-Age=0/.test(set) ? null : (set.split(';')[0] ?? null)
      const device = cookies.find((one) => /^(__Host-)?pathlight_device=/.test(one))
      if (device !== undefined) browser.device = device.split(';')[0] ?? null
      const isJson = /^application\/(problem\+)?json/.test(type)
      const parsed = isJson ? JSON.parse(text) : text
      return { status: answer.statusCode, headers: answer.headers, body: parsed, problem: parsed, cookie: set }
    },
  }
  return browser
}

/** The cookie that binds a begun log-in to the browser. */
export const begunOf = ({ headers }: Answer): string =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((one) => one.startsWith('pathlight_begun='))
    ?.split(';')[0] ?? ''

/** Makes a person an admin, as the operator's command does. */
export const makeAdmin = async (stores: Stores, userId: string): Promise<void> => {
  if (!(await openAdmins({ ...stores, emails: [] }).grant(userId))) throw new Error(`There is no account ${userId}`)
}

export const PASSWORD = 'Lamp4myfeet!'
let people = 0

export const signUpSomebody = async (app: FastifyInstance) => {
  people += 1
  const username = `person${people}`
  const email = `${username}@example.org`
  const browser = openBrowser(app)
  const { status, body } = await browser.ask('POST', '/api/auth/signup', {
    body: { username, email, password: PASSWORD, confirm_password: PASSWORD },
  })
  if (status !== 201) throw new Error(`Sign-up answered ${status}: ${JSON.stringify(body)}`)
  return { ...browser, browser, ask: browser.ask, id: body.id as string, username, email }
}
