import type { User } from '@pathlight/contracts/accounts.ts'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { type InOneTab, inOneTab } from '../device/in-one-tab.ts'
import { type KeptWork, keptWork } from '../device/kept-work.ts'
import { tabName } from '../device/tab-name.ts'
import { ApiProblem, isOfLock } from './api-problem.ts'
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
  laneOf,
  loggedOut,
  type Made,
  type Outcome,
  outcomeOf,
  type PendingWrite,
  sameJson,
  takingBack,
  timeLeft,
  turnAfter,
  type WriteKind,
  waitingAgain,
} from './pending-write.ts'
import { wroteAt } from './position.ts'
import { MINE, queryClient, SESSION_KEY } from './query-client.ts'
import { sendWrite } from './send-write.ts'
import { writesInAllTabs } from './writes-in-all-tabs.ts'

// A person's changes that the server may not have yet. This store is outside of all components, so closing an editor,
// or leaving or reloading the page, neither loses nor repeats a write. All tabs share the writes, and only one tab at a
// time sends a write.

/** The time that another tab needs to pass on the server's answer, in milliseconds. */
const TOLD_MS = 100
type Around = { readonly work: KeptWork; readonly inOneTab: InOneTab; readonly tab: string }

/**
 * The outbox. It sends the writes of the logged-in person in their order, one at a time in each lane. A write that the
 * server has not decided is sent again under the same key. The device stores each write until it is saved or dropped.
 */
export const createPendingWrites = (queries: QueryClient, { work, inOneTab, tab }: Around) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const kinds = new Map<string, WriteKind<Item>>()
  /** Settles when the stored writes of all registered kinds are read. */
  let reading: Promise<unknown> = Promise.resolve()
  const attended: string[] = []
  /** The removals of items that were never sent: the key of each, and the person's id. */
  const neverSent = new Map<string, string>()
  /** The lanes from which this tab sends, or waits for the lock to send. */
  const working = new Set<string>()

  const person = () => queries.getQueryData<User | null>(SESSION_KEY)
  const isSignedIn = (userId: string) => person()?.id === userId
  const isOwn = (write: Any) => write.tab === tab
  const unsentOf = (userId: string): readonly Any[] =>
    writes.now().filter((write) => write.userId === userId && write.state.status !== 'saved')

  const writes = writesInAllTabs(work, (theirs) => {
    for (const write of theirs) {
      if (write.state.status !== 'saved') continue
      if (isSignedIn(write.userId)) wroteAt(write.state.at)
      refresh(write)
    }
    pump()
  })
  const { become, replace, store, unstore } = writes

  /** Sets the outcome of a write, and updates the other writes that depend on it. */
  const decide = (write: Any, outcome: Outcome<Item>) => {
    const { next, kept } = afterOutcome(writes.now(), write, outcome)
    // Stores the later writes before it deletes the saved one. If the page ends in between, the saved write is sent
    // again.
    for (const one of kept) store(one)
    if (outcome.status === 'saved') unstore(write.key)
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
      outcome = await sendWrite(kind, write)
    } catch (error) {
      const endsSession = error instanceof ApiProblem && error.status === 401
      if (endsSession) queries.setQueryData(SESSION_KEY, null)
      // Another person has logged in, in another tab, or the account was locked. The page fetches the session again.
      if (error instanceof ApiProblem && (error.code === 'other_person' || (isOfLock(error) && !person()?.locked)))
        void queries.invalidateQueries({ queryKey: SESSION_KEY })
      // If the first try meets an ended session or a lock, the write fails and the person is told. A write that had
      // waited before goes on waiting until the person logs in or is unlocked.
      if (error instanceof ApiProblem && (isUndecided(error) || (tries > 0 && (endsSession || isOfLock(error))))) {
        work.askToStay()
        return replace(write, waitingAgain(write, tries, Date.now()))
      }
      outcome = outcomeOf(error, write)
    }
    // The person may have logged out during the call. Then the write was deleted, and no page needs its outcome.
    if (!writes.now().some(({ key }) => key === write.key)) return
    decide(write, outcome)
    refresh(write)
  }

  /** Sends a lane's first open write. If another tab was sending it, waits for that tab to tell the answer. */
  const sendFirst = async (lane: string): Promise<void> => {
    const first = () => writes.now().find((write) => isOpen(write) && laneOf(write) === lane)
    if (first()?.state.status === 'sending') await new Promise((resolve) => setTimeout(resolve, TOLD_MS))
    const write = first()
    if (!write || !isSignedIn(write.userId)) return
    if (timeLeft(write) > 0) return
    if ('tries' in write.state) await send(write, write.state.tries)
  }

  /** Sends the due writes, and sets a timer for the next one. */
  const pump = (): void => {
    const seen = new Set<string>()
    let next = Number.POSITIVE_INFINITY
    for (const write of writes.now()) {
      const lane = laneOf(write)
      if (!isOpen(write) || seen.has(lane)) continue
      seen.add(lane)
      if (working.has(lane) || !isSignedIn(write.userId) || !kinds.has(write.kind)) continue
      const left = timeLeft(write)
      if (left > 0) {
        next = Math.min(next, left)
        continue
      }
      // A browser may suspend a hidden tab while it holds the lock, so a hidden tab sends no write of another tab.
      if (!isOwn(write) && document.visibilityState === 'hidden') continue
      working.add(lane)
      void inOneTab(`write.${lane}`, () => sendFirst(lane)).finally(() => {
        working.delete(lane)
        pump()
      })
    }
    clearTimeout(timer)
    if (next < Number.POSITIVE_INFINITY) timer = setTimeout(pump, next)
  }

  /** Stores a new write, shows it and sends it if it is due. Returns its key. */
  const put = (write: Any, others: readonly Any[] = writes.now()): string => {
    store(write)
    become([...others, write])
    pump()
    return write.key
  }

  const hurry = (chosen: (write: Any) => boolean) => {
    become(
      writes
        .now()
        .map((write) =>
          chosen(write) && timeLeft(write) > 0 ? ({ ...write, state: { ...write.state, due: 0 } } as Any) : write,
        ),
    )
    pump()
  }

  /**
   * The general fields of a new write. If the person is no longer logged in, the write fails at once, so that the
   * person is told.
   */
  const made = (userId: string): Made => ({
    key: newId(),
    madeAt: new Date().toISOString(),
    turn: turnAfter(writes.now(), Date.now()),
    tab,
    state: isSignedIn(userId) ? { status: 'waiting', tries: 0, due: 0 } : { status: 'failed', error: loggedOut() },
  })

  /**
   * Adds a change: pages show it at once, and it is sent as soon as possible. It replaces this tab's unsent or refused
   * writes of the item. It also replaces the write `instead`, whose words it contains. Returns the key of the write.
   */
  const add = <I extends Item>(
    { name, lane }: Pick<WriteKind<I>, 'name' | 'lane'>,
    userId: string,
    change: NoInfer<Change<I>>,
    instead: string | null = null,
  ): string => {
    const item = (change.wanted ?? change.base) as I
    const ofItem = (write: Any) => isSame(write, { kind: name, userId, itemId: item.id })
    // A removal does not replace unsent words of an existing item. The words are sent first, so that the item's history
    // has them.
    const isReplaced = (write: Any) =>
      isUnsent(write) && isOwn(write) && (change.wanted !== null || write.base === null)
    const givesWay = (write: Any) => isReplaced(write) || (isRefused(write) && (isOwn(write) || write.key === instead))
    const unsent = writes.now().find((write) => ofItem(write) && isReplaced(write))
    const write = {
      ...change,
      ...(unsent && { base: unsent.base, merged: true }),
      kind: name,
      userId,
      itemId: item.id,
      lane: lane ? lane(item) : item.id,
      ...made(userId),
    } as Any
    const others = writes.now().filter((other) => !ofItem(other) || !givesWay(other))
    if (write.base || write.wanted) return put(write, others)
    // The person made and removed the item before it was ever sent.
    neverSent.set(write.key, userId)
    become(others)
    pump()
    return write.key
  }

  return {
    /** Registers a kind, and continues sending its stored writes. Called once, where the kind is defined. */
    register: <I extends Item>(kind: WriteKind<I>): WriteKind<I> => {
      if (kinds.has(kind.name)) return kind
      kinds.set(kind.name, kind as unknown as WriteKind<Item>)
      reading = Promise.all([reading, writes.readKept(kind.name)])
      return kind
    },
    /** Resolves when the stored writes of all kinds registered so far are read. */
    whenRead: (): Promise<unknown> => reading,

    add,
    /**
     * Undoes a write. Once the write is saved, the item's earlier state is restored; an unsent write is dropped.
     * `seen`: the item before the write, or null for a new item, which is removed. Returns the key of the new write, or
     * null if none is needed. Returns undefined, and undoes nothing, if the item was changed again after the write. An
     * item that was removed before it was ever sent is made again.
     */
    undo: <I extends Item>(kind: WriteKind<I>, key: string, seen: NoInfer<I> | null): string | null | undefined => {
      const write = writes.now().find((one) => one.key === key) as PendingWrite<I> | undefined
      if (!write) {
        const owner = neverSent.get(key)
        return seen && owner ? add(kind, owner, { base: null, wanted: seen }) : undefined
      }
      if (isRefused(write)) return null
      const { base, wanted, userId, state } = write
      const saved = state.status === 'saved' ? { item: state.item } : null
      if (seen === null) return wanted && add(kind, userId, { base: saved?.item ?? wanted, wanted: null })
      if (isUnsent(write as unknown as Any)) {
        become(writes.now().filter((other) => other.key !== key))
        return base && sameJson(base, seen) ? null : add(kind, userId, { base, wanted: seen })
      }
      return put(takingBack(write as unknown as Any, seen, made(userId)))
    },

    /** Sends a waiting write now. */
    retry: (key: string): void => hurry((write) => write.key === key),

    /** Drops a refused write. A write that may be on its way stays. */
    drop: (key: string): void => become(writes.now().filter((write) => write.key !== key || !isRefused(write))),

    /** Drops a waiting or refused write of any kind. A write that is being sent stays. */
    discard: (key: string): void => {
      const write = writes.now().find((one) => one.key === key)
      if (!write || write.state.status === 'sending' || write.state.status === 'saved') return
      become(writes.now().filter((other) => other !== write))
      refresh(write)
    },

    /** All of a person's open and refused writes, of all kinds, oldest first. */
    unsent: unsentOf,
    /** A person's writes of one kind, oldest first. Returns the same array until one of the writes changes. */
    of: writes.of,

    /**
     * The writes of `unsent`. `isAttended`: whether a component shows the write's outcome. `isKept`: whether the device
     * stores the write.
     */
    unsaved: (userId: string) =>
      unsentOf(userId).map((write) => ({
        key: write.key,
        isRefused: isRefused(write),
        isOfLock: write.state.status === 'failed' && isOfLock(write.state.error),
        isAttended: attended.includes(write.key),
        isKept: writes.isKept(write),
      })),

    /** Says that a component shows the outcome of a write, until the returned function is called. */
    attend: (key: string): (() => void) => {
      attended.push(key)
      return () => void attended.splice(attended.indexOf(key), 1)
    },

    subscribe: writes.subscribe,

    /**
     * Deletes a person's writes after a log-out, or all people's if `userId` is null. Deletes them in memory, in other
     * tabs and on the device.
     */
    forget: (userId: string | null = null): void => {
      clearTimeout(timer)
      neverSent.clear()
      writes.forget(userId)
    },

    /**
     * Sends all waiting writes now. Called, for example, when the connection is back, when the page becomes visible,
     * and when a person has logged in.
     */
    wake: (): void => hurry(() => true),

    /** Stops listening to other tabs. */
    close: (): void => {
      clearTimeout(timer)
      writes.close()
    },
  }
}

export const pendingWrites = createPendingWrites(queryClient, { work: keptWork, inOneTab, tab: tabName() })

if (typeof window !== 'undefined') {
  window.addEventListener('online', pendingWrites.wake)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && pendingWrites.wake())
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (event.query.queryHash === hashKey(SESSION_KEY)) pendingWrites.wake()
  })
}
