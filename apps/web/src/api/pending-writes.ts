import type { User } from '@pathlight/contracts/accounts.ts'
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { deviceStorage } from '../device/device-storage.ts'
import { ApiProblem } from './api-problem.ts'
import { newId } from './new-id.ts'
import { queryClient, SESSION_KEY } from './query-client.ts'
import { writeServed } from './request.ts'

// What a person has changed and the server may not have yet. It lives here, not in the component that asked for it, so
// that closing an editor, leaving the page or reloading it neither loses nor repeats a write.

/** An item as far as a write needs to know it. Where it has a revision, a write says which one it replaces. */
export type Item = { readonly id: string; readonly revision?: number }

/** From what the person saw (null: nothing, it is new) to what it shall be (null: removed). */
export type Change<I extends Item> =
  | { readonly base: I | null; readonly wanted: I }
  | { readonly base: I; readonly wanted: null }

type Call = { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly path: string; readonly body?: unknown }

/** What must be known to write one kind of item (an aggregate). */
export type WriteKind<I extends Item> = {
  /** Unique, and the same for ever: it stands beside what is kept on the device. */
  readonly name: string
  /** The call that makes the change. */
  readonly call: (change: Change<I>) => Call
  /** The item in the server's answer, where the answer is not the item itself. */
  readonly saved?: (answer: unknown, wanted: I) => I
  /** Beginnings of the keys of all queries that show the item. */
  readonly touches: (userId: string, item: I) => readonly QueryKey[]
  /** Writes of one lane are sent one after the other; without it, each item is a lane of its own. */
  readonly lane?: (item: I) => string
  /** A write holds whatever became of the item meanwhile: no revision is named. */
  readonly whicheverRevision?: true
}

/** `conflict`: somebody else saved it meanwhile. `gone`: it was removed meanwhile. `failed`: the server refused it. */
type Outcome<I extends Item> =
  | { readonly status: 'saved'; readonly item: I | null; readonly at: string }
  | { readonly status: 'conflict'; readonly current: I }
  | { readonly status: 'gone' }
  | { readonly status: 'failed'; readonly error: ApiProblem }

/** `waiting`: for its turn, or, after `tries` without an answer, for the next one at `due` (milliseconds of the clock). */
type State<I extends Item> =
  | { readonly status: 'waiting'; readonly tries: number; readonly due: number }
  | { readonly status: 'sending'; readonly tries: number }
  | Outcome<I>

/** A write by one person. Saved ones stay until all that is shown has them (`shownItems`); others until they are replaced or dropped. */
export type PendingWrite<I extends Item> = Change<I> & {
  /** Its Idempotency-Key: whoever asked for it knows it by this. */
  readonly key: string
  readonly kind: string
  readonly userId: string
  readonly itemId: string
  readonly lane: string
  readonly madeAt: string
  readonly state: State<I>
}
type Any = PendingWrite<Item>

/** How long to wait after the first failure, and at most, in milliseconds. */
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000
/** Saved writes that are remembered for what is shown. */
const SAVED_MAX = 200
const STORED = 'write.'

/** Whether nothing was decided, or nothing for good: then the very same is sent again, which does it once. */
const isUndecided = ({ status, code }: ApiProblem): boolean =>
  [0, 408, 425, 429, 502, 503, 504].includes(status) || (status === 409 && code === 'conflict')

const loggedOut = () => new ApiProblem(401, { code: 'not_logged_in' })

/** Whether it is still on its way. */
export const isOpen = <I extends Item>({ state }: Pick<PendingWrite<I>, 'state'>): boolean =>
  state.status === 'waiting' || state.status === 'sending'
/** Whether the server did not take it: what the person wanted stands in it alone. */
export const isRefused = <I extends Item>({ state }: Pick<PendingWrite<I>, 'state'>): boolean =>
  state.status === 'conflict' || state.status === 'gone' || state.status === 'failed'

/** Whether two writes are of the same item. */
const isSame = (a: Pick<Any, 'kind' | 'userId' | 'itemId'>, b: Pick<Any, 'kind' | 'userId' | 'itemId'>): boolean =>
  a.kind === b.kind && a.userId === b.userId && a.itemId === b.itemId

const outcomeOf = (error: unknown, { base, wanted }: Any): Outcome<Item> => {
  const problem = error instanceof ApiProblem ? error : new ApiProblem(500, {})
  if (problem.status === 404 && base)
    return wanted === null ? { status: 'saved', item: null, at: '0' } : { status: 'gone' }
  if (problem.status === 412 && problem.current) return { status: 'conflict', current: problem.current as Item }
  return { status: 'failed', error: problem }
}

const parseStored = (stored: string | null): Any | null => {
  try {
    const found = JSON.parse(stored ?? 'null') as Any | null
    if (typeof found?.key !== 'string' || typeof found.kind !== 'string') return null
    if (found.state.status === 'failed') {
      const said = found.state.error as unknown as ReturnType<ApiProblem['toJSON']>
      return { ...found, state: { status: 'failed', error: new ApiProblem(said.status, said) } }
    }
    // It may have arrived: from now on it counts as sent.
    return isOpen(found) ? { ...found, state: { status: 'waiting', tries: 1, due: 0 } } : found
  } catch {
    return null
  }
}

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

  /** The write with its outcome, and what comes of that for a later one of the same item. */
  const decide = (write: Any, outcome: Outcome<Item>) => {
    const others = writes.filter((other) => !isSame(other, write) || (other.key !== write.key && isOpen(other)))
    const later = others.find((other) => isSame(other, write))
    const after = others.filter((other) => other !== later)
    const decided: Any = { ...write, state: outcome }
    if (outcome.status === 'saved') {
      unstore(write)
      const saved = after.filter(({ state }) => state.status === 'saved')
      const oldest = saved.length >= SAVED_MAX ? saved[0] : undefined
      // What was written meanwhile was written on this.
      const next = later && ({ ...later, base: outcome.item } as Any)
      if (next) store(next)
      return become([...after.filter((other) => other !== oldest), decided, ...(next ? [next] : [])])
    }
    // The newer words stand for the older ones: they are refused in their place, or tried next.
    const heir = { ...later, base: write.base, ...(outcome.status !== 'failed' && { state: outcome }) } as Any
    const left = later ? heir : decided
    // A removal of what is gone, or was never made, has nothing left to do.
    const needless = left.wanted === null && (left.base === null || outcome.status === 'gone')
    if (needless) return become(after)
    store(left)
    become([...after, left])
  }

  const refresh = ({ kind, userId, base, wanted }: Any) => {
    const keys = [base, wanted].flatMap((item) => (item ? (kinds.get(kind)?.touches(userId, item) ?? []) : []))
    const once = new Map(keys.map((key) => [JSON.stringify(key), key]))
    for (const queryKey of once.values()) void queries.invalidateQueries({ queryKey })
  }

  const send = async (write: Any, tries: number): Promise<void> => {
    const kind = kinds.get(write.kind)
    if (!kind) return
    replace(write, { ...write, state: { status: 'sending', tries } })
    let outcome: Outcome<Item>
    try {
      const { method, path, body } = kind.call(write)
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

    /**
     * Makes a change: it is shown at once and sent as soon as it can be. What was not sent yet, or was refused, of the
     * same item gives way to it. Answers the key of the write.
     */
    add: <I extends Item>({ name, lane }: WriteKind<I>, userId: string, change: NoInfer<Change<I>>): string => {
      const item = (change.wanted ?? change.base) as I
      const ofItem = (write: Any) => isSame(write, { kind: name, userId, itemId: item.id })
      const waits = ({ state }: Any) => state.status === 'waiting' && state.tries === 0
      const unsent = writes.find((write) => ofItem(write) && waits(write))
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
      const others = writes.filter((other) => !ofItem(other) || !(isRefused(other) || waits(other)))
      // Made and removed before it was ever sent.
      if (write.base === null && write.wanted === null) become(others)
      else {
        store(write)
        become([...others, write])
      }
      pump()
      return key
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
