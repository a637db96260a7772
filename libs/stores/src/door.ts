/** A place at work, which was given to an asker. */
export type Place = {
  /** Counts milliseconds that the work really took: who had more comes later. */
  readonly charge: (ms: number) => void
  /** Gives the place to the next. The second time does nothing. */
  readonly leave: () => void
}

export type Asked = {
  /** The place, when it is the asker's turn. Rejects with what `full` says where too many wait, and with what it was withdrawn for. */
  readonly place: Promise<Place>
  readonly isWaiting: () => boolean
  /** Waits no more; what does not wait is left as it is. */
  readonly withdraw: (reason: Error) => void
}

export type Door = {
  /** Asks for a place. `path`: the asker, from the widest to the narrowest, such as address, person, call; always of the same meaning. */
  readonly enter: (path: readonly string[]) => Asked
  /** Does the work in a place, and charges how long it took. */
  readonly admit: <T>(asker: string, work: () => Promise<T>) => Promise<T>
  /** Gives places that have come to be. */
  readonly fill: () => void
  /** Askers that are remembered. */
  readonly size: () => number
}

type Waiting = { readonly give: (place: Place) => void; readonly refuse: (reason: Error) => void }

/** An asker at one level: an address, a person there, what they ask for. Its children share what it gets. */
type Asker = {
  readonly children: Map<string, Asker>
  /** What waits here, of the last level. */
  readonly queue: Waiting[]
  /** Here and below. */
  waiting: number
  atWork: number
  /** Of its children's work, what began beyond the places. */
  beyond: number
  /** Milliseconds that it had lately. */
  had: number
}

/** Each time that so much work was charged, in milliseconds, all that was had counts half. */
const HALVED_AFTER_MS = 500
/** Who had less by then, and neither waits nor is at work, is forgotten, in milliseconds. */
const FORGOTTEN_BELOW_MS = 1
/** All that was had counts half when so many are remembered, too: about 500 bytes each. */
const MOST_ASKERS = 20_000

const newAsker = (): Asker => ({ children: new Map(), queue: [], waiting: 0, atWork: 0, beyond: 0, had: 0 })
const isIdle = ({ waiting, atWork }: Asker) => waiting + atWork === 0
/** Who had the least; of several the one that has less at work. */
const least = (askers: readonly Asker[]): Asker | undefined => {
  let found = askers[0]
  for (const one of askers)
    if (found && (one.had - found.had || one.atWork - found.atWork || one.waiting - found.waiting) < 0) found = one
  return found
}

/**
 * Lets so many be at work at once, in each turn of the event loop one more. Who had the least lately comes next: among the askers of the
 * first level, within each of them among those of the next. While there are places no asker waits.
 *
 * `places`: a function where they change. `mostWaiting`: of all together; beyond it the last is refused of the asker that has the most
 * waiting. `beyond`: of each level, how many may be at work beyond the places below one asker, each of another child that had no more than
 * its equal part and has nothing at work: it does not wait until long work of others is done.
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
  /** From the whole to the narrowest. */
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

  /** Whose turn it is, from the whole to the narrowest, and below whom that is one more than the places; null: no asker may begin. */
  const next = (): { readonly line: readonly Asker[]; readonly above: Asker | null } | null => {
    const isFree = root.atWork < placesNow()
    let above: Asker | null = null
    const line = [root]
    for (let level = 0; ; level++) {
      const parent = line[level] as Asker
      const waiting = [...parent.children.values()].filter((one) => one.waiting > 0)
      // An asker that has nothing at work waits because of others, and was looked at among those.
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
      // What askers had does not count once no asker wants anything.
      root = newAsker()
      size = 0
    }
    return { charge: (ms) => charge(line, ms), leave }
  }
  /** Short work ends before the loop goes on: if it made room for the next at once, who waits for a store would be passed by all that wait. */
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
    const found = next()
    if (found === null) return
    begin()
    unwait(found.line, 0)?.give(give(found.line, found.above))
  }
  /** Of those who have the most waiting, level by level. */
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
    // Those for whom there are places begin within the next turns.
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
