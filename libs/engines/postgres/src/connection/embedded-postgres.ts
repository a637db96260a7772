import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockDataFolder } from '@pathlight/stores/data-folder-lock.ts'
import type { Log } from '@pathlight/stores/log.ts'
import { postgresUrl, startPostgres } from './process.ts'

export type EmbeddedPostgresOptions = {
  /** PostgreSQL's own folder, for example DATA_DIR/postgres; made at the first start. Its parent is locked. */
  readonly dataDir: string
  readonly log?: Log
  /** false, for tests only: a power failure may lose everything. Default true. */
  readonly durable?: boolean
}

export type EmbeddedPostgres = {
  /** For createPool (pool.ts). The same across restarts. */
  readonly url: string
  /** The present process id of the postmaster. */
  readonly pid: number
  /** Shuts the server down and lets go of the folder. Repeating it is harmless. */
  stop(): Promise<void>
}

/**
 * Pauses before a restart, in milliseconds: each is twice the one before. After a server that ran RAN_WELL_MS the first one applies
 * again.
 */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5_000
const RAN_WELL_MS = 60_000

/**
 * Runs PostgreSQL from the packaged binaries on `dataDir`, on a unix socket only, until stop(). A server that dies is restarted,
 * however often; clients see StoreUnavailable until it runs again. If this process dies, the server runs on until the next start
 * takes over. No acknowledged transaction is lost either way. Throws DataFolderInUse when another process uses the folder, and in
 * words when PostgreSQL cannot start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = console, durable = true } = options
  const dataDir = resolve(options.dataDir)
  const lock = lockDataFolder(dirname(dataDir))
  let server = await startPostgres(dataDir, durable, log).catch((error) => {
    lock.release()
    throw error
  })
  const stopping = new AbortController()

  /** Tries to start the server until it runs. Logs the reason of the first failure. */
  const startAgain = async (pauseMs: number) => {
    for (
      let pause = pauseMs, isLogged = false;
      !stopping.signal.aborted;
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
    ) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        server = await startPostgres(dataDir, durable, log)
        log.info(`PostgreSQL runs again (process ${server.pid})`)
        return
      } catch (error) {
        if (!isLogged) log.warn(`PostgreSQL does not start; trying again and again: ${(error as Error).message}`)
        isLogged = true
      }
    }
  }

  const keepRunning = async () => {
    let pause = FIRST_PAUSE_MS
    while (!stopping.signal.aborted) {
      const began = Date.now()
      await server.ended
      if (stopping.signal.aborted) return
      pause = Date.now() - began > RAN_WELL_MS ? FIRST_PAUSE_MS : Math.min(2 * pause, LONGEST_PAUSE_MS)
      log.warn(`PostgreSQL (process ${server.pid}) has ended; starting it again`)
      await startAgain(pause)
    }
    await server.stop()
  }
  const running = keepRunning().finally(() => lock.release())

  return {
    url: postgresUrl(dataDir),
    get pid() {
      return server.pid
    },
    async stop() {
      stopping.abort()
      await server.stop()
      await running
    },
  }
}
