import { hkdfSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { allEvents } from '@pathlight/domain/all-events.ts'
import { startEmbeddedPostgres } from '@pathlight/engine-postgres/connection/embedded-postgres.ts'
import { postgresUrl } from '@pathlight/engine-postgres/connection/process.ts'
import { sealed, withoutPersonalData } from '@pathlight/event-log/sealed.ts'
import { masterKey as masterKeyOf } from '@pathlight/identity/master-key.ts'
import type { JobTypes } from '@pathlight/jobs/jobs.ts'
import { sealedReadModels } from '@pathlight/read-models/sealed-read-models.ts'
import { DataFolderInUse, lockDataFolder } from '@pathlight/stores/data-folder-lock.ts'
import { hasFullDisk } from '@pathlight/stores/store-unavailable.ts'
import type { Config } from './config.ts'
import type { Engines, Stores, StoresOptions } from './engines.ts'
import { keysForReading } from './keys-for-reading.ts'
import { troubleWith } from './trouble.ts'

/**
 * Opens the engines of the configured stores. `beside`: whether this is a command. The app may then run on the same
 * stores, and may have locked the data folder.
 */
const openEngines = async <J extends JobTypes>(
  config: Config,
  options: StoresOptions,
  beside: boolean,
): Promise<Opened<J>> => {
  const { dataDir, say, lifecycle } = options
  const { stores } = config
  const masterKey = masterKeyOf({ dataDir, fromEnvironment: config.MASTER_KEY })
  const earlierFolder = join(dataDir, 'keys')
  const keys = { masterKey, folder: resolve(config.EPOCH_KEYS ?? earlierFolder), earlierFolder }
  // Stores on other machines outlive this machine. The folder of keys must last as long as the stores, so the operator
  // is told about it.
  if (stores.profile !== 'embedded' && !existsSync(keys.folder))
    say(
      `The key of the epoch is kept in ${keys.folder} from now on. Every process needs this folder (EPOCH_KEYS), and it must last: without it nothing opens that people wrote. A copy of the database needs a copy of it.`,
    )
  if (stores.profile !== 'embedded' && !beside && options.sharesFolder !== true) {
    const lock = lockDataFolder(dataDir)
    lifecycle.onStop('the data folder', () => lock.release())
  }
  // The imports are dynamic, so that a process loads only the clients of the stores that it uses.
  if (stores.profile === 'cluster') {
    const { onCluster } = await import('./on-cluster.ts')
    return { engines: await onCluster<J>(stores, keys, options, beside), appRuns: null, masterKey }
  }
  const { onPostgres } = await import('./on-postgres.ts')
  const on = async (url: string, appRuns: boolean | null): Promise<Opened<J>> => {
    return { engines: await onPostgres<J>(url, keys, options), appRuns, masterKey }
  }
  if (stores.profile === 'postgres') return on(stores.url, null)
  const folder = join(dataDir, 'postgres')
  try {
    const database = await startEmbeddedPostgres({ dataDir: folder, log: { info: say, warn: say } })
    lifecycle.onStop('the database', () => database.stop())
    return await on(database.url, false)
  } catch (error) {
    if (!beside || !(error instanceof DataFolderInUse)) throw error
    return on(postgresUrl(folder), true)
  }
}
/** Derives 32 bytes for one use from the master key. The bytes do not reveal the key. */
export const secretsOf =
  (masterKey: Uint8Array) =>
  (use: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', masterKey, '', use, 32))

/**
 * The opened engines. `appRuns`: whether the app is running on their stores. Null if unknown, because the app may run
 * on another machine.
 */
type Opened<J extends JobTypes> = {
  readonly engines: Engines<J>
  readonly appRuns: boolean | null
  readonly masterKey: Uint8Array
}

/**
 * Opens the configured stores. While a store is unreachable, waits and tells the operator. `lifecycle` closes the
 * stores. Engines are known only in this file, on-postgres.ts and on-cluster.ts.
 */
export const openStores = async <J extends JobTypes>(config: Config, options: StoresOptions): Promise<Stores<J>> =>
  (await open<J>(config, options, false)).stores

/**
 * Opens the configured stores for a command, even while the app runs on them. `appRuns`: whether the app is running on
 * them. Null if unknown, because the app may run on another machine.
 */
export const openStoresBeside = <J extends JobTypes>(
  config: Config,
  options: StoresOptions,
): Promise<{ readonly stores: Stores<J>; readonly appRuns: boolean | null }> => open<J>(config, options, true)

const open = async <J extends JobTypes>(config: Config, options: StoresOptions, beside: boolean) => {
  const { onStop } = options.lifecycle
  const { engines, appRuns, masterKey } = await openEngines<J>(config, options, beside)
  const { plainLog, dataKeys, jobs } = engines
  const keyOf = keysForReading(dataKeys.keyOf, options.logger)
  const readModels = sealedReadModels(engines.readModels, { keyOf })
  const log = sealed(plainLog, {
    keyOf,
    kinds: allEvents,
    onTrouble: troubleWith(options, 'the keys'),
  })
  onStop('the read models', () => readModels.close())
  onStop('the event log', () => log.close())
  onStop('the jobs', () => jobs.close())
  const exclusive = config.stores.profile === 'embedded'
  const plainFeed = withoutPersonalData(plainLog, allEvents)
  const secretFor = secretsOf(masterKey)
  return {
    stores: { ...engines, readModels, log, storedLog: plainLog, plainFeed, secretFor, exclusive, hasFullDisk },
    appRuns,
  }
}
