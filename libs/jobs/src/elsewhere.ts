import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { openDoor } from '@pathlight/stores/door.ts'

/** Too many tasks wait for the room's thread. The caller may try again in a second. */
export class RoomFull extends Error {
  override readonly name = 'RoomFull'
}

/** The task exceeded its time or memory. Trying again does not help. */
export class TookTooMuch extends Error {
  override readonly name = 'TookTooMuch'
}

/** A worker thread of its own for long work (see `openRoom`). */
export type Room<In, Out> = {
  /**
   * Does a task on the room's thread, and returns the result. `asker`: the person for whom the task is done. People
   * take turns (stores/door.ts). Throws RoomFull or TookTooMuch, or an Error with the message of the task's error.
   */
  readonly have: (asker: string, input: In) => Promise<Out>
  readonly close: () => Promise<void>
}

/** The thread's answer to a task (answer-tasks.ts). */
export type Done = { readonly value: unknown } | { readonly failed: string }

/** The time without a task after which the thread ends, in milliseconds. */
const IDLE_MS = 30_000

/**
 * Opens a room: a worker thread for work that may take long (people's HTML, exports, imports), so that the event loop
 * stays free. The thread does one task at a time. `file`: the thread's program, which calls `answerTasks`. If a task
 * takes more than `mostMs` milliseconds, or a heap of more than `mostMb` megabytes, the thread ends, and the next task
 * gets a new one. `mostWaiting`: the most waiting tasks of all askers together.
 */
export const openRoom = <In, Out>(options: {
  readonly file: URL
  readonly mostMs: number
  readonly mostMb: number
  readonly mostWaiting: number
}): Room<In, Out> => {
  const { file, mostMs, mostMb, mostWaiting } = options
  const door = openDoor({ places: 1, mostWaiting, full: () => new RoomFull('Too many wait for this.') })
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined

  const end = async () => {
    clearTimeout(idle)
    const ending = worker
    worker = null
    await ending?.terminate()
  }
  const begin = () => {
    const started = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: mostMb },
      stdout: false,
      execArgv: [],
    })
    // Without a listener, an error of the thread, such as out of memory, would end the process.
    started.on('error', () => undefined)
    started.once('exit', () => {
      if (worker === started) worker = null
    })
    started.unref()
    return started
  }
  const task = async (input: In): Promise<Out> => {
    clearTimeout(idle)
    worker ??= begin()
    const at = worker
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), mostMs)
    try {
      at.ref()
      at.postMessage(input)
      const answered = once(at, 'message', { signal: waiting.signal }) as Promise<[Done]>
      const ended = once(at, 'exit', { signal: waiting.signal }).then(() => {
        throw new TookTooMuch(`This took more than ${mostMb} MB.`)
      })
      const [done] = (await Promise.race([answered, ended])) as [Done]
      if ('failed' in done) throw new Error(done.failed)
      return done.value as Out
    } catch (error) {
      if (waiting.signal.aborted) {
        await end()
        throw new TookTooMuch(`This took more than ${mostMs} ms.`)
      }
      const { code } = error as { code?: unknown }
      if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw new TookTooMuch(`This took more than ${mostMb} MB.`)
      throw error
    } finally {
      clearTimeout(timer)
      waiting.abort()
      at.unref()
      idle = setTimeout(() => void end(), IDLE_MS).unref()
    }
  }

  return { have: (asker, input) => door.admit(asker, () => task(input)), close: end }
}
