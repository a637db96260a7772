import type { User } from '@pathlight/contracts/accounts.ts'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { deviceStorage } from '../device/device-storage.ts'
import { ApiProblem } from './api-problem.ts'
import { newId } from './new-id.ts'
import {
  type Any,
  afterOutcome,
  type Change,
  type Item,
  isOpen,
  isRefused,
  isSame,
  isUndecided,
  isUnsent,
  loggedOut,
  type Outcome,
  outcomeOf,
  type PendingWrite,
  parseStored,
  sameJson,
  type WriteKind,
} from './pending-write.ts'
import { MINE, queryClient, SESSION_KEY } from './query-client.ts'
import { writeServed } from './request.ts'
import { restoreCall } from './restore-call.ts'

// What a person has changed and the server may not have yet. It lives here, not in the component that asked for it, so
// that closing an editor, leaving the page or reloading it neither loses nor repeats a write.

/** How long to wait after the first failure, and at most, in milliseconds. */
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000
const STORED = 'write.'

/**
 * A place for writes that are on their way. Those of the signed-in person are sent in the order in which they were made,
 * one at a time in each lane; without an answer again and again, under the same key. They are kept on the device until
 * the server has decided.
 */
export const createPendingWrites = (queries: QueryClient) => {
  let writes: readonly Any[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const kinds = new Map<string, WriteKind<Item>>()
  const views = new Map<string, readonly Any[]>()
  const listeners = new Set<() => void>()
  const attended: string[] = []

  const isSignedIn = (userId: string) => queries.getQueryData<User | null>(SESSION_KEY)?.id === userId
  const view = (kind: string, userId: string) =>
    writes.filter((write) => write.kind === kind && write.userId === userId)

  const store = (write: Any) => deviceStorage.set(`${STORED}${write.key}`, JSON.stringify(write))
  const unstore = ({ key }: Any) => deviceStorage.remove(`${STORED}${key}`)

  const become = (next: readonly Any[]) => {
    const before = writes
    writes = next
    for (const write of before) if (!next.some(({ key }) => key === write.key)) unstore(write)
    for (const [name, shown] of views) {
      const [userId = '', kind = ''] = name.split(' ')
      const now = view(kind, userId)
      if (now.length !== shown.length || now.some((write, index) => write !== shown[index])) views.set(name, now)
    }
    for (const listener of listeners) listener()
  }
  const replace = (write: Any, by: Any) => become(writes.map((old) => (old.key === write.key ? by : old)))

  /** The write with its outcome, and what comes of that for others. */
  const decide = (write: Any, outcome: Outcome<Item>) => {
    const { next, kept } = afterOutcome(writes, write, outcome)
    if (outcome.status === 'saved') unstore(write)
    if (kept) store(kept)
    become(next)
  }

  const refresh = ({ kind, userId, base, wanted }: Any) => {
    const keys = [base, wanted].flatMap((item) => (item ? (kinds.get(kind)?.touches(userId, item) ?? []) : []))
    const once = new Map(keys.map((key) => [JSON.stringify(key), key]))
    for (const queryKey of [...once.values(), [MINE, userId, 'history']]) void queries.invalidateQueries({ queryKey })
  }

  const send = async (write: Any, tries: number): Promise<void> => {
    const kind = kinds.get(write.kind)
    if (!kind) return
    replace(write, { ...write, state: { status: 'sending', tries } })
    let outcome: Outcome<Item>
    try {
      const { restores } = write
      const { method, path, body } = restores
        ? restoreCall(kind.history, write.itemId, restores.revision ?? 0)
        : kind.call(write)
      const ifMatch = kind.whicheverRevision ? undefined : write.base?.revision
      const { value, at } = await writeServed(method, path, {
        ...(body !== undefined && { body }),
        ...(ifMatch !== undefined && { ifMatch }),
        idempotencyKey: write.key,
      })
      const item = write.wanted && (kind.saved ? kind.saved(value, write.wanted) : (value as Item))
      outcome = { status: 'saved', item, at }
    } catch (error) {
      const endsSession = error instanceof ApiProblem && error.status === 401
      if (endsSession) queries.setQueryData(SESSION_KEY, null)
      // Whoever made it just now is told; what waited already goes on waiting, for them to log in.
      if (error instanceof ApiProblem && (isUndecided(error) || (endsSession && tries > 0))) {
        const wait = Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS)
        replace(write, { ...write, state: { status: 'waiting', tries: tries + 1, due: Date.now() + wait } })
        return pump()
      }
      outcome = outcomeOf(error, write)
    }
    // Unless the person has logged out meanwhile: then nobody is left to tell.
    if (!writes.some(({ key }) => key === write.key)) return
    decide(write, outcome)
    refresh(write)
    pump()
  }

  /** Sends what is due, and wakes up when the next one is. */
  const pump = (): void => {
    const busy = new Set<string>()
    let next = Number.POSITIVE_INFINITY
    for (const write of writes) {
      const lane = JSON.stringify([write.userId, write.kind, write.lane])
      if (!isOpen(write) || busy.has(lane)) continue
      busy.add(lane)
      if (write.state.status !== 'waiting' || !isSignedIn(write.userId)) continue
      if (write.state.due > Date.now()) next = Math.min(next, write.state.due)
      else void send(write, write.state.tries)
    }
    clearTimeout(timer)
    if (next < Number.POSITIVE_INFINITY) timer = setTimeout(pump, next - Date.now())
  }

  const hurry = (chosen: (write: Any) => boolean) => {
    become(
      writes.map((write) =>
        chosen(write) && write.state.status === 'waiting' ? { ...write, state: { ...write.state, due: 0 } } : write,
      ),
    )
    pump()
  }

  /**
   * Makes a change: it is shown at once and sent as soon as it can be. What was not sent yet, or was refused, of the
   * same item gives way to it. Answers the key of the write.
   */
  const add = <I extends Item>({ name, lane }: WriteKind<I>, userId: string, change: NoInfer<Change<I>>): string => {
    const item = (change.wanted ?? change.base) as I
    const ofItem = (write: Any) => isSame(write, { kind: name, userId, itemId: item.id })
    // Words that were never sent are sent before their item is removed: so its history has them.
    const givesWay = (write: Any) => isUnsent(write) && (change.wanted !== null || write.base === null)
    const unsent = writes.find((write) => ofItem(write) && givesWay(write))
    const key = newId()
    const write = {
      ...change,
      base: unsent ? unsent.base : change.base,
      key,
      kind: name,
      userId,
      itemId: item.id,
      lane: lane ? lane(item) : item.id,
      madeAt: new Date().toISOString(),
      // Whoever is not logged in any more is told at once.
      state: isSignedIn(userId) ? { status: 'waiting', tries: 0, due: 0 } : { status: 'failed', error: loggedOut() },
    } as Any
    const others = writes.filter((other) => !ofItem(other) || !(isRefused(other) || givesWay(other)))
    // Made and removed before it was ever sent.
    if (write.base === null && write.wanted === null) become(others)
    else {
      store(write)
      become([...others, write])
    }
    pump()
    return key
  }

  return {
    /** Makes a kind known, and goes on with what was kept of it on this device. Done once, where the kind is defined. */
    register: <I extends Item>(kind: WriteKind<I>): WriteKind<I> => {
      if (kinds.has(kind.name)) return kind
      kinds.set(kind.name, kind as unknown as WriteKind<Item>)
      const kept = deviceStorage
        .keys(STORED)
        .map((key) => parseStored(deviceStorage.get(key)))
        .filter((write) => write !== null && write.kind === kind.name)
      become([...writes, ...(kept as Any[])].toSorted((a, b) => a.madeAt.localeCompare(b.madeAt)))
      pump()
      return kind
    },

    add,

    /**
     * Takes a write back, as soon as it is saved, by restoring what the item was before; one that was never sent is not sent. `seen`:
     * what the person saw before it. Answers the key of the write that does so; null where none is needed.
     */
    undo: <I extends Item>(kind: WriteKind<I>, key: string, seen: NoInfer<I> | null): string | null => {
      const write = writes.find((one) => one.key === key) as PendingWrite<I> | undefined
      if (!write || isRefused(write)) return null
      const { base, wanted, userId, state } = write
      const saved = state.status === 'saved' ? { item: state.item } : null
      if (seen === null) return wanted && add(kind, userId, { base: saved?.item ?? wanted, wanted: null })
      if (isUnsent(write as unknown as Any)) {
        become(writes.filter((other) => other.key !== key))
        return base === null || sameJson(base, seen) ? null : add(kind, userId, { base, wanted: seen })
      }
      const undoing = {
        key: newId(),
        kind: kind.name,
        userId,
        itemId: write.itemId,
        lane: write.lane,
        madeAt: new Date().toISOString(),
        base: saved ? saved.item : wanted,
        wanted: seen,
        restores: { undoes: key, revision: saved ? (base?.revision ?? null) : null },
        state: isSignedIn(userId) ? { status: 'waiting', tries: 0, due: 0 } : { status: 'failed', error: loggedOut() },
      } as unknown as Any
      store(undoing)
      become([...writes, undoing])
      pump()
      return undoing.key
    },

    /** Sends a write that waits now, whenever its next turn would be. */
    retry: (key: string): void => hurry((write) => write.key === key),

    /** Forgets a write that was refused. One that may be on its way is not called back. */
    drop: (key: string): void => become(writes.filter((write) => write.key !== key || !isRefused(write))),

    /** What a person has on the way of one kind, oldest first; the same array until one of them changes. */
    of: <I extends Item>(kind: string, userId: string): readonly PendingWrite<I>[] => {
      const name = `${userId} ${kind}`
      const known = views.get(name) ?? view(kind, userId)
      views.set(name, known)
      return known as unknown as readonly PendingWrite<I>[]
    },

    /**
     * Everything a person has on the way or was refused, of all kinds. `isAttended`: somebody shows what becomes of it,
     * so nobody else needs to say it.
     */
    unsaved: (userId: string): { readonly key: string; readonly isRefused: boolean; readonly isAttended: boolean }[] =>
      writes
        .filter((write) => write.userId === userId && write.state.status !== 'saved')
        .map((write) => ({ key: write.key, isRefused: isRefused(write), isAttended: attended.includes(write.key) })),

    /** Says that what becomes of a write is shown, until what it returns is called. */
    attend: (key: string): (() => void) => {
      attended.push(key)
      return () => void attended.splice(attended.indexOf(key), 1)
    },

    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** After log-out: nothing of anybody stays, in memory or on the device. */
    forget: (): void => {
      clearTimeout(timer)
      become([])
    },

    /** The connection is back, or somebody logged in: what waits is sent now. */
    wake: (): void => hurry(() => true),
  }
}

export const pendingWrites = createPendingWrites(queryClient)

if (typeof window !== 'undefined') {
  window.addEventListener('online', pendingWrites.wake)
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (event.query.queryHash === hashKey(SESSION_KEY)) pendingWrites.wake()
  })
}
