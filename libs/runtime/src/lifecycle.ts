/** The lifecycle of a process. It knows the parts of the process that run, in the order in which they started. */
export type Lifecycle = {
  /** Aborts when stopping begins, so that waiting work ends. */
  readonly signal: AbortSignal
  /** Registers how to stop a part that has just started. The part that started last is stopped first. */
  readonly onStop: (name: string, stop: () => unknown) => void
  /**
   * Stops all parts, one after another. If a part fails to stop, `say` reports it, and the remaining parts are stopped
   * all the same. Returns whether every part stopped without an error. A repeated call gets the same result.
   */
  readonly stop: () => Promise<boolean>
}

/** @param say reports a part that fails to stop */
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
