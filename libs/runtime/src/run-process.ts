import { accessSync, constants, mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import type { BuildProgress } from '@pathlight/bible-library/built-in/build-built-in.ts'
import { buildInOwnProcess } from '@pathlight/bible-library/built-in/build-in-own-process.ts'
import { openLibrary } from '@pathlight/bible-library/library.ts'
import { openBible } from '@pathlight/bible-library/open-bible.ts'
import { jsonLog } from '@pathlight/http/json-log.ts'
import { createLogger, type LogLevel, tellOperator, terminalLog } from '@pathlight/http/logger.ts'
import type { JobTypes } from '@pathlight/jobs/jobs.ts'
import type { RunningProjections } from '@pathlight/read-models/projection-status.ts'
import type { FastifyInstance } from 'fastify'
import { bringTexts } from './bring-texts.ts'
import { BadConfig, type Config, readConfig } from './config.ts'
import { endInOrder } from './end-in-order.ts'
import { keptMessages } from './kept-messages.ts'
import { createLifecycle } from './lifecycle.ts'
import { koreanTextHint } from './missing-bibles.ts'
import type { Process } from './process.ts'
import { openStores } from './stores.ts'

/** A service that was composed from the opened parts of its process. */
export type Composed = {
  /** The server, which does not listen yet. */
  readonly app: FastifyInstance
  readonly projector: RunningProjections
  /** Starts background work once the server listens. `address`: the address that people use. */
  readonly begin?: (address: string) => Promise<void>
}

export type Service<J extends JobTypes> = {
  /** The service's name for operators. Null if all of Pathlight runs in one process. */
  readonly name: string | null
  /** Throws BadConfig if a setting that this service needs is missing. */
  readonly check?: (config: Config) => void
  readonly compose: (process: Process<J>) => Promise<Composed>
}

/** The log line while the first start adds the texts that come with Pathlight to the library. */
const inProgress = ({ code, done, of }: BuildProgress): string =>
  code === null ? 'The Bible library is ready.' : `Building the Bible library: ${code} (${done + 1} of ${of}) ...`

/** Throws BadConfig if the stores are embedded, because several processes need stores that all can reach. */
const checkAmongOthers = (config: Config): void => {
  if (config.stores.profile === 'embedded')
    throw new BadConfig(
      'Several processes need stores that all of them reach: set EVENTSTORE_URL, MONGODB_URL and REDIS_URL, or DATABASE_URL. The embedded database is for one process alone: npm start.',
    )
}

/**
 * The error of the Bible library with its file and with what to do, if the file is damaged or the disk is full. The
 * errors of SQLite name no file.
 */
const ofLibrary = (error: unknown, file: string): unknown => {
  if (!(error instanceof Error)) return error
  if (/not a database|malformed/.test(error.message))
    return new Error(
      `The Bible library ${file} is damaged (${error.message}). Move it away, and ${file}-wal and ${file}-shm with it, and start again: it is built anew. Texts that were added or imported are to be added again.`,
    )
  if (/is full|ENOSPC/.test(error.message))
    return new Error(
      `The disk has no room for the Bible library ${file} (${error.message}). Make room, and start again.`,
    )
  return error
}

const start = async <J extends JobTypes>(
  { name, check, compose }: Service<J>,
  config: Config,
  { lifecycle, logger, say }: Pick<Process, 'lifecycle' | 'logger' | 'say'>,
): Promise<void> => {
  const { signal, onStop } = lifecycle
  if (name !== null) checkAmongOthers(config)
  check?.(config)
  const dataDir = resolve(config.DATA_DIR)
  mkdirSync(dataDir, { recursive: true })
  accessSync(dataDir, constants.W_OK)

  const libraryFile = join(dataDir, 'bibles.sqlite')
  // The first start builds the library and creates the database. Each takes seconds, so the two run in parallel.
  const building = buildInOwnProcess(libraryFile, (progress) => say(inProgress(progress)), signal)
  // The promise is awaited below, after the stores. Until then, its rejection must not end the process.
  building.catch(() => undefined)
  const stores = await openStores<J>(config, { dataDir, say, logger, lifecycle, sharesFolder: name !== null })
  const reading = await stores.archives.reading()
  if (reading?.readAt === null)
    throw new Error(
      `The archive ${reading.name} is not whole here yet. Read it to its end: npm run archive -- read ${reading.name}`,
    )
  const library = await building
    .then(() => openLibrary(libraryFile))
    .catch((error: unknown) => {
      throw ofLibrary(error, libraryFile)
    })
  onStop('the Bible library', () => library.close())
  const bible = openBible(library, config, signal)
  const kept = keptMessages(join(dataDir, 'contact'))
  const sendsMail = config.SMTP_URL !== undefined
  const opened: Process<J> = { name, config, dataDir, stores, bible, kept, sendsMail, logger, say, lifecycle }
  const { app, projector, begin } = await compose(opened)
  onStop('the server', () => app.close())
  // The server listens once everything that requests need is ready.
  await app.listen({ port: config.PORT, host: config.HOST })

  const { port } = app.server.address() as AddressInfo
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST
  const own = `http://${host}:${port}`
  const address = config.PUBLIC_URL ?? own
  await begin?.(address)
  say(`Pathlight is ready: ${name === null ? address : `${own} (${name})`}`)
  const refusal = projector.refusal()
  if (refusal !== null) say(`What people wrote is neither shown nor taken: ${refusal.message}`)
  const hint = koreanTextHint(library, config.BIBLES, Intl.DateTimeFormat().resolvedOptions().locale)
  if (hint !== null) say(hint)
  onStop('bringing texts', bringTexts(opened))
  // Tells the parent process the address. With PORT=0 the parent cannot know the address before. The parent may have
  // ended, so the callback ignores the error.
  process.send?.({ address: own }, undefined, {}, () => undefined)
}

/** The system's error codes for a folder that cannot be created or written. */
const NO_FOLDER = /^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOSPC)$/

/** Puts an error at the start into a sentence. For a bug of the program, returns the stack. */
const inWords = (error: unknown, config: Config | null): string => {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE' && config)
    return `Port ${config.PORT} is in use already. Stop what uses it, or choose another: PORT=${config.PORT + 1} npm start`
  const { syscall, path } = error as { syscall?: unknown; path?: unknown }
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      return `HOST=${config?.HOST} is no address of this machine. Choose one of its own, such as 127.0.0.1 or 0.0.0.0.`
  } else if (config && typeof path === 'string' && typeof code === 'string' && NO_FOLDER.test(code))
    return `The folder ${resolve(config.DATA_DIR)} cannot be written (${code}). Choose another by DATA_DIR, or let this user write there.`
  if (code === 'EACCES' && config) return `Port ${config.PORT} may not be used by this user. Choose one above 1023.`
  if (error instanceof BadConfig) return error.message
  const isBug = [TypeError, ReferenceError, RangeError, SyntaxError].some((bug) => error instanceof bug)
  return isBug ? (error.stack ?? error.message) : error.message
}

/** The level of the log. With invalid settings it is the default level. */
const levelOf = (config: Config | BadConfig): LogLevel => (config instanceof BadConfig ? 'warn' : config.LOG_LEVEL)
const readOrRefuse = (): Config | BadConfig => {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof BadConfig) return error
    throw error
  }
}

/**
 * Runs a service, or all of Pathlight, with the settings of the environment. When the process is told to end
 * (end-in-order.ts), it stops listening, finishes running work, and ends. An error at the start is reported in a
 * sentence, and ends the process with code 1.
 */
export const runProcess = async <J extends JobTypes>(service: Service<J>): Promise<void> => {
  const destination = (await terminalLog()) ?? jsonLog()
  const config = readOrRefuse()
  const logger = createLogger(levelOf(config), destination)
  const say = tellOperator(logger)
  const lifecycle = createLifecycle(say)
  const end = endInOrder(lifecycle, say)
  try {
    if (config instanceof BadConfig) throw config
    await start(service, config, { lifecycle, logger, say })
  } catch (error) {
    // If the process is told to end during the start, the start also fails with an error. This error is not reported.
    if (lifecycle.signal.aborted) return
    // The reason is logged even if LOG_LEVEL is silent.
    createLogger('fatal', destination).fatal(inWords(error, config instanceof BadConfig ? null : config))
    await end(1)
  }
}
