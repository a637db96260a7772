import { accessSync, constants, mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import type { BuildProgress } from '@pathlight/bible-library/built-in/build-built-in.ts'
import { buildInOwnProcess } from '@pathlight/bible-library/built-in/build-in-own-process.ts'
import { CATALOGUE } from '@pathlight/bible-library/catalogue/open-catalogue.ts'
import { openLibrary } from '@pathlight/bible-library/library.ts'
import { type Bible, openBible } from '@pathlight/bible-library/open-bible.ts'
import { BACKUP_DAYS } from '@pathlight/contracts/system-rules.ts'
import { jsonLog } from '@pathlight/http/json-log.ts'
import { createLogger, type Logger, type LogLevel, tellOperator } from '@pathlight/http/logger.ts'
import { terminalLog } from '@pathlight/http/terminal-log.ts'
import { closedAccountsIn } from '@pathlight/worker/closed-accounts.ts'
import { keptMessages } from '@pathlight/worker/kept-messages.ts'
import { smtpMailer } from '@pathlight/worker/mail.ts'
import { startWorker } from '@pathlight/worker/start-worker.ts'
import { planArchive } from './archive/planned-archives.ts'
import { closeAgain } from './close-again.ts'
import { composeApp } from './compose.ts'
import type { Config } from './config.ts'
import { BadConfig, readConfig } from './config.ts'
import { endInOrder } from './end-in-order.ts'
import type { Stores } from './engines.ts'
import { lacksBackup } from './is-backed-up.ts'
import type { Lifecycle } from './lifecycle.ts'
import { createLifecycle } from './lifecycle.ts'
import { bringMissingBibles, koreanTextHint } from './missing-bibles.ts'
import { isAmongOthers, type Part } from './parts.ts'
import { followSharedTexts } from './shared-texts.ts'
import { openStores } from './stores.ts'
import { waitForLock } from './wait-for-lock.ts'

const WEB_FOLDER = resolve(import.meta.dirname, '../../../apps/web/dist')

/** What the log says at the first start, when the texts that come with Pathlight are brought into the library. */
const inProgress = ({ code, done, of }: BuildProgress): string =>
  code === null ? 'The Bible library is ready.' : `Building the Bible library: ${code} (${done + 1} of ${of}) ...`

/** What the operator is told where there is something to lose. */
const NO_ARCHIVE = `No archive was written in the last ${BACKUP_DAYS} days: npm run archive -- write --every 24h --keep 7 has one written each day.`

/** What there is before anything is started. */
type Running = { readonly lifecycle: Lifecycle; readonly logger: Logger; readonly say: (line: string) => void }

/** Among others a process must know by settings what it would else know by itself. Throws BadConfig. */
const checkAmongOthers = (config: Config, parts: readonly Part[]): void => {
  if (!isAmongOthers(parts)) return
  if (config.stores.profile === 'embedded')
    throw new BadConfig(
      'Several processes need stores that all of them reach: set EVENTSTORE_URL, MONGODB_URL and REDIS_URL, or DATABASE_URL. The embedded database is for one process alone: npm start.',
    )
  if (parts.includes('worker') && config.PUBLIC_URL === undefined)
    throw new BadConfig('Mails have links to the app: set PUBLIC_URL to the address that people use.')
}

/** When the first event happened; null in an empty log. */
const begunAt = async (log: Stores['log']): Promise<string | null> => {
  for await (const { events } of log.batches({ after: 0n, size: 1, live: false, alsoUnreadable: true }))
    if (events[0]) return events[0].metadata.occurredAt
  return null
}

/** Whether people wrote something here that should be in an archive by now. A store that does not say is no reason for a hint. */
const lacksArchive = async ({ archives, log }: Pick<Stores, 'archives' | 'log'>): Promise<boolean> => {
  const [written, begun] = await Promise.all([archives.lastWritten(), begunAt(log)]).catch(() => [null, null] as const)
  return lacksBackup(written, begun, Date.now())
}

type Bringing = {
  readonly config: Config
  readonly stores: Pick<Stores, 'archives' | 'exclusive'>
  readonly dataDir: string
  readonly amongOthers: boolean
  readonly say: (line: string) => void
  readonly signal: AbortSignal
}

/**
 * Begins to bring the texts that are missing, and to follow what admins do with texts on other machines. Of the processes that share a
 * folder one does so at a time, for all of them. Gives what is waited for at the end.
 */
const bringTexts = (bible: Bible, { config, stores, dataDir, amongOthers, say, signal }: Bringing) => {
  const address = config.BIBLE_CATALOGUE_URL ?? CATALOGUE
  const file = join(dataDir, 'followed-texts.json')
  const bring = async (): Promise<void> => {
    bringMissingBibles(bible, config.BIBLES, { say, signal, address })
    // The embedded database has one machine.
    if (!stores.exclusive) await followSharedTexts(bible, { archives: stores.archives, file, say, signal })
  }
  const inTurn = async (): Promise<void> => {
    const turn = await waitForLock(join(dataDir, 'bringing.sqlite'), signal)
    if (turn !== null) await bring().finally(turn.release)
  }
  const brought = (amongOthers ? inTurn() : bring()).catch((error: unknown) => {
    say(`Texts of the Bible cannot be brought until the next start: ${error instanceof Error ? error.message : error}`)
  })
  return () => brought
}

const start = async (config: Config, parts: readonly Part[], { lifecycle, logger, say }: Running): Promise<void> => {
  const { signal, onStop } = lifecycle
  checkAmongOthers(config, parts)
  const dataDir = resolve(config.DATA_DIR)
  mkdirSync(dataDir, { recursive: true })
  accessSync(dataDir, constants.W_OK)

  const amongOthers = isAmongOthers(parts)
  const libraryFile = join(dataDir, 'bibles.sqlite')
  // At a first start this and making the database take seconds each: they go side by side.
  const building = buildInOwnProcess(libraryFile, (progress) => say(inProgress(progress)), signal)
  // Stores that cannot be opened are told before a library that cannot be built.
  building.catch(() => undefined)
  const stores = await openStores(config, { dataDir, say, logger, lifecycle, sharesFolder: amongOthers })
  const reading = await stores.archives.reading()
  if (reading?.readAt === null)
    throw new Error(
      `The archive ${reading.name} is not whole here yet. Read it to its end: npm run archive -- read ${reading.name}`,
    )
  await building
  const library = openLibrary(libraryFile)
  onStop('the Bible library', () => library.close())
  const bible = openBible(library, config, signal)

  const publicUrl = config.PUBLIC_URL ?? null
  const kept = keptMessages(join(dataDir, 'contact'))
  const closedAccounts = closedAccountsIn(config.CLOSED_ACCOUNTS ?? join(dataDir, 'closed-accounts.txt'))
  if (parts.includes('worker')) await closeAgain(stores, closedAccounts)
  const trustProxy = config.TRUST_PROXY
  const operatorToken = config.OPERATOR_TOKEN ?? null
  const webFolder = WEB_FOLDER
  const { app, projector, importData, closeWhenDue, verifyLog } = await composeApp({
    parts,
    stores,
    bible,
    publicUrl,
    trustProxy,
    serviceWorker: config.SERVICE_WORKER,
    operatorToken,
    sendsMail: config.SMTP_URL !== undefined,
    tracesTo: config.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    limits: config.limits,
    adminEmails: config.ADMIN_EMAILS,
    captcha: config,
    aboutFile: join(dataDir, 'about.json'),
    lettersFolder: join(dataDir, 'letters'),
    kept,
    installation: { dataDir, settings: config },
    logger,
    signal,
    webFolder,
  })
  onStop('the projections', () => projector.done)
  onStop('the server', () => app.close())
  // The server listens only when everything is there: a process that listens is ready.
  await app.listen({ port: config.PORT, host: config.HOST })

  const { port } = app.server.address() as AddressInfo
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST
  const own = `http://${host}:${port}`
  const address = publicUrl ?? own
  if (parts.includes('worker')) {
    const mailer = config.SMTP_URL === undefined ? null : smtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM })
    if (mailer) onStop('mail', () => mailer.close())
    const worker = await startWorker({
      ...stores,
      importData,
      closeWhenDue,
      verifyLog,
      writeArchive: planArchive(stores, dataDir),
      log: stores.plainFeed,
      reasons: stores.log,
      checkpoints: stores.readModels,
      mailer,
      contactEmail: config.CONTACT_EMAIL ?? null,
      kept,
      closedAccounts,
      publicUrl: address,
      tellOperator: say,
      logger,
      signal,
    })
    onStop('the worker', () => worker.done)
    if (await lacksArchive(stores)) say(NO_ARCHIVE)
  }
  say(`Pathlight is ready: ${amongOthers ? `${own} (${parts.join(', ')})` : address}`)
  const refusal = projector.refusal()
  if (refusal !== null) say(`What people wrote is neither shown nor taken: ${refusal.message}`)
  const hint = koreanTextHint(library, config.BIBLES, Intl.DateTimeFormat().resolvedOptions().locale)
  if (hint !== null) say(hint)
  onStop('bringing texts', bringTexts(bible, { config, stores, dataDir, amongOthers, say, signal }))
  // The process that started this one with a channel learns the port, which it cannot know before where PORT=0. That
  // process may be gone by now. The callback takes this error, because it is no error of this process.
  process.send?.({ address: own }, undefined, {}, () => undefined)
}

/** What the system says of a folder that cannot be made or written. */
const NO_FOLDER = /^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOSPC)$/

/** What went wrong at the start, for a person; a bug keeps its stack. */
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

/** What cannot be read leaves the log as it is without any setting. */
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
 * Is these parts of Pathlight, by the settings of the environment, until it is asked to end. Then it stops listening, finishes what was
 * begun, and ends this process. What keeps it from starting is said in words, and ends it with code 1.
 */
export const runProcess = async (parts: readonly Part[]): Promise<void> => {
  const destination = (await terminalLog()) ?? jsonLog()
  const config = readOrRefuse()
  const logger = createLogger(levelOf(config), destination)
  const say = tellOperator(logger)
  const lifecycle = createLifecycle(say)
  const end = endInOrder(lifecycle, say)
  try {
    if (config instanceof BadConfig) throw config
    await start(config, parts, { lifecycle, logger, say })
  } catch (error) {
    // A stop that was asked for while starting looks like a failure from in here.
    if (lifecycle.signal.aborted) return
    // It says why it ends, also where the log is silent.
    createLogger('fatal', destination).fatal(inWords(error, config instanceof BadConfig ? null : config))
    await end(1)
  }
}
