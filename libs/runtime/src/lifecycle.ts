/** What was started, and how to stop it. */
export type Lifecycle = {
  /** Aborts as soon as stopping begins: whatever waits gives up. */
  readonly signal: AbortSignal
  /** Remembers how to stop what was started just now. What was started last is stopped first. */
  readonly onStop: (name: string, stop: () => unknown) => void
  /**
   * Stops everything, one after another; a stop that fails is said and does not keep the others. Answers whether all went
   * well. Repeating it is harmless.
   */
  readonly stop: () => Promise<boolean>
}

/** Keeps what is started in order. `say` hears of a stop that failed. */
export const createLifecycle = (say: (line: string) => void): Lifecycle => {
  const stopping = new AbortController()
  const stops: { name: string; stop: () => unknown }[] = []
  let stopped: Promise<boolean> | null = null

  const stopAll = async () => {
    stopping.abort(new Error('Pathlight is stopping'))
    let wentWell = true
    for (let last = stops.pop(); last !== undefined; last = stops.pop()) {
      try {
        await last.stop()
      } catch (error) {
        wentWell = false
        say(`Stopping ${last.name} failed: ${error instanceof Error ? error.message : error}`)
      }
    }
    return wentWell
  }
  return {
    signal: stopping.signal,
    onStop: (name, stop) => stops.push({ name, stop }),
    stop: () => {
      stopped ??= stopAll()
      return stopped
    },
  }
}
