import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { QueryKey } from '@tanstack/react-query'
import { ApiProblem } from './api-problem.ts'

/** The fields of an item that writes need. If the item has a revision, a write names the revision that it replaces. */
export type Item = { readonly id: string; readonly revision?: number }

/**
 * A change from `base`, the item as the person saw it, to `wanted`. `base` is null for a new item; `wanted` is null for
 * a removed item.
 */
export type Change<I extends Item> =
  | { readonly base: I | null; readonly wanted: I }
  | { readonly base: I; readonly wanted: null }

export type Call = { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly path: string; readonly body?: unknown }

/** The rules for writing one kind of item (an aggregate). */
export type WriteKind<I extends Item> = {
  /** Unique. It may never change, because stored writes contain it. */
  readonly name: string
  /** The kind's name in the calls of histories. */
  readonly history: HistoryKind
  readonly call: (change: Change<I>) => Call
  /** Reads the item from the server's answer, if the answer is not the item itself. */
  readonly saved?: (answer: unknown, wanted: I) => I
  /** The first parts of the keys of all queries that show the item. */
  readonly touches: (userId: string, item: I) => readonly QueryKey[]
  /** The item's lane. Writes of one lane are sent one after the other. Absent: each item is a lane of its own. */
  readonly lane?: (item: I) => string
  /** A write applies to whatever revision the item has, so the write names none. */
  readonly whicheverRevision?: true
}

/**
 * `saved`: `at` is the log position of the write, or '0' if the server's answer names none. `conflict`: another tab or
 * device saved the item first. `gone`: the item was removed. `failed`: the server refused the write.
 */
export type Outcome<I extends Item> =
  | { readonly status: 'saved'; readonly item: I | null; readonly at: string }
  | { readonly status: 'conflict'; readonly current: I }
  | { readonly status: 'gone' }
  | { readonly status: 'failed'; readonly error: ApiProblem }

/**
 * A `waiting` write without tries waits until the earlier writes of its lane are decided. After `tries` tries in which
 * the server decided nothing, it waits for the next try at `due` (clock, in milliseconds).
 */
type State<I extends Item> =
  | { readonly status: 'waiting'; readonly tries: number; readonly due: number }
  | { readonly status: 'sending'; readonly tries: number }
  | Outcome<I>

/**
 * One write of one person. A saved write stays for the queries that lack it (`shownItems`), until a later write of its
 * item is decided or SAVED_MAX others are saved. A refused write stays until it is replaced or dropped.
 */
export type PendingWrite<I extends Item> = Change<I> & {
  /** The write's Idempotency-Key. The code that made the write finds it by this key. */
  readonly key: string
  readonly kind: string
  readonly userId: string
  readonly itemId: string
  readonly lane: string
  readonly madeAt: string
  /**
   * Orders the writes of this browser. It is the time in milliseconds or, if that is greater, one more than the turn of
   * the latest write.
   */
  readonly turn?: number
  /** The name of the tab that made the write (device/tab-name.ts). */
  readonly tab?: string
  readonly state: State<I>
  /** This write took the place of a write that was not sent or was refused, so it also contains that write's change. */
  readonly merged?: true
  /**
   * This write undoes the write with the key `undoes`: it restores the item to `revision`. `revision` is null if no
   * revision has the item as it was before the undone write; then `wanted` is written over the item.
   */
  readonly restores?: { readonly undoes: string; readonly revision: number | null }
}

/** A write of any kind. */
export type Any = PendingWrite<Item>
/**
 * Whether the server has not decided about the write, or may decide differently later. The same write is then sent
 * again under its key, and the server does it only once.
 */
export const isUndecided = ({ status, code }: ApiProblem): boolean =>
  code === 'other_person' ||
  [0, 408, 425, 429, 502, 503, 504].includes(status) ||
  (status === 409 && code === 'conflict')

/**
 * The turn of a write. Writes of older builds have only the time. Times do not order the writes of one moment, nor
 * those made after a clock was set back.
 */
const turnOf = ({ turn, madeAt }: Any): number => turn ?? Date.parse(madeAt)
/** Sorts writes by their turns. */
export const inOrder = (a: Any, b: Any): number => turnOf(a) - turnOf(b)
/** The turn of a new write: after all `writes`, and at least `now` (milliseconds). */
export const turnAfter = (writes: readonly Any[], now: number): number =>
  writes.reduce((last, write) => Math.max(last, 1 + turnOf(write)), now)

/** The fields of a new write that do not depend on its kind or item. */
export type Made = Pick<Any, 'key' | 'madeAt' | 'turn' | 'tab' | 'state'>

/** Whether the write was never sent, so that its content may still change. The content of a restore never changes. */
export const isUnsent = <I extends Item>({ state, restores }: PendingWrite<I>): boolean =>
  state.status === 'waiting' && state.tries === 0 && restores === undefined

/** The lane of a write. Only writes of one lane wait for each other. */
export const laneOf = ({ userId, kind, lane }: Any): string => JSON.stringify([userId, kind, lane])

/** The wait after the first failure, and the longest, in milliseconds. */
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000

/**
 * The write after one more try in which the server decided nothing. `tries`: the tries before. `now`: the clock, in
 * milliseconds.
 */
export const waitingAgain = (write: Any, tries: number, now: number): Any => {
  const due = now + Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS)
  return { ...write, state: { status: 'waiting', tries: tries + 1, due } }
}

/**
 * The time until a write may be sent, in milliseconds. If the clock was set back, `due` is too far away, and the write
 * is sent now.
 */
export const timeLeft = ({ state }: Any): number => {
  const left = state.status === 'waiting' ? state.due - Date.now() : 0
  return left > LONGEST_RETRY_MS ? 0 : left
}

/** How a write undoes `write`. `afterOutcome` calls this again, because until `write` is saved its base may change. */
const restoring = ({ key, base, merged }: Any): NonNullable<Any['restores']> => ({
  undoes: key,
  revision: merged ? null : (base?.revision ?? null),
})

/** A write that undoes `write`: it restores `seen`, the item before `write`. `made` has the new write's own fields. */
export const takingBack = (write: Any, seen: Item, made: Made): Any => {
  const { kind, userId, itemId, lane, wanted, state } = write
  const base = state.status === 'saved' ? state.item : wanted
  return { kind, userId, itemId, lane, base, wanted: seen, restores: restoring(write), ...made } as Any
}

export const loggedOut = () => new ApiProblem(401, { code: 'not_logged_in' })

export const isOpen = <I extends Item>({ state }: Pick<PendingWrite<I>, 'state'>): boolean =>
  state.status === 'waiting' || state.status === 'sending'
/** Whether the write was refused, so that only the write has the person's words. */
export const isRefused = <I extends Item>({ state }: Pick<PendingWrite<I>, 'state'>): boolean =>
  state.status === 'conflict' || state.status === 'gone' || state.status === 'failed'

export const sameJson = (one: Item, other: Item): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Whether two writes are of the same item. */
export const isSame = (
  a: Pick<Any, 'kind' | 'userId' | 'itemId'>,
  b: Pick<Any, 'kind' | 'userId' | 'itemId'>,
): boolean => a.kind === b.kind && a.userId === b.userId && a.itemId === b.itemId

export const outcomeOf = (error: unknown, { base, wanted, restores }: Any): Outcome<Item> => {
  const problem = error instanceof ApiProblem ? error : new ApiProblem(500, {})
  // The item is in this state already, because another device restored it first.
  if (restores && problem.code === 'already_current') return { status: 'saved', item: wanted, at: '0' }
  if (problem.status === 404 && base)
    return wanted === null ? { status: 'saved', item: null, at: '0' } : { status: 'gone' }
  if (problem.status === 412 && problem.current) return { status: 'conflict', current: problem.current as Item }
  return { status: 'failed', error: problem }
}

/**
 * Whether `later` was made on the result of `earlier`. This is so in the same tab, or if the base of `later` shows the
 * result of `earlier`. The tab does not count for an undo, which instead names the write that it undoes.
 */
const follows = (later: Any, earlier: Any): boolean => {
  if (later.restores ? later.restores.undoes === earlier.key : later.tab === earlier.tab) return true
  if (later.base === null || earlier.wanted === null) return later.base === earlier.wanted
  const seen = later.base as unknown as Record<string, unknown>
  return Object.entries(earlier.wanted).every(
    ([name, value]) => name === 'revision' || JSON.stringify(seen[name]) === JSON.stringify(value),
  )
}

/** The write in a form that can be cloned, for storage and for other tabs. */
export const cloneable = (write: Any): unknown =>
  write.state.status === 'failed' ? { ...write, state: { ...write.state, error: write.state.error.toJSON() } } : write

/** The write of a clone, or null if the clone is not a write. */
export const fromClone = (clone: unknown): Any | null => {
  const found = clone as Any | null | undefined
  if (typeof found?.key !== 'string' || typeof found.kind !== 'string' || typeof found.state?.status !== 'string')
    return null
  if (found.state.status !== 'failed') return found
  const said = found.state.error as unknown as ReturnType<ApiProblem['toJSON']>
  return { ...found, state: { status: 'failed', error: new ApiProblem(said.status, said) } }
}

/**
 * The write as read from storage. An open write counts as sent, because it may have reached the server before the page
 * was closed.
 */
export const fromDevice = (kept: unknown): Any | null => {
  const found = fromClone(kept)
  return found && isOpen(found) ? { ...found, state: { status: 'waiting', tries: 1, due: 0 } } : found
}

/** The most saved writes that stay in memory for queries. */
const SAVED_MAX = 200

/**
 * `next`: all writes after the outcome of `write`, in the order of `writes`. After a save, the next open write that was
 * made on the result of `write` gets the saved item as its base. `kept`: the writes to store on the device.
 */
export const afterOutcome = (
  writes: readonly Any[],
  write: Any,
  outcome: Outcome<Item>,
): { readonly next: readonly Any[]; readonly kept: readonly Any[] } => {
  const isThis = ({ key }: Any) => key === write.key
  // A refused write of another tab stays, because the person decides about it in that tab.
  const stays = (other: Any) => isOpen(other) || (isRefused(other) && other.tab !== write.tab)
  const others = writes.filter((other) => isThis(other) || !isSame(other, write) || stays(other))
  const later = others.find((other) => isSame(other, write) && !isThis(other) && isOpen(other) && follows(other, write))
  const takesBack = (other: Any) => other.restores?.undoes === write.key
  const decided: Any = { ...write, state: outcome }
  if (outcome.status === 'saved') {
    const saved = others.filter(({ state }) => state.status === 'saved')
    const oldest = saved.length >= SAVED_MAX ? saved[0] : undefined
    const onThis = (other: Any) =>
      ({ ...other, base: outcome.item, ...(takesBack(other) && { restores: restoring(write) }) }) as Any
    const moved = new Map(
      others.filter((other) => other === later || takesBack(other)).map((other) => [other, onThis(other)]),
    )
    const inPlace = (other: Any) => (isThis(other) ? decided : (moved.get(other) ?? other))
    return { next: others.filter((other) => other !== oldest).map(inPlace), kept: [...moved.values()] }
  }
  // The server changed nothing, so there is nothing to undo.
  if (later && takesBack(later)) return { next: others.filter((other) => !isThis(other) && other !== later), kept: [] }
  // The newer words replace the older ones. After a conflict or a removal the newer words are refused as well; after a
  // failure they are sent next.
  const heir = {
    ...later,
    base: write.base,
    merged: true,
    ...(outcome.status !== 'failed' && { state: outcome }),
  } as Any
  const left = later ? heir : decided
  const before = others.filter((other) => !takesBack(other) && (!isThis(other) || !later))
  // The item is gone or never existed, so its removal is done.
  const needless = left.wanted === null && (left.base === null || outcome.status === 'gone')
  if (needless) return { next: before.filter(({ key }) => key !== left.key), kept: [] }
  return { next: before.map((other) => (other.key === left.key ? left : other)), kept: [left] }
}
