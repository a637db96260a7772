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

/** Waits for a turn of the event loop in which no other long work goes on: for work in one piece, of a few milliseconds. */
export const ownTurn = async (): Promise<void> => {
  await nextTurn()
  spentMs = PAUSE_AFTER_MS
}

/**
 * For work in many steps: what it gives is awaited before each of them, or between two. It waits only where long work, of this kind, has
 * held the turn of the event loop for long; else it gives undefined, which need not be awaited. `isAlwaysLong`: it does not begin in a
 * turn that other long work has had either.
 */
export const pauses = ({ isAlwaysLong = false } = {}): (() => Promise<void> | undefined) => {
  let since = performance.now()
  let own = 0
  let of = turn
  const rest = async () => {
    await nextTurn()
    begin()
  }
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
    if (own < SHORT_MS && !isAlwaysLong) return undefined
    return spentMs + step < PAUSE_AFTER_MS ? undefined : rest()
  }
}
