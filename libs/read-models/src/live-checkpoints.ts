import { atMost } from '@pathlight/stores/at-most.ts'
import { LRUCache } from 'lru-cache'
import { type Checkpoint, type Named, whatIsRead } from './read-model-store.ts'
import { type Mark, markFromText, type Signals } from './signals.ts'

/**
 * The interval in milliseconds at which the checkpoints are loaded while callers wait or listen, because signals may
 * get lost.
 */
const RECHECK_FOR_WAITERS_MS = 1_000
/**
 * If the known checkpoints are older than this, in milliseconds, they are loaded again before a read, because a
 * generation may have been replaced.
 */
const OUTDATED_AFTER_MS = 5_000

const MOST_PEOPLE_KNOWN = 10_000

type Live = Pick<Checkpoint, 'name' | 'generation' | 'position'>
type People = readonly string[] | null

/**
 * Keeps the checkpoints of live generations in memory, so that most reads need not load them. Begins to listen to
 * signals at the first read, wait or listener, so a process that only writes needs no connection for signals.
 */
export function watchLiveCheckpoints(loadAll: () => Promise<readonly Checkpoint[]>, signals: Signals) {
  /** The pending calls of waitFor. The key is the function that ends the call. */
  const waiters = new Map<(reached: boolean) => void, { readonly position: bigint; readonly of: Named }>()
  const listeners = new Set<(people: People) => void>()
  const tell = (people: People): void => {
    for (const listener of listeners) listener(people)
  }
  let known = new Map<string, Live>()
  /**
   * The time at which the last load began (performance.now). Null before the first load, and after a loss of the
   * connection.
   */
  let loadedAt: number | null = null
  let listening = false
  let connected = false
  let wasLost = false
  let closed = false
  let loading: Promise<ReadonlyMap<string, Live>> | undefined
  let recheck: NodeJS.Timeout | undefined

  /**
   * A part of every stamp (see `stamp`). When documents change and this process does not know whose, `era` increases,
   * so that all stamps change.
   */
  let era = 0
  let changes = 0
  const changed = new LRUCache<string, number>({
    ...atMost(MOST_PEOPLE_KNOWN),
    dispose: (_value, _userId, reason) => {
      if (reason === 'evict') era++
    },
  })
  /** How often the known checkpoints were dropped. */
  let drops = 0
  const forget = (): void => {
    known.clear()
    loadedAt = null
    loading = undefined
    drops++
    era++
  }

  const least = (of: Named, among: ReadonlyMap<string, Live> = known): bigint => {
    const names = of?.map(({ name }) => name) ?? [...among.keys()]
    const positions = names.flatMap((name) => among.get(name)?.position ?? [])
    return positions.toSorted((a, b) => Number(a - b))[0] ?? 0n
  }

  /**
   * Takes in checkpoints that this process has moved, has loaded, or got by a signal. `change`: from where they moved,
   * and whose documents changed. Without it, anybody's documents may have changed.
   */
  const learn = (where: Iterable<Live>, change?: Pick<Mark, 'from' | 'people'>): void => {
    let moved = false
    let people: People = change?.people ?? null
    for (const one of where) {
      const old = known.get(one.name)
      const same = old?.generation === one.generation
      if (old && (one.generation < old.generation || (same && one.position <= old.position))) continue
      known.set(one.name, one)
      moved = true
      if (!same || change?.from !== old?.position) people = null
    }
    if (moved && people === null) era++
    for (const userId of (moved && people) || []) changed.set(userId, ++changes)
    if (moved && people?.length !== 0) tell(people)
    for (const [end, { position, of }] of waiters) if (position <= least(of)) end(true)
  }

  const load = async (): Promise<ReadonlyMap<string, Live>> => {
    const [askedAt, dropsBefore] = [performance.now(), drops]
    const read = whatIsRead(await loadAll())
    // The connection was lost meanwhile, so the answer may be older than what was known before the loss.
    if (drops !== dropsBefore) return refresh()
    known = new Map([...known].filter(([name]) => read.has(name)))
    learn(read.values())
    loadedAt = askedAt
    return read
  }
  /** Loads the checkpoints. Concurrent callers share one load. */
  const refresh = (): Promise<ReadonlyMap<string, Live>> => {
    if (loading) return loading
    const own = load().finally(() => {
      if (loading === own) loading = undefined
    })
    loading = own
    return own
  }
  const refreshQuietly = (): void => void refresh().catch(() => {})

  const reload = async (): Promise<void> => {
    // A load that began before the connection may have missed a change whose signal was lost. So this function waits
    // for that load, and loads again.
    await loading?.catch(() => {})
    if (wasLost) forget()
    await refresh()
    connected = true
  }

  const listen = (): void => {
    if (listening || closed) return
    listening = true
    recheck = setInterval(() => waiters.size + listeners.size > 0 && refreshQuietly(), RECHECK_FOR_WAITERS_MS).unref()
    signals.listen({
      onNotify: (text) => {
        const mark = markFromText(text)
        if (mark === null) return
        // If the mark has a newer generation than the known one, only the store can tell which of the two is live.
        if (mark.of.some(({ name, generation }) => (known.get(name)?.generation ?? 0) < generation)) refreshQuietly()
        else
          learn(
            mark.of.map((one) => ({ ...one, position: mark.position })),
            mark,
          )
      },
      onConnected: () => void reload().catch(() => {}),
      // The connection may be lost because the store crashed, and its checkpoints may be older after the crash. So the
      // known checkpoints are dropped at the loss. They are dropped again at the reconnection, because an answer from
      // before the crash may still arrive in between.
      onLost: () => {
        wasLost = true
        connected = false
        forget()
      },
    })
  }

  /**
   * The known checkpoints. They are loaded first if they may be outdated or `isEnough` returns false. Throws the errors
   * of `loadAll`.
   */
  const fresh = async (isEnough: () => boolean): Promise<ReadonlyMap<string, Live>> => {
    listen()
    const isFresh = connected && loadedAt !== null && performance.now() - loadedAt < OUTDATED_AFTER_MS
    const loaded = isFresh && isEnough() ? null : await refresh()
    // The loss of the connection may have cleared `known` during the load.
    return known.size > 0 ? known : (loaded ?? known)
  }

  return {
    learn,

    /** A text that changes when the person's documents change; null if no checkpoint is known. */
    stamp: (userId: string): string | null => (known.size === 0 ? null : `${era} ${changed.get(userId) ?? 0}`),

    onMove(listener: (people: People) => void): () => void {
      listen()
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /**
     * The live generation, and a time at which it was certainly live (performance.now). Null if no generation is live.
     */
    async generation(name: string): Promise<{ readonly generation: number; readonly askedAt: number } | null> {
      const now = performance.now()
      const live = (await fresh(() => known.has(name))).get(name)
      return live ? { generation: live.generation, askedAt: Math.min(now, loadedAt ?? now) } : null
    },

    async position(of: Named): Promise<bigint> {
      return least(of, await fresh(() => true))
    },

    waitFor(position: bigint, timeoutMs: number, of: Named): Promise<boolean> {
      listen()
      if (position <= least(of)) return Promise.resolve(true)
      if (closed) return Promise.resolve(false)
      return new Promise((resolve) => {
        const end = (reached: boolean) => {
          clearTimeout(timer)
          waiters.delete(end)
          resolve(reached)
        }
        const timer = setTimeout(() => end(false), timeoutMs)
        waiters.set(end, { position, of })
        if (!connected) refreshQuietly()
      })
    },

    async close(): Promise<void> {
      closed = true
      clearInterval(recheck)
      for (const end of waiters.keys()) end(false)
      await signals.close()
      await loading?.catch(() => {})
    },
  }
}
