import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { QueryKey } from '@tanstack/react-query'
import { ApiProblem } from './api-problem.ts'

// The types of writes, and the rules for their order and outcome. pending-writes.ts sends them.

/** The part of an item that writes need. With a revision, a write names the one that it replaces. */
export type Item = { readonly id: string; readonly revision?: number }

/** From the state that the person saw (null: new) to the wanted state (null: removed). */
export type Change<I extends Item> =
  | { readonly base: I | null; readonly wanted: I }
  | { readonly base: I; readonly wanted: null }

export type Call = { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly path: string; readonly body?: unknown }

/** The rules for writing one kind of item (an aggregate). */
export type WriteKind<I extends Item> = {
  /** Unique and never changed, because stored writes have it. */
  readonly name: string
  /** Its name in the calls of histories. */
  readonly history: HistoryKind
  /** The call for a change. */
  readonly call: (change: Change<I>) => Call
  /** The item in the server's answer, if the answer is not the item itself. */
  readonly saved?: (answer: unknown, wanted: I) => I
  /** Beginnings of the keys of all queries that show the item. */
  readonly touches: (userId: string, item: I) => readonly QueryKey[]
  /** Writes of one lane are sent one after the other. Absent: each item is a lane of its own. */
  readonly lane?: (item: I) => string
  /** A write is valid for whatever revision the item has, so it names none. */
  readonly whicheverRevision?: true
}

/** `conflict`: another tab or device saved it meanwhile. `gone`: it was removed. `failed`: the server refused the write. */
export type Outcome<I extends Item> =
  | { readonly status: 'saved'; readonly item: I | null; readonly at: string }
  | { readonly status: 'conflict'; readonly current: I }
  | { readonly status: 'gone' }
  | { readonly status: 'failed'; readonly error: ApiProblem }

/** `waiting`: for its turn, or, after `tries` without an answer, for the next try at `due` (clock, in milliseconds). */
type State<I extends Item> =
  | { readonly status: 'waiting'; readonly tries: number; readonly due: number }
  | { readonly status: 'sending'; readonly tries: number }
  | Outcome<I>

/**
 * A write of one person. A saved one stays until all queries show it (`shownItems`). A refused one stays until it is replaced or
 * dropped.
 */
export type PendingWrite<I extends Item> = Change<I> & {
  /** Its Idempotency-Key, by which the code that made the write finds it. */
  readonly key: string
  readonly kind: string
  readonly userId: string
  readonly itemId: string
  readonly lane: string
  readonly madeAt: string
  /** Its place among the writes of this browser: the time in milliseconds, but always greater than the last place. */
  readonly turn?: number
  /** The name of the tab that made it (device/tab-name.ts). */
  readonly tab?: string
  readonly state: State<I>
  /** It undoes another write (by its key) with a restore: to this revision, which is known once that write is saved. */
  readonly restores?: { readonly undoes: string; readonly revision: number | null }
}

/** A write of any kind. */
export type Any = PendingWrite<Item>
/**
 * Whether the server decided nothing, or not for good. Then the same write is sent again under its key, and the server does it
 * once.
 */
export const isUndecided = ({ status, code }: ApiProblem): boolean =>
  code === 'other_person' ||
  [0, 408, 425, 429, 502, 503, 504].includes(status) ||
  (status === 409 && code === 'conflict')

/** The place of a write. Older builds had only the time, so writes of one moment, or after a clock was set back, had no order. */
const turnOf = ({ turn, madeAt }: Any): number => turn ?? Date.parse(madeAt)
/** Sorts writes by their turns. */
export const inOrder = (a: Any, b: Any): number => turnOf(a) - turnOf(b)
/** The turn of a new write: after all `writes`, and at least `now` (milliseconds). */
export const turnAfter = (writes: readonly Any[], now: number): number =>
  writes.reduce((last, write) => Math.max(last, 1 + turnOf(write)), now)

/** The fields of a new write. */
export type Made = Pick<Any, 'key' | 'madeAt' | 'turn' | 'tab' | 'state'>

/** Whether it was never sent, so that its content may change. A restore does not change. */
export const isUnsent = <I extends Item>({ state, restores }: PendingWrite<I>): boolean =>
  state.status === 'waiting' && state.tries === 0 && restores === undefined

/** The lane of a write. Only writes of one lane wait for each other. */
export const laneOf = ({ userId, kind, lane }: Any): string => JSON.stringify([userId, kind, lane])

/** The wait after the first failure, and the longest, in milliseconds. */
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000

/** The write after another try without an answer; `now`: clock, in milliseconds. */
export const waitingAgain = (write: Any, tries: number, now: number): Any => {
  const due = now + Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS)
  return { ...write, state: { status: 'waiting', tries: tries + 1, due } }
}

/** A write that undoes `write`: it restores the item as it was before. `made`: the fields of the new write. */
export const takingBack = (write: Any, seen: Item, made: Made): Any => {
  const { key, kind, userId, itemId, lane, base, wanted, state } = write
  const saved = state.status === 'saved' ? { item: state.item } : null
  const restores = { undoes: key, revision: saved ? (base?.revision ?? null) : null }
  return { kind, userId, itemId, lane, base: saved ? saved.item : wanted, wanted: seen, restores, ...made } as Any
}

export const loggedOut = () => new ApiProblem(401, { code: 'not_logged_in' })

/** Whether it is waiting or being sent. */
export const isOpen = <I extends Item>({ state }: Pick<PendingWrite<I>, 'state'>): boolean =>
  state.status === 'waiting' || state.status === 'sending'
/** Whether the server did not accept it, so that only the write has the person's words. */
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
  // The item is in this state already: another device was faster.
  if (restores && problem.code === 'already_current') return { status: 'saved', item: wanted, at: '0' }
  if (problem.status === 404 && base)
    return wanted === null ? { status: 'saved', item: null, at: '0' } : { status: 'gone' }
  if (problem.status === 412 && problem.current) return { status: 'conflict', current: problem.current as Item }
  return { status: 'failed', error: problem }
}

/**
 * Whether `later` was made on the result of `earlier`: in the same tab, or in another tab that showed it. Otherwise the server
 * reports a conflict.
 */
const follows = (later: Any, earlier: Any): boolean => {
  if (later.tab === earlier.tab || later.restores?.undoes === earlier.key) return true
  if (later.base === null || earlier.wanted === null) return later.base === earlier.wanted
  const seen = later.base as unknown as Record<string, unknown>
  return Object.entries(earlier.wanted).every(
    ([name, value]) => name === 'revision' || JSON.stringify(seen[name]) === JSON.stringify(value),
  )
}

/** In a cloneable form, for the device and for other tabs. */
export const cloneable = (write: Any): unknown =>
  write.state.status === 'failed' ? { ...write, state: { ...write.state, error: write.state.error.toJSON() } } : write

/** The write of a clone; null: anything else. */
export const fromClone = (clone: unknown): Any | null => {
  const found = clone as Any | null | undefined
  if (typeof found?.key !== 'string' || typeof found.kind !== 'string' || typeof found.state?.status !== 'string')
    return null
  if (found.state.status !== 'failed') return found
  const said = found.state.error as unknown as ReturnType<ApiProblem['toJSON']>
  return { ...found, state: { status: 'failed', error: new ApiProblem(said.status, said) } }
}

/** A stored write. It may have reached the server before the page was closed, so it counts as sent. */
export const fromDevice = (kept: unknown): Any | null => {
  const found = fromClone(kept)
  return found && isOpen(found) ? { ...found, state: { status: 'waiting', tries: 1, due: 0 } } : found
}

/** The most saved writes that are kept for queries. */
const SAVED_MAX = 200

/**
 * All writes after the outcome of one, in order. A later write of the same item builds on it. `kept`: the writes to store on the
 * device.
 */
export const afterOutcome = (
  writes: readonly Any[],
  write: Any,
  outcome: Outcome<Item>,
): { readonly next: readonly Any[]; readonly kept: Any | null } => {
  const isThis = ({ key }: Any) => key === write.key
  // A write that another tab shows as refused is decided there.
  const stays = (other: Any) => isOpen(other) || (isRefused(other) && other.tab !== write.tab)
  const others = writes.filter((other) => isThis(other) || !isSame(other, write) || stays(other))
  const later = others.find((other) => isSame(other, write) && !isThis(other) && isOpen(other) && follows(other, write))
  const takesBack = later?.restores?.undoes === write.key
  const decided: Any = { ...write, state: outcome }
  if (outcome.status === 'saved') {
    const saved = others.filter(({ state }) => state.status === 'saved')
    const oldest = saved.length >= SAVED_MAX ? saved[0] : undefined
    const restores = { undoes: write.key, revision: write.base?.revision ?? null }
    // Later words were made on this result.
    const onThis = later && ({ ...later, base: outcome.item, ...(takesBack && { restores }) } as Any)
    const inPlace = (other: Any) => (isThis(other) ? decided : onThis && other === later ? onThis : other)
    return { next: others.filter((other) => other !== oldest).map(inPlace), kept: onThis ?? null }
  }
  // Nothing was changed, so there is nothing to undo.
  if (takesBack) return { next: others.filter((other) => !isThis(other) && other !== later), kept: null }
  // The newer words replace the older ones: they are refused in their place, or tried next.
  const heir = { ...later, base: write.base, ...(outcome.status !== 'failed' && { state: outcome }) } as Any
  const left = later ? heir : decided
  const before = others.filter((other) => !isThis(other) || !later)
  // A removal of an item that is gone, or never existed, is done.
  const needless = left.wanted === null && (left.base === null || outcome.status === 'gone')
  if (needless) return { next: before.filter(({ key }) => key !== left.key), kept: null }
  return { next: before.map((other) => (other.key === left.key ? left : other)), kept: left }
}
