/** All long work together holds a turn of the event loop for this long at most, in milliseconds. */
const PAUSE_AFTER_MS = 2
/** Work that has taken less than this, in milliseconds, does not pause, whatever else ran in the turn. */
const SHORT_MS = 1

const waiting: (() => void)[] = []
/** Raised with each turn of the event loop in which long work runs or waits. */
let turn = 0
/** The time of the long work in this turn. */
let spentMs = 0
let willTick = false

/** Resumes one waiting piece of work in a turn, because all of them together would block it. */
const tick = () => {
  willTick = false
  turn += 1
  spentMs = 0
  waiting.shift()?.()
  if (waiting.length > 0) tickLater()
}
const tickLater = () => {
  if (!willTick) setImmediate(tick)
  willTick = true
}
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    tickLater()
  })

/**
 * Makes a function for work in many steps, which calls it between two steps and awaits the result: a promise once long work has
 * taken PAUSE_AFTER_MS of this turn of the event loop. Before that it returns undefined, which need not be awaited.
 */
export const pauses = (): (() => Promise<void> | undefined) => {
  let since = performance.now()
  let own = 0
  let of = turn
  const begin = () => {
    since = performance.now()
    own = 0
    of = turn
  }
  tickLater()
  return () => {
    // The work has waited for something else since the last call.
    if (of !== turn) begin()
    tickLater()
    const now = performance.now()
    const step = now - since
    spentMs += step
    own += step
    since = now
    // The next step may take as long as this one.
    return own < SHORT_MS || spentMs + step < PAUSE_AFTER_MS ? undefined : nextTurn().then(begin)
  }
}

/** How long background work runs before it rests, in milliseconds. */
const REST_AFTER_MS = 3
/** The longest rest, in milliseconds. */
const LONGEST_REST_MS = 250

/** When the last rest of background work ended. */
let restedAt = 0
/** The rest that all background work takes now. Null while none rests. */
let resting: Promise<void> | null = null

/** Rests for `ms` milliseconds, but never longer than LONGEST_REST_MS. */
export const restInBackground = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(
      () => {
        restedAt = performance.now()
        resolve()
      },
      Math.min(ms, LONGEST_REST_MS),
    )
  })

/**
 * Makes a function like that of `pauses` for background work (exports, imports), which yields to requests. Call `backgroundPauses`
 * when the work begins. All background work of a process rests together, so that its share of the processor does not grow with its
 * number, and none runs during another's rest. `share`: the length of a rest, as a multiple of the work.
 */
export const backgroundPauses = (share = 2): (() => Promise<void>) => {
  const begunAt = performance.now()
  return async () => {
    const took = performance.now() - Math.max(begunAt, restedAt)
    if (resting === null && took < REST_AFTER_MS) return
    resting ??= restInBackground(took * share).finally(() => {
      resting = null
    })
    await resting
  }
}
