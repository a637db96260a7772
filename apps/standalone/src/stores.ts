import { join } from 'node:path'
import { allEvents } from '@pathlight/domain/all-events.ts'
import { sealed, withoutPersonalData } from '@pathlight/event-log/sealed.ts'
import { masterKey as masterKeyOf } from '@pathlight/identity/master-key.ts'
import { lockDataFolder } from '@pathlight/stores/data-folder-lock.ts'
import { startEmbeddedPostgres } from '@pathlight/stores/embedded-postgres.ts'
import type { Config } from './config.ts'
import type { Engines, Stores, StoresOptions } from './engines.ts'
import { troubleWith } from './trouble.ts'

const openEngines = async (config: Config, options: StoresOptions): Promise<Engines> => {
  const { dataDir, say, lifecycle } = options
  const { stores } = config
  const masterKey = masterKeyOf({ dataDir, fromEnvironment: config.MASTER_KEY })
  if (stores.profile !== 'embedded') {
    const lock = lockDataFolder(dataDir)
    lifecycle.onStop('the data folder', () => lock.release())
  }
  // Loaded when needed only: a small machine need not hold the clients of stores it does not use.
  if (stores.profile === 'cluster') {
    const { onCluster } = await import('./on-cluster.ts')
    return onCluster(stores, masterKey, options)
  }
  const { onPostgres } = await import('./on-postgres.ts')
  if (stores.profile === 'postgres') return onPostgres(stores.url, masterKey, options)
  const log = { info: say, warn: say }
  const database = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log })
  lifecycle.onStop('the database', () => database.stop())
  return onPostgres(database.url, masterKey, options)
}

/**
 * Opens the stores that the configuration names, and waits, saying so, for those that are not there yet. Only this file
 * and the two it imports know engines. `lifecycle` closes them again.
 */
export const openStores = async (config: Config, options: StoresOptions): Promise<Stores> => {
  const { onStop } = options.lifecycle
  const engines = await openEngines(config, options)
  const { plainLog, readModels, identity, dataKeys, jobs } = engines
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
  return { ...engines, log, plainFeed: withoutPersonalData(plainLog, allEvents), exclusive }
}
