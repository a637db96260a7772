import { hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import { allEvents } from '@pathlight/domain/all-events.ts'
import { sealed, withoutPersonalData } from '@pathlight/event-log/sealed.ts'
import { masterKey as masterKeyOf } from '@pathlight/identity/master-key.ts'
import { sealedReadModels } from '@pathlight/read-models/sealed-read-models.ts'
import { DataFolderInUse, lockDataFolder } from '@pathlight/stores/data-folder-lock.ts'
import { startEmbeddedPostgres } from '@pathlight/stores/embedded-postgres.ts'
import { postgresUrl } from '@pathlight/stores/postgres-process.ts'
import { hasFullDisk } from '@pathlight/stores/store-unavailable.ts'
import type { Config } from './config.ts'
import type { Engines, Stores, StoresOptions } from './engines.ts'
import { troubleWith } from './trouble.ts'

/** `beside`: the app may run on the same stores, and then has the folder to itself. */
const openEngines = async (config: Config, options: StoresOptions, beside: boolean): Promise<Opened> => {
  const { dataDir, say, lifecycle } = options
  const { stores } = config
  const masterKey = masterKeyOf({ dataDir, fromEnvironment: config.MASTER_KEY })
  if (stores.profile !== 'embedded' && !beside && options.sharesFolder !== true) {
    const lock = lockDataFolder(dataDir)
    lifecycle.onStop('the data folder', () => lock.release())
  }
  // Loaded when needed only: a small machine need not hold the clients of stores it does not use.
  if (stores.profile === 'cluster') {
    const { onCluster } = await import('./on-cluster.ts')
    return { engines: await onCluster(stores, masterKey, options, beside), appRuns: null, masterKey }
  }
  const { onPostgres } = await import('./on-postgres.ts')
  const on = async (url: string, appRuns: boolean | null): Promise<Opened> => {
    return { engines: await onPostgres(url, masterKey, options), appRuns, masterKey }
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
/** `appRuns`: null where it may, on another machine. */
type Opened = { readonly engines: Engines; readonly appRuns: boolean | null; readonly masterKey: Uint8Array }

/**
 * Opens the stores that the configuration names, and waits, saying so, for those that are not there yet. Only this file
 * and the two it imports know engines. `lifecycle` closes them again.
 */
export const openStores = async (config: Config, options: StoresOptions): Promise<Stores> =>
  (await open(config, options, false)).stores

/** The same for a command, also while the app runs on these stores; `appRuns` is null where it may on another machine. */
export const openStoresBeside = (
  config: Config,
  options: StoresOptions,
): Promise<{ readonly stores: Stores; readonly appRuns: boolean | null }> => open(config, options, true)

const open = async (config: Config, options: StoresOptions, beside: boolean) => {
  const { onStop } = options.lifecycle
  const { engines, appRuns, masterKey } = await openEngines(config, options, beside)
  const { plainLog, identity, dataKeys, jobs } = engines
  const readModels = sealedReadModels(engines.readModels, dataKeys)
  const log = sealed(plainLog, {
    keyOf: dataKeys.keyOf,
    kinds: allEvents,
    onTrouble: troubleWith(options, 'the keys'),
  })
  onStop('identity', () => identity.close())
  onStop('the read models', () => readModels.close())
  onStop('the event log', () => log.close())
  onStop('the jobs', () => jobs.close())
  const exclusive = config.stores.profile === 'embedded'
  const plainFeed = withoutPersonalData(plainLog, allEvents)
  const secretFor = (use: string) => new Uint8Array(hkdfSync('sha256', masterKey, '', use, 32))
  return {
    stores: { ...engines, readModels, log, storedLog: plainLog, plainFeed, secretFor, exclusive, hasFullDisk },
    appRuns,
  }
}
