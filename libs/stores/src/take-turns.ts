import { Node, Yallist } from 'yallist'

/** A place that an asker has. */
export type Turn = {
  /** Pays for work that only shows while, or after, it is done: the next turns of the same askers come so much later. */
  readonly charge: (cost: number) => void
  /** Gives the place to the next. The second time does nothing. */
  readonly leave: () => void
}

type Waiting = {
  readonly cost: number
  readonly go: (turn: Turn) => void
  readonly refuse: (reason: Error) => void
}

/** An asker at one level: an address, a person there, what they ask for. Its children share what it gets. */
type Asker = {
  readonly key: string
  readonly parent: Asker | null
  children: Map<string, Asker> | null
  /** Its children for which something waits. A list, as the next: for what comes and goes with each turn it is far cheaper than a Set. */
  backlog: Yallist<Asker> | null
  /** Its own place in that of its parent. */
  place: Node<Asker> | null
  /** Of the last level alone: what waits. */
  waiting: Yallist<Waiting> | null
  /** Here and below. */
  waitingInAll: number
  atWork: number
  /** Children's turns that are at work beyond the places. */
  beyond: number
  /** When its next turn starts, in the time of its parent: so much it has had, or would have had. */
  start: number
  /** The time among its children: when the turn started that was given last. */
  time: number
}

export type Turns = {
  /**
   * Asks for a place. `go` gets the turn, at once or later. `refuse` gets what `full` says when too many wait: the asker is refused that
   * has the most waiting. `path`: the asker, from the widest to the narrowest, such as address, person, call; always of the same meaning.
   * Answers how to withdraw: what does not wait any more is left as it is.
   */
  readonly enter: (
    path: readonly string[],
    cost: number,
    go: (turn: Turn) => void,
    refuse: (reason: Error) => void,
  ) => () => void
  /** Does the work when it is the asker's turn, and leaves. Throws what `full` says when too many wait. */
  readonly inTurn: <T>(asker: string, work: () => Promise<T>) => Promise<T>
  /** Gives places that have come to be. */
  readonly fill: () => void
  readonly waiting: () => number
  /** Askers that are remembered. */
  readonly size: () => number
}

/** Askers that are idle and remembered for what they had: beyond so many they are forgotten. About 500 bytes each. */
const MOST_ASKERS = 20_000
/** So little ahead of the others an asker still counts as one of those that ask for little. */
const LITTLE = 20
/** So far ahead of the others an asker's own may not enter out of turn either. */
const FAR = 500

/**
 * Keeps what is scarce to so many at a time, and shares it by cost: among the askers of the first level alike, within each of them among
 * those of the next. While there are places no asker waits. A tree of start-time fair queues (P. Goyal, H. Vin, H. Cheng, "Start-time
 * Fair Queueing", SIGCOMM 1996): each turn moves its askers on by its cost, and those that are furthest behind come next. An asker that
 * asked for nothing has saved nothing up.
 *
 * `mostAtOnce`: places; a function where they change. `mostWaiting`: of all together. `mostBeyond`: of each level, how many may be at
 * work beyond the places below one asker, each of another child that asks for little and has nothing at work: they need not wait until
 * long work of others is done. `mayBegin`: false while no turn may be given, neither within the places nor beyond; `fill` is called
 * when that has passed.
 */
export const takeTurns = (options: {
  readonly mostAtOnce: number | (() => number)
  readonly mostWaiting: number
  readonly mostBeyond?: readonly number[]
  readonly mayBegin?: () => boolean
  readonly full: () => Error
}): Turns => {
  const { mostAtOnce, mostWaiting, mostBeyond = [], mayBegin = () => true, full } = options
  const places = typeof mostAtOnce === 'number' ? () => mostAtOnce : mostAtOnce
  const asker = (key: string, parent: Asker | null): Asker => ({
    ...{ key, parent, children: null, backlog: null, place: null, waiting: null },
    ...{ waitingInAll: 0, atWork: 0, beyond: 0, start: 0, time: 0 },
  })
  const root = asker('', null)
  let size = 0

  /** From below the root to the last level. */
  const lineOf = (last: Asker): Asker[] => {
    const line: Asker[] = []
    for (let one: Asker = last; one.parent !== null; one = one.parent) line.unshift(one)
    return line
  }
  const isIdle = (one: Asker) => one.waitingInAll === 0 && one.atWork === 0
  const forgetBelow = (one: Asker, really: (child: Asker) => boolean) => {
    for (const child of one.children?.values() ?? []) {
      forgetBelow(child, really)
      if (!isIdle(child) || (child.children?.size ?? 0) > 0 || !really(child)) continue
      one.children?.delete(child.key)
      size -= 1
    }
  }
  const find = (path: readonly string[]): Asker => {
    if (size > MOST_ASKERS) {
      forgetBelow(root, ({ start, parent }) => start <= (parent?.time ?? 0))
      forgetBelow(root, () => size > MOST_ASKERS / 2)
    }
    let one = root
    for (const key of path) {
      one.children ??= new Map()
      let child = one.children.get(key)
      if (child === undefined) {
        child = asker(key, one)
        one.children.set(key, child)
        size += 1
      }
      one = child
    }
    return one
  }

  /** Whose turn it is of these; of two whose turn it is, the one that has less waiting. */
  const least = (askers: Iterable<Asker>): Asker | null => {
    let found: Asker | null = null
    for (const one of askers) {
      const before = found === null ? 1 : found.start - one.start || found.waitingInAll - one.waitingInAll
      if (before > 0) found = one
    }
    return found
  }
  /** An asker that asked for nothing meanwhile begins where the others are. What entered out of turn may have gone ahead of those who wait. */
  const begin = (last: Asker) => {
    for (let one = last; one.parent !== null; one = one.parent) {
      if (one.waitingInAll > 0) continue
      const { backlog, time } = one.parent
      one.start = Math.max(one.start, Math.min(time, least(backlog ?? [])?.start ?? time))
    }
  }
  const wait = (last: Asker, one: Node<Waiting>) => {
    last.waiting ??= new Yallist()
    last.waiting.pushNode(one)
    root.waitingInAll += 1
    for (let each = last; each.parent !== null; each = each.parent) {
      each.waitingInAll += 1
      each.parent.backlog ??= new Yallist()
      each.place ??= new Node(each)
      if (each.place.list === undefined) each.parent.backlog.pushNode(each.place)
    }
  }
  /** False where it does not wait any more. */
  const unwait = (last: Asker, one: Node<Waiting>): boolean => {
    if (one.list === undefined) return false
    one.list.removeNode(one)
    root.waitingInAll -= 1
    for (let each = last; each.parent !== null; each = each.parent) {
      each.waitingInAll -= 1
      if (each.waitingInAll === 0 && each.place !== null) each.place.list?.removeNode(each.place)
    }
    return true
  }
  /** The last level of those whose turn it is, from here. */
  const nextOf = (from: Asker): Asker => {
    let one = from
    for (let next = least(one.backlog ?? []); next !== null; next = least(one.backlog ?? [])) one = next
    return one
  }
  /** The asker that may enter beyond the places, and below which one; null: none may. */
  const beyond = (): { readonly last: Asker; readonly below: Asker } | null => {
    let one = root
    for (const most of mostBeyond) {
      // An asker that has nothing at work waits because of others, and was looked at among those.
      if (one.atWork === 0) return null
      const backlog = [...(one.backlog ?? [])]
      const quiet = least(backlog.filter(({ atWork }) => atWork === 0))
      if (quiet !== null && quiet.start - one.time <= LITTLE && one.beyond < most)
        return { last: nextOf(quiet), below: one }
      const next = least(backlog)
      if (next === null || (next.start - one.time > FAR && backlog.length > 1)) return null
      one = next
    }
    return null
  }

  const give = (last: Asker, { cost, go }: Waiting, below: Asker | null) => {
    const line = lineOf(last)
    for (const one of line) {
      const parent = one.parent as Asker
      parent.time = Math.max(parent.time, one.start)
      one.start += cost
      one.atWork += 1
    }
    root.atWork += 1
    if (below !== null) below.beyond += 1
    let left = false
    go({
      charge: (more) => {
        for (const one of line) one.start += more
      },
      leave: () => {
        if (left) return
        left = true
        for (const one of line) one.atWork -= 1
        root.atWork -= 1
        if (below !== null) below.beyond -= 1
        fill()
        // What askers had before does not count once no asker wants anything.
        if (!isIdle(root)) return
        root.children = null
        root.time = 0
        size = 0
      },
    })
  }
  const fill = () => {
    while (root.waitingInAll > 0 && mayBegin()) {
      const next = root.atWork < places() ? { last: nextOf(root), below: null } : beyond()
      const first = next?.last.waiting?.head
      if (next === null || first === undefined) return
      unwait(next.last, first)
      give(next.last, first.value, next.below)
    }
  }

  /** Whose last is refused: of those who have the most waiting, level by level; `own` where no other has more. */
  const longest = (own: Asker): Asker => {
    const line = lineOf(own)
    let one = root
    for (let level = 0; one.backlog !== null && one.backlog.length > 0; level++) {
      const mine = line[level]
      let most: Asker | null = mine?.parent === one ? mine : null
      for (const child of one.backlog) if (most === null || child.waitingInAll > most.waitingInAll) most = child
      if (most === null) break
      one = most
    }
    return one
  }

  const enter: Turns['enter'] = (path, cost, go, refuse) => {
    const own = find(path)
    const one = new Node<Waiting>({ cost, go, refuse })
    begin(own)
    if (root.waitingInAll === 0 && root.atWork < places() && mayBegin()) {
      give(own, one.value, null)
      return () => undefined
    }
    wait(own, one)
    fill()
    if (root.waitingInAll > mostWaiting && unwait(own, one)) {
      const other = longest(own)
      const last = other === own ? undefined : other.waiting?.tail
      if (last === undefined) refuse(full())
      else {
        unwait(other, last)
        wait(own, one)
        last.value.refuse(full())
      }
    }
    return () => {
      unwait(own, one)
    }
  }

  return {
    enter,
    inTurn: (asker, work) =>
      new Promise((resolve, reject) => {
        const go = async ({ leave }: Turn) => {
          try {
            resolve(await work())
          } catch (error) {
            reject(error)
          } finally {
            leave()
          }
        }
        enter([asker], 1, go, reject)
      }),
    fill,
    waiting: () => root.waitingInAll,
    size: () => size,
  }
}
