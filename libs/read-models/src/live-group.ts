import { atMost } from '@pathlight/stores/at-most.ts'
import { LRUCache } from 'lru-cache'
import { type Group, LIVE } from './read-model-store.ts'
import { type Mark, markFromText, type Signals } from './signals.ts'

/** Signals get lost. So the store itself is asked, this often while a caller waits or listens. */
const RECHECK_FOR_WAITERS_MS = 1_000
/** No reader uses a group that was loaded longer ago: a generation may have been replaced meanwhile. */
const OUTDATED_AFTER_MS = 5_000

const MOST_PEOPLE_KNOWN = 10_000

/** The live group as last seen, and when that was asked (performance.now). */
export type Seen = { readonly group: Group; readonly askedAt: number }

/**
 * Knows where the live group stands without asking the store at every read. It listens from the first question on, so that a
 * process which only writes holds no connection for it.
 */
export function watchLiveGroup(loadGroups: () => Promise<readonly Group[]>, signals: Signals) {
  /** How each waiting caller is told whether its position was reached, and that position. */
  const waiters = new Map<(reached: boolean) => void, bigint>()
  const listeners = new Set<(people: readonly string[] | null) => void>()
  const tell = (people: readonly string[] | null): void => {
    for (const listener of listeners) listener(people)
  }
  let known: Seen | null = null
  let listening = false
  let connected = false
  let wasLost = false
  let closed = false
  let loading: Promise<Seen | null> | undefined
  let recheck: NodeJS.Timeout | undefined

  /** Since when it is known whose documents changed, and when each person's last did: more than are remembered begin a new era. */
  let era = 0
  const changed = new LRUCache<string, bigint>({
    ...atMost(MOST_PEOPLE_KNOWN),
    dispose: (_value, _userId, reason) => {
      if (reason === 'evict') era++
    },
  })
  const forget = (): void => {
    known = null
    era++
  }

  /**
   * This process moved the group, or read or heard where it is. Without `change` the documents of any person may have
   * changed.
   */
  const learn = (seen: Seen, change?: Pick<Mark, 'from' | 'people'>): void => {
    const [old, { group }] = [known?.group, seen]
    const same = old?.revision === group.revision
    if (old && (group.revision < old.revision || (same && group.position < old.position))) return
    known = seen
    if (!same || (group.position > old.position && (change?.from !== old.position || !change.people))) {
      era++
      tell(null)
    } else if (group.position > old.position) {
      const people = change?.people ?? []
      for (const userId of people) changed.set(userId, group.position)
      if (people.length > 0) tell(people)
    }
    for (const [end, position] of waiters) if (position <= group.position) end(true)
  }

  const load = async (): Promise<Seen | null> => {
    const askedAt = performance.now()
    const group = (await loadGroups()).find(({ name }) => name === LIVE)
    if (group === undefined) return null
    learn({ group, askedAt })
    return { group, askedAt }
  }
  /** One load at a time: callers that come meanwhile share it. */
  const refresh = (): Promise<Seen | null> => {
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }
  const refreshQuietly = (): void => void refresh().catch(() => {})

  const reload = async (): Promise<void> => {
    // A load that began before the signals came on may have read what was true before a signal that got lost.
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
        const { revision, position, ...change } = mark
        // At another revision the members must be loaded before a reader relies on the new position.
        if (known?.group.revision === revision) learn({ ...known, group: { ...known.group, position } }, change)
        else if (known === null || known.group.revision < revision) refreshQuietly()
      },
      onConnected: () => void reload().catch(() => {}),
      // A store that crashed may be back with an older checkpoint than it said. So the group is forgotten now, and once
      // more when the store is there again: an answer from before the crash may have been on its way.
      onLost: () => {
        wasLost = true
        connected = false
        forget()
      },
    })
  }

  return {
    learn,

    /** The same for as long as nothing of this person's has changed in what is read; null while that is not known. */
    stamp: (userId: string): string | null => known && `${era} ${known.group.revision} ${changed.get(userId) ?? 0n}`,

    onMove(listener: (people: readonly string[] | null) => void): () => void {
      listen()
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** null when nothing ever ran. Throws what `loadGroups` throws when signals are lost and the store is, too. */
    async seen(): Promise<Seen | null> {
      listen()
      const isKnown = connected && known !== null && performance.now() - known.askedAt < OUTDATED_AFTER_MS
      const loaded = isKnown ? null : await refresh()
      // What was loaded may be forgotten again by now.
      return known ?? loaded
    },

    waitFor(position: bigint, timeoutMs: number): Promise<boolean> {
      listen()
      if (position <= (known?.group.position ?? 0n)) return Promise.resolve(true)
      if (closed) return Promise.resolve(false)
      return new Promise((resolve) => {
        const end = (reached: boolean) => {
          clearTimeout(timer)
          waiters.delete(end)
          resolve(reached)
        }
        const timer = setTimeout(() => end(false), timeoutMs)
        waiters.set(end, position)
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
