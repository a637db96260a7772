import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockDataFolder } from '@pathlight/stores/data-folder-lock.ts'
import type { Log } from '@pathlight/stores/log.ts'
import { postgresUrl, startPostgres } from './process.ts'

export type EmbeddedPostgresOptions = {
  /**
   * PostgreSQL's own folder, for example DATA_DIR/postgres. The first start creates it. The lock that keeps other
   * processes away is on the parent folder.
   */
  readonly dataDir: string
  readonly log?: Log
  /** False only in tests: a power failure may then lose everything. Default true. */
  readonly durable?: boolean
}

export type EmbeddedPostgres = {
  /** The address for createPool (pool.ts). A restart does not change it. */
  readonly url: string
  /** The process id of the running postmaster. */
  readonly pid: number
  /** Shuts the server down and releases the folder's lock. Repeated calls are harmless. */
  stop(): Promise<void>
}

/**
 * The pauses before a restart of a dead server, in milliseconds. Each pause is twice as long as the last one, up to
 * LONGEST_PAUSE_MS. After a server has run for RAN_WELL_MS, the first pause applies again.
 */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5_000
const RAN_WELL_MS = 60_000

/**
 * Runs PostgreSQL from the packaged binaries on `dataDir`, on a unix socket only, until stop(). A server that dies is
 * restarted, however often; clients see StoreUnavailable until it runs again. If this process is killed by a signal,
 * the server runs on until the next start takes over. In neither case is an acknowledged transaction lost.
 * Throws DataFolderInUse if another process uses the folder, and an error with a sentence for the operator if
 * PostgreSQL cannot start.
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

  /** Tries to start the server until it runs or `stop` is called. Logs the reason of the first failure only. */
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
