/**
 * In milliseconds. After so much time long tasks rest as long as it took, or this share of it, but no longer than the longest
 * rest.
 */
type Rhythm = { readonly afterMs?: number; readonly longestMs?: number; readonly share?: number }

/**
 * To be awaited between the steps of long tasks (exports, imports): all that await the same rest now and then, together, because the
 * requests of other people go first. So they take no more of the processor, however many they are.
 */
export const rests = ({ afterMs = 5, longestMs = 50, share = 1 }: Rhythm = {}): (() => Promise<void>) => {
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
    if (resting === null && took < afterMs) return
    resting ??= rest(Math.min(took * share, longestMs))
    await resting
  }
}
