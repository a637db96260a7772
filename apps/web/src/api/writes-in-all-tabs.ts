import type { KeptWork } from '../device/kept-work.ts'
import { joinTabs } from '../device/other-tabs.ts'
import { type Any, cloneable, fromClone, fromDevice, type Item, inOrder, type PendingWrite } from './pending-write.ts'

const STORED = 'write.'

type Message = { readonly changed: readonly unknown[]; readonly removed: readonly string[] }

/**
 * The writes of all people, shared by all tabs of this browser. `heard` is called with the writes that another tab
 * changed, and with an empty list after stored writes were read.
 */
export const writesInAllTabs = (work: KeptWork, heard: (theirs: readonly Any[]) => void) => {
  let writes: readonly Any[] = []
  const views = new Map<string, readonly Any[]>()
  const listeners = new Set<() => void>()
  const view = (kind: string, userId: string) =>
    writes.filter((write) => write.kind === kind && write.userId === userId)
  const unstore = (key: string): void => work.remove(STORED + key)

  const show = (next: readonly Any[]) => {
    writes = next
    for (const [name, shown] of views) {
      const [userId = '', kind = ''] = name.split(' ')
      const now = view(kind, userId)
      if (now.length !== shown.length || now.some((write, index) => write !== shown[index])) views.set(name, now)
    }
    for (const listener of listeners) listener()
  }

  const tabs = joinTabs('writes', (message) => {
    const { changed, removed } = message as Message
    const theirs = changed.map(fromClone).filter((write) => write !== null)
    const touched = new Set([...removed, ...theirs.map(({ key }) => key)])
    show([...writes.filter(({ key }) => !touched.has(key)), ...theirs].toSorted(inOrder))
    heard(theirs)
  })

  /** Replaces all writes, in the other tabs, too. Deletes the removed ones from the device. */
  const become = (next: readonly Any[]): void => {
    const before = new Set(writes)
    const left = new Set(next.map(({ key }) => key))
    const changed = next.filter((write) => !before.has(write))
    const removed = writes.filter(({ key }) => !left.has(key)).map(({ key }) => key)
    if (changed.length + removed.length === 0) return
    for (const key of removed) unstore(key)
    tabs.tell({ changed: changed.map(cloneable), removed } satisfies Message)
    show(next)
  }

  return {
    /** All writes, oldest first. */
    now: (): readonly Any[] => writes,
    become,
    replace: (write: Any, by: Any): void => become(writes.map((old) => (old.key === write.key ? by : old))),

    /** Stores a write on the device, until `unstore`. */
    store: (write: Any): void => work.set(STORED + write.key, cloneable(write)),
    unstore,
    isKept: ({ key }: Any): boolean => !work.isRefused(STORED + key),

    /**
     * Adds the stored writes of a kind. Resolves once the device could read all of them. A tab of an older build may
     * delay that.
     */
    readKept: async (kind: string): Promise<void> => {
      for (const read of [work.open, work.readLate]) {
        await read()
        const known = new Set(writes.map(({ key }) => key))
        const kept = work
          .keys(STORED)
          .map((key) => fromDevice(work.get(key)))
          .filter((write) => write !== null && write.kind === kind && !known.has(write.key))
        if (kept.length > 0) show([...writes, ...(kept as Any[])].toSorted(inOrder))
        heard([])
      }
    },

    /** A person's writes of one kind, oldest first. Returns the same array until one of the writes changes. */
    of: <I extends Item>(kind: string, userId: string): readonly PendingWrite<I>[] => {
      const name = `${userId} ${kind}`
      const known = views.get(name) ?? view(kind, userId)
      views.set(name, known)
      return known as unknown as readonly PendingWrite<I>[]
    },

    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Deletes a person's writes (null: all people's) in memory, in other tabs and on the device. */
    forget: (userId: string | null): void => {
      const isTheirs = (write: Any | null) => userId === null || write?.userId === userId
      become(writes.filter((write) => !isTheirs(write)))
      for (const key of work.keys(STORED)) if (isTheirs(fromClone(work.get(key)))) work.remove(key)
    },

    /** Stops listening to other tabs. */
    close: tabs.close,
  }
}
