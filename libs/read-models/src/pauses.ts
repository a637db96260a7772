/** Long work holds the event loop for this long at most before others go on, in milliseconds. */
const PAUSE_AFTER_MS = 3

const waiting: (() => void)[] = []
/** One in each turn of the event loop: if all went on in the same one, together they would hold it. */
const goOn = (): void => {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(goOn)
}
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(goOn)
  })

/**
 * For work in many steps: what it gives is awaited between two of them. It waits only where others have waited for long; else it gives
 * undefined, which need not be awaited.
 */
export const pauses = (): (() => Promise<void> | undefined) => {
  let since = performance.now()
  const rest = async () => {
    await nextTurn()
    since = performance.now()
  }
  return () => (performance.now() - since < PAUSE_AFTER_MS ? undefined : rest())
}
