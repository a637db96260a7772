import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockDataFolder } from './data-folder-lock.ts'
import type { Log } from './log.ts'
import { postgresUrl, startPostgres } from './postgres-process.ts'

export type EmbeddedPostgresOptions = {
  /** PostgreSQL's own folder, for example DATA_DIR/postgres; made at the first start. Its parent is locked. */
  readonly dataDir: string
  readonly log?: Log
  /** false, for tests only: a power cut may lose everything. Default true. */
  readonly durable?: boolean
}

export type EmbeddedPostgres = {
  /** For createPool (postgres-pool.ts). The same across restarts. */
  readonly url: string
  /** The postmaster's process id at this moment. */
  readonly pid: number
  /** Resolves when the server has ended for good: null after stop(), the reason when it cannot be kept running. */
  readonly exited: Promise<Error | null>
  /** Shuts the server down and lets go of the folder. Repeating it is harmless. */
  stop(): Promise<void>
}

/** A server that ends this often within a minute is not started again. */
const MOST_RESTARTS_A_MINUTE = 5

/**
 * Runs PostgreSQL from the packaged binaries on `dataDir`, on a unix socket only, until stop(). If the server dies it
 * is started again (clients see StoreUnavailable meanwhile). If we die, it stays until the next start takes over; no
 * acknowledged transaction is lost either way.
 *
 * Throws DataFolderInUse when another process runs on the folder, and in words when PostgreSQL cannot start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = console, durable = true } = options
  const dataDir = resolve(options.dataDir)
  const lock = lockDataFolder(dirname(dataDir))
  let server = await startPostgres(dataDir, durable, log).catch((error) => {
    lock.release()
    throw error
  })
  let stopping = false

  const keepRunning = async (): Promise<Error | null> => {
    const restarts: number[] = []
    for (;;) {
      await server.ended
      if (stopping) return null
      const now = Date.now()
      restarts.push(now)
      if (restarts.filter((time) => now - time < 60_000).length > MOST_RESTARTS_A_MINUTE)
        return new Error(
          `PostgreSQL on ${dataDir} keeps ending; its last messages are in ${dirname(dataDir)}/postgres.log`,
        )
      log.warn(`PostgreSQL (process ${server.pid}) has ended; starting it again`)
      await sleep(100)
      try {
        server = await startPostgres(dataDir, durable, log)
      } catch (error) {
        return error as Error
      }
      if (stopping) await server.stop()
      else log.info(`PostgreSQL runs again (process ${server.pid})`)
    }
  }
  const exited = keepRunning().finally(() => lock.release())

  return {
    url: postgresUrl(dataDir),
    get pid() {
      return server.pid
    },
    exited,
    async stop() {
      stopping = true
      await server.stop()
      await exited
    },
  }
}
