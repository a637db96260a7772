/** What runs, and how to stop it. */
export type Lifecycle = {
  /** Aborts when stopping begins, so that waiting work gives up. */
  readonly signal: AbortSignal
  /** Registers the stop of what has just started. The last started is stopped first. */
  readonly onStop: (name: string, stop: () => unknown) => void
  /**
   * Stops everything, one after another. A failing stop is reported and does not keep the others from stopping. Answers whether all
   * succeeded. Repeating it is harmless.
   */
  readonly stop: () => Promise<boolean>
}

/** `say` reports a failing stop. */
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
