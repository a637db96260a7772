/**
 * The most time of all long work together in one turn of the event loop, in milliseconds. Long work is work in many
 * steps that calls the function of `pauses` between its steps.
 */
const PAUSE_AFTER_MS = 2
/**
 * A piece of work that has taken less than this many milliseconds in a turn does not pause, even if other long work has
 * used up the turn.
 */
const SHORT_MS = 1

const waiting: (() => void)[] = []
/** A number that increases with each turn of the event loop in which long work runs or waits. */
let turn = 0
/** The time of all long work in this turn, in milliseconds. */
let spentMs = 0
let willTick = false

/** Resumes one waiting piece of work. If several resumed in one turn, they would block the event loop together. */
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
 * Makes a function for one piece of long work, which calls the function between two steps and awaits the result. The
 * function returns a promise, which resolves in a later turn, if in this turn of the event loop all long work has taken
 * about PAUSE_AFTER_MS, and this piece at least SHORT_MS. Otherwise it returns undefined, and the work may go on at
 * once.
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
    // A new turn of the event loop has begun since the last call, because the work has waited for something else.
    if (of !== turn) begin()
    tickLater()
    const now = performance.now()
    const step = now - since
    spentMs += step
    own += step
    since = now
    // The next step may take as long as this step, so the time of this step is added once more.
    return own < SHORT_MS || spentMs + step < PAUSE_AFTER_MS ? undefined : nextTurn().then(begin)
  }
}

/** How long background work runs before it rests, in milliseconds. */
const REST_AFTER_MS = 3
/** The longest rest of background work, in milliseconds. */
const LONGEST_REST_MS = 250

/** The time at which the last rest ended (performance.now). */
let restedAt = 0
/** The present rest of all background work, or null. */
let resting: Promise<void> | null = null

/** Rests for `ms` milliseconds, but not longer than LONGEST_REST_MS. */
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
 * Makes a function for background work (exports, imports), which has lower priority than requests. The work calls the
 * function between two steps, and awaits the result. The function must be made when the work begins. All background
 * work of a process rests at the same time, so that several pieces together take no greater share of the processor than
 * one. `share`: the length of a rest as a multiple of the work's time.
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
