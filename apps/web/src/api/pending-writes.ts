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
  turnAfter,
  type WriteKind,
  waitingAgain,
} from './pending-write.ts'
import { wroteAt } from './position.ts'
import { MINE, queryClient, SESSION_KEY } from './query-client.ts'
import { sendWrite } from './send-write.ts'
import { writesInAllTabs } from './writes-in-all-tabs.ts'

// What a person has changed and the server may not have yet. It lives here, not in the component that asked for it. So closing
// an editor, leaving or reloading the page neither loses nor repeats a write. All tabs have the same of it: one of them sends.

/** Within this time another tab passes on what it has just heard from the server, in milliseconds. */
const TOLD_MS = 100
type Around = { readonly work: KeptWork; readonly inOneTab: InOneTab; readonly tab: string }

/**
 * A place for writes that are on their way. It sends those of the signed-in person in the order in which they were
 * made, one at a time in each lane. A write without an answer is sent again under the same key. The device keeps each
 * write until the server has decided.
 */
export const createPendingWrites = (queries: QueryClient, { work, inOneTab, tab }: Around) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const kinds = new Map<string, WriteKind<Item>>()
  /** Ends when what the device has kept of all known kinds is read. */
  let reading: Promise<unknown> = Promise.resolve()
  const attended: string[] = []
  /** Lanes from which this tab sends, or in which it waits for its turn to send. */
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

  /** The write with its outcome, and what comes of that for others. */
  const decide = (write: Any, outcome: Outcome<Item>) => {
    const { next, kept } = afterOutcome(writes.now(), write, outcome)
    if (outcome.status === 'saved') unstore(write.key)
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
      outcome = await sendWrite(kind, write)
    } catch (error) {
      const endsSession = error instanceof ApiProblem && error.status === 401
      if (endsSession) queries.setQueryData(SESSION_KEY, null)
      // Another person has logged in, in another tab, or the account was locked: the page hears of it, once.
      if (error instanceof ApiProblem && (error.code === 'other_person' || (isOfLock(error) && !person()?.locked)))
        void queries.invalidateQueries({ queryKey: SESSION_KEY })
      // At the first try the person is told. A write that waited already goes on waiting, until they log in or are unlocked.
      if (error instanceof ApiProblem && (isUndecided(error) || (tries > 0 && (endsSession || isOfLock(error))))) {
        work.askToStay()
        return replace(write, waitingAgain(write, tries, Date.now()))
      }
      outcome = outcomeOf(error, write)
    }
    // The person may have logged out meanwhile: then the write is gone, and its outcome concerns no page.
    if (!writes.now().some(({ key }) => key === write.key)) return
    decide(write, outcome)
    refresh(write)
  }

  /** Sends the first of a lane, unless another tab has done so when this one has its turn. */
  const sendFirst = async (lane: string): Promise<void> => {
    const first = () => writes.now().find((write) => isOpen(write) && laneOf(write) === lane)
    if (first()?.state.status === 'sending') await new Promise((resolve) => setTimeout(resolve, TOLD_MS))
    const write = first()
    if (!write || !isSignedIn(write.userId)) return
    if (write.state.status === 'waiting' && write.state.due > Date.now()) return
    if (write.state.status === 'waiting' || write.state.status === 'sending') await send(write, write.state.tries)
  }

  /** Sends what is due, and wakes up when the next one is. */
  const pump = (): void => {
    const seen = new Set<string>()
    let next = Number.POSITIVE_INFINITY
    for (const write of writes.now()) {
      const lane = laneOf(write)
      if (!isOpen(write) || seen.has(lane)) continue
      seen.add(lane)
      if (working.has(lane) || !isSignedIn(write.userId) || !kinds.has(write.kind)) continue
      if (write.state.status === 'waiting' && write.state.due > Date.now()) {
        next = Math.min(next, write.state.due)
        continue
      }
      // The browser may put a hidden tab to sleep during its turn: so a hidden tab sends no write of another tab.
      if (!isOwn(write) && document.visibilityState === 'hidden') continue
      working.add(lane)
      void inOneTab(`write.${lane}`, () => sendFirst(lane)).finally(() => {
        working.delete(lane)
        pump()
      })
    }
    clearTimeout(timer)
    if (next < Number.POSITIVE_INFINITY) timer = setTimeout(pump, next - Date.now())
  }

  const hurry = (chosen: (write: Any) => boolean) => {
    become(
      writes
        .now()
        .map((write) =>
          chosen(write) && write.state.status === 'waiting' && write.state.due > 0
            ? { ...write, state: { ...write.state, due: 0 } }
            : write,
        ),
    )
    pump()
  }

  /** What is new about a write. Where the person is not logged in any more, it fails at once, so that they are told. */
  const made = (userId: string): Made => ({
    key: newId(),
    madeAt: new Date().toISOString(),
    turn: turnAfter(writes.now(), Date.now()),
    tab,
    state: isSignedIn(userId) ? { status: 'waiting', tries: 0, due: 0 } : { status: 'failed', error: loggedOut() },
  })

  /**
   * Makes a change: it is shown at once and sent as soon as it can be. What this tab has not sent yet, or was refused, of the
   * same item gives way to it, and so does the write `instead`, whose words these are. Answers the key of the write.
   */
  const add = <I extends Item>(
    { name, lane }: Pick<WriteKind<I>, 'name' | 'lane'>,
    userId: string,
    change: NoInfer<Change<I>>,
    instead: string | null = null,
  ): string => {
    const item = (change.wanted ?? change.base) as I
    const ofItem = (write: Any) => isSame(write, { kind: name, userId, itemId: item.id })
    // Words that were never sent are sent before their item is removed: so its history has them.
    const isReplaced = (write: Any) =>
      isUnsent(write) && isOwn(write) && (change.wanted !== null || write.base === null)
    const givesWay = (write: Any) => isReplaced(write) || (isRefused(write) && (isOwn(write) || write.key === instead))
    const unsent = writes.now().find((write) => ofItem(write) && isReplaced(write))
    const write = {
      ...change,
      base: unsent ? unsent.base : change.base,
      kind: name,
      userId,
      itemId: item.id,
      lane: lane ? lane(item) : item.id,
      ...made(userId),
    } as Any
    const { key } = write
    const others = writes.now().filter((other) => !ofItem(other) || !givesWay(other))
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
      reading = Promise.all([reading, writes.readKept(kind.name).then(pump)])
      return kind
    },
    /** Ends when what the device has kept of every kind that is known by now is among the writes. */
    whenRead: (): Promise<unknown> => reading,

    add,
    /**
     * Takes a write back: as soon as it is saved, what the item was before is restored. A write that was never sent is
     * not sent. `seen`: what the person saw before it. Answers the key of the write that takes it back; null where none
     * is needed.
     */
    undo: <I extends Item>(kind: WriteKind<I>, key: string, seen: NoInfer<I> | null): string | null => {
      const write = writes.now().find((one) => one.key === key) as PendingWrite<I> | undefined
      if (!write || isRefused(write)) return null
      const { base, wanted, userId, state } = write
      const saved = state.status === 'saved' ? { item: state.item } : null
      if (seen === null) return wanted && add(kind, userId, { base: saved?.item ?? wanted, wanted: null })
      if (isUnsent(write as unknown as Any)) {
        become(writes.now().filter((other) => other.key !== key))
        return base === null || sameJson(base, seen) ? null : add(kind, userId, { base, wanted: seen })
      }
      const undoing = takingBack(write as unknown as Any, seen, made(userId))
      store(undoing)
      become([...writes.now(), undoing])
      pump()
      return undoing.key
    },

    /** Sends a write that waits now, whenever its next turn would be. */
    retry: (key: string): void => hurry((write) => write.key === key),

    /** Forgets a write that was refused. One that may be on its way is not called back. */
    drop: (key: string): void => become(writes.now().filter((write) => write.key !== key || !isRefused(write))),

    /** Gives up a write that waits or was refused, of whatever kind. One that is being sent just now is not called back. */
    discard: (key: string): void => {
      const write = writes.now().find((one) => one.key === key)
      if (!write || write.state.status === 'sending' || write.state.status === 'saved') return
      become(writes.now().filter((other) => other !== write))
      refresh(write)
    },

    /** Everything a person has on the way or was refused, of all kinds, oldest first. */
    unsent: unsentOf,
    /** What a person has on the way of one kind, oldest first; the same array until one of them changes. */
    of: writes.of,

    /** The same, with whether its component shows what becomes of it (`isAttended`), and whether it is on the device (`isKept`). */
    unsaved: (userId: string) =>
      unsentOf(userId).map((write) => ({
        key: write.key,
        isRefused: isRefused(write),
        isOfLock: write.state.status === 'failed' && isOfLock(write.state.error),
        isAttended: attended.includes(write.key),
        isKept: writes.isKept(write),
      })),

    /** Says that what becomes of a write is shown, until what it returns is called. */
    attend: (key: string): (() => void) => {
      attended.push(key)
      return () => void attended.splice(attended.indexOf(key), 1)
    },

    subscribe: writes.subscribe,

    /** After log-out: nothing of the person stays (null: of any person), in memory, in other tabs or on the device. */
    forget: (userId: string | null = null): void => {
      clearTimeout(timer)
      writes.forget(userId)
    },

    /** The connection is back, or a person logged in: what waits is sent now. */
    wake: (): void => hurry(() => true),

    /** Hears nothing of other tabs any more. */
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
