/** Long work holds a turn of the event loop for this long at most, all of it together, before others go on, in milliseconds. */
const PAUSE_AFTER_MS = 2
/** Work that has taken less is short, and goes on whatever else the turn was taken by. */
const SHORT_MS = 1

const waiting: (() => void)[] = []
/** Goes up with each turn of the event loop in which there is long work, or some waits. */
let turn = 0
/** How long the long work of this turn has taken. */
let spentMs = 0
let willTick = false

/** One that waits goes on in each turn of the event loop: if all did in the same one, together they would hold it. */
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
 * For work in many steps: what it gives is awaited between two of them. It waits only where long work, of this kind, has held the turn of
 * the event loop for long; else it gives undefined, which need not be awaited.
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
    // It has waited for something meanwhile.
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

/** Work in the background takes this long before it rests, in milliseconds. */
const REST_AFTER_MS = 3
/** It rests no longer than this at once, in milliseconds. */
const LONGEST_REST_MS = 250

/**
 * The same for work in the background (exports, imports): the requests of people go first. All that await what one call gave rest
 * together, so that they take no more of the processor however many they are. `share`: they rest this many times as long as they worked.
 */
export const backgroundPauses = (share = 2): (() => Promise<void>) => {
  let since = performance.now()
  let resting: Promise<void> | null = null
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      setTimeout(() => {
        since = performance.now()
        resting = null
        resolve()
      }, ms)
    })
  return async () => {
    const took = performance.now() - since
    if (resting === null && took < REST_AFTER_MS) return
    resting ??= rest(Math.min(took * share, LONGEST_REST_MS))
    await resting
  }
}
