/**
 * A place at a door: the permission for one piece of work to run. A door (`openDoor`) has a limited number of places.
 * An asker, such as a person's request, waits at the door until it gets a place.
 */
export type Place = {
  /**
   * Charges the asker with milliseconds of work. The door gives the next place to the asker to whom the least was
   * charged.
   */
  readonly charge: (ms: number) => void
  /** Frees the place for the next asker. A second call does nothing. */
  readonly leave: () => void
}

export type Asked = {
  /**
   * Resolves when the asker gets a place. Rejects with the error of `full` if too many requests wait, and with the
   * reason of `withdraw` after that call.
   */
  readonly place: Promise<Place>
  readonly isWaiting: () => boolean
  /** Ends the asker's wait for a place. Does nothing if the asker does not wait any more. */
  readonly withdraw: (reason: Error) => void
}

export type Door = {
  /**
   * Asks for a place. `path`: the asker, from the widest level to the narrowest, such as address, person, call. Every
   * path must have the same levels.
   */
  readonly enter: (path: readonly string[]) => Asked
  /** Does the work in a place, and charges the time that it took. */
  readonly admit: <T>(asker: string, work: () => Promise<T>) => Promise<T>
  /** Gives free places to waiting askers. Must be called if `places` returns a greater number than before. */
  readonly fill: () => void
  /** The number of known askers. */
  readonly size: () => number
}

type Waiting = { readonly give: (place: Place) => void; readonly refuse: (reason: Error) => void }

/**
 * An asker at one level of the paths: for example an address, a person at the address, or a call of the person. The
 * children of an asker, such as the people at an address, share its places.
 */
type Asker = {
  readonly children: Map<string, Asker>
  /** The requests that wait for a place, oldest first. Only askers of the narrowest level have any. */
  readonly queue: Waiting[]
  /** How many requests of this asker, and of all askers below it, wait (`waiting`) and work (`atWork`). */
  waiting: number
  atWork: number
  /** How many of the asker's children work in addition to the door's places (`beyond` of `openDoor`). */
  beyond: number
  /** The milliseconds that were charged to the asker recently. */
  had: number
}

/**
 * Each time that this many milliseconds were charged in all, `had` of every asker is halved, so that old charges lose
 * weight.
 */
const HALVED_AFTER_MS = 500
/** An idle asker whose `had` falls below this, in milliseconds, is dropped. */
const FORGOTTEN_BELOW_MS = 1
/**
 * If there are more askers than this, `had` is halved as well, which drops idle askers. An asker takes about 500 bytes.
 */
const MOST_ASKERS = 20_000

const newAsker = (): Asker => ({ children: new Map(), queue: [], waiting: 0, atWork: 0, beyond: 0, had: 0 })
const isIdle = ({ waiting, atWork }: Asker) => waiting + atWork === 0
/**
 * The asker to whom the least was charged. On a tie the one with fewer requests at work, then the one with fewer
 * waiting requests.
 */
const least = (askers: readonly Asker[]): Asker | undefined => {
  let first = askers[0]
  for (const one of askers)
    if (first && (one.had - first.had || one.atWork - first.atWork || one.waiting - first.waiting) < 0) first = one
  return first
}

/**
 * Opens a door. It lets at most `places` requests work at once, and at most one begin in each turn of the event loop.
 * The next request is that of the asker to whom the least was charged. The door chooses this asker level by level:
 * first among the askers of the widest level, then among the children of the chosen one. `places`: a number, or a
 * function if it changes. `mostWaiting`: the most waiting requests of all askers. If there are more, the door refuses
 * the newest request of the asker with the most waiting requests. `beyond`: for each level, how many children of one
 * asker may work in addition to the places. A child may do so only while it has nothing at work, and if no more was
 * charged to it than to the children on average.
 */
export const openDoor = (options: {
  readonly places: number | (() => number)
  readonly mostWaiting: number
  readonly beyond?: readonly number[]
  readonly full: () => Error
}): Door => {
  const { places, mostWaiting, beyond = [], full } = options
  const placesNow = typeof places === 'number' ? () => places : places
  let root = newAsker()
  let size = 0
  let charged = 0
  let hasBegun = false

  const halve = (asker: Asker): void => {
    asker.had /= 2
    for (const [key, child] of asker.children) {
      halve(child)
      if (!isIdle(child) || child.children.size > 0 || child.had >= FORGOTTEN_BELOW_MS) continue
      asker.children.delete(key)
      size -= 1
    }
  }
  /** The askers of a path, from the root to the narrowest. */
  const lineOf = (path: readonly string[]): readonly Asker[] => {
    if (size > MOST_ASKERS) halve(root)
    const line = [root]
    for (const [level, key] of path.entries()) {
      const { children } = line[level] as Asker
      const asker = children.get(key) ?? newAsker()
      if (!children.has(key)) size += 1
      children.set(key, asker)
      line.push(asker)
    }
    return line
  }
  const charge = (line: readonly Asker[], ms: number) => {
    for (const asker of line) asker.had += ms
    charged += ms
    if (charged < HALVED_AFTER_MS) return
    charged = 0
    halve(root)
  }

  /**
   * The path from the root to the asker that begins next. Null if none may begin. `above`: the asker whose child begins
   * in addition to the places.
   */
  const next = (): { readonly line: readonly Asker[]; readonly above: Asker | null } | null => {
    const isFree = root.atWork < placesNow()
    let above: Asker | null = null
    const line = [root]
    for (let level = 0; ; level++) {
      const parent = line[level] as Asker
      const waiting = [...parent.children.values()].filter((one) => one.waiting > 0)
      // A parent with nothing at work could itself go beyond the places, at the level above. So its children may not.
      const mayGoBeyond = !isFree && above === null && parent.atWork > 0 && parent.beyond < (beyond[level] ?? 0)
      const isLight = ({ atWork, had }: Asker) => atWork === 0 && had * parent.children.size <= parent.had
      const light = mayGoBeyond ? least(waiting.filter(isLight)) : undefined
      if (light) above = parent
      const chosen = light ?? least(waiting)
      if (chosen) line.push(chosen)
      else return isFree || above !== null ? { line, above } : null
    }
  }
  const give = (line: readonly Asker[], above: Asker | null): Place => {
    for (const asker of line) asker.atWork += 1
    if (above !== null) above.beyond += 1
    let isLeft = false
    const leave = () => {
      if (isLeft) return
      isLeft = true
      for (const asker of line) asker.atWork -= 1
      if (above !== null) above.beyond -= 1
      fill()
      if (!isIdle(root)) return
      // When nobody works or waits, all charges are dropped.
      root = newAsker()
      size = 0
    }
    return { charge: (ms) => charge(line, ms), leave }
  }
  /**
   * Lets `fill` choose again only in the next turn of the event loop. If short work passed its place on at once, all
   * waiting requests would run in this turn, before a request at work gets the answer of a store.
   */
  const begin = () => {
    hasBegun = true
    setImmediate(() => {
      hasBegun = false
      fill()
    })
  }
  const unwait = (line: readonly Asker[], at: number): Waiting | undefined => {
    for (const asker of line) asker.waiting -= 1
    return line.at(-1)?.queue.splice(at, 1)[0]
  }
  const fill = () => {
    if (hasBegun || root.waiting === 0) return
    const turn = next()
    if (turn === null) return
    begin()
    unwait(turn.line, 0)?.give(give(turn.line, turn.above))
  }
  /** The path to the asker with the most waiting requests, chosen level by level. */
  const longest = (): readonly Asker[] => {
    const line = [root]
    for (let one: Asker | undefined = root; one && one.queue.length === 0; ) {
      one = [...one.children.values()].reduce((most, child) => (child.waiting > most.waiting ? child : most))
      line.push(one)
    }
    return line
  }

  const enter = (path: readonly string[]): Asked => {
    const line = lineOf(path)
    const { queue } = line.at(-1) as Asker
    const { promise: place, resolve, reject } = Promise.withResolvers<Place>()
    const waiting: Waiting = { give: resolve, refuse: reject }
    for (const asker of line) asker.waiting += 1
    queue.push(waiting)
    fill()
    // Requests for which a place is free begin within the next turns of the event loop, so they do not count as
    // waiting.
    if (root.waiting - Math.max(0, placesNow() - root.atWork) > mostWaiting) {
      const most = longest()
      unwait(most, -1)?.refuse(full())
    }
    const isWaiting = () => queue.includes(waiting)
    const withdraw = (reason: Error) => {
      if (!isWaiting()) return
      unwait(line, queue.indexOf(waiting))
      reject(reason)
    }
    return { place, isWaiting, withdraw }
  }

  return {
    enter,
    admit: async (asker, work) => {
      const place = await enter([asker]).place
      const began = performance.now()
      try {
        return await work()
      } finally {
        place.charge(performance.now() - began)
        place.leave()
      }
    },
    fill,
    size: () => size,
  }
}
