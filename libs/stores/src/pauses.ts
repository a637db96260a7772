/** All long work together holds a turn of the event loop for this long at most, in milliseconds. */
const PAUSE_AFTER_MS = 2
/** Work that has taken less than this, in milliseconds, does not pause, whatever else ran in the turn. */
const SHORT_MS = 1

const waiting: (() => void)[] = []
/** Goes up with each turn of the event loop in which there is long work, or some waits. */
let turn = 0
/** How long the long work of this turn has taken. */
let spentMs = 0
let willTick = false

/** Resumes one waiting piece of work a turn: all of them in one turn would hold it together. */
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
 * Makes a function for work in many steps, which calls it between two of them and awaits what it returns: a promise once long work has
 * held this turn of the event loop for PAUSE_AFTER_MS, and undefined, which need not be awaited, before that.
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
    // The work waited for something else since the last call.
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

/** Background work runs this long before it rests, in milliseconds. */
const REST_AFTER_MS = 3
/** The longest rest, in milliseconds. */
const LONGEST_REST_MS = 250

/** When the last rest of background work ended. */
let restedAt = 0
/** The rest that all work in many steps takes now. */
let resting: Promise<void> | null = null

/** Rests for so long, in milliseconds, but never longer than LONGEST_REST_MS. */
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
 * The same for background work (exports, imports), which gives way to requests; made when the work begins. All background work of a process
 * rests together, so that its part of the processor does not grow with its number, and none takes another's rest for work. `share`: how
 * many times as long as the work a rest is.
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
