import type { Mark, Signals } from './signals.ts'

/** Signals get lost; so the store itself is asked, this often while someone waits, */
const RECHECK_FOR_WAITERS_MS = 1_000
/** and so often when checkpoints are asked for. */
const RECHECK_MS = 5_000

type Waiter = { readonly position: bigint; readonly end: (reached: boolean) => void }

/** Knows where the projections stand without asking the store at every read. */
export type CheckpointWatch = {
  /** Reads reflect at least this position. Throws what `load` throws when signals are lost and the store is, too. */
  checkpoint(projection: string): Promise<bigint>
  waitFor(projection: string, position: bigint, timeoutMs: number): Promise<boolean>
  /** Somebody here moved or read a checkpoint. */
  learn(mark: Mark): void
  close(): Promise<void>
}

/**
 * `load` reads all marks from the store. It listens from the first question on, so that a process which only writes
 * holds no connection for it.
 */
export function watchCheckpoints(load: () => Promise<readonly Mark[]>, signals: Signals): CheckpointWatch {
  const known = new Map<string, Mark>()
  const waiters = new Map<string, Set<Waiter>>()
  let listening = false
  let connected = false
  let closed = false
  let loading: Promise<readonly Mark[]> | undefined
  let loadedAt: number | undefined
  let recheck: NodeJS.Timeout | undefined

  const learn = (mark: Mark): void => {
    const old = known.get(mark.projection)
    const newer =
      old === undefined ||
      mark.generation > old.generation ||
      (mark.generation === old.generation && mark.position > old.position)
    if (!newer) return
    known.set(mark.projection, mark)
    for (const waiter of waiters.get(mark.projection) ?? []) {
      if (waiter.position <= mark.position) waiter.end(true)
    }
  }

  /** One load at a time; who comes meanwhile shares it only where an older answer will do. */
  const refresh = (): Promise<readonly Mark[]> => {
    loading ??= load()
      .then((marks) => {
        for (const mark of marks) learn(mark)
        loadedAt = performance.now()
        return marks
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }
  const refreshQuietly = (): void => void refresh().catch(() => {})

  const listen = (): void => {
    if (listening || closed) return
    listening = true
    signals.listen({
      onMark: learn,
      onConnected: () => {
        // A load that began before the signals came on may have read what was true before a signal that got lost.
        void Promise.resolve(loading)
          .catch(() => {})
          .then(() => {
            known.clear()
            return refresh()
          })
          .then(() => {
            connected = true
          })
          .catch(() => {})
      },
      // A store that crashed may be back with older checkpoints than it said before: forgotten now, and once more when it is
      // there again, because an answer from before the crash may still have been on its way.
      onLost: () => {
        connected = false
        known.clear()
      },
    })
  }

  const keepRechecking = (): void => {
    if (recheck !== undefined || waiters.size === 0 || closed) return
    recheck = setTimeout(() => {
      recheck = undefined
      refreshQuietly()
      keepRechecking()
    }, RECHECK_FOR_WAITERS_MS)
  }

  return {
    learn,

    async checkpoint(projection) {
      listen()
      let loaded: readonly Mark[] = []
      if (!connected || !known.has(projection)) loaded = await refresh()
      else if (loadedAt === undefined || performance.now() - loadedAt > RECHECK_MS) refreshQuietly()
      // What was loaded may be forgotten again by now.
      const mark = known.get(projection) ?? loaded.find((one) => one.projection === projection)
      return mark?.position ?? 0n
    },

    waitFor(projection, position, timeoutMs) {
      listen()
      if (position <= (known.get(projection)?.position ?? 0n)) return Promise.resolve(true)
      if (closed) return Promise.resolve(false)
      return new Promise((resolve) => {
        const end = (reached: boolean) => {
          clearTimeout(timer)
          const all = waiters.get(projection)
          all?.delete(waiter)
          if (all?.size === 0) waiters.delete(projection)
          resolve(reached)
        }
        const waiter: Waiter = { position, end }
        const timer = setTimeout(() => end(false), timeoutMs)
        const all = waiters.get(projection) ?? new Set()
        waiters.set(projection, all.add(waiter))
        if (!connected) refreshQuietly()
        keepRechecking()
      })
    },

    async close() {
      closed = true
      clearTimeout(recheck)
      for (const all of [...waiters.values()]) for (const waiter of [...all]) waiter.end(false)
      await signals.close()
      await loading?.catch(() => {})
    },
  }
}
