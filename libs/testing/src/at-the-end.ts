const stops: (() => unknown)[] = []

/**
 * Registers a cleanup that runs after the tests of this file, even if they fail (watch-apps.ts). The last cleanup runs
 * first.
 */
export const atTheEnd = (stop: () => unknown): void => {
  stops.push(stop)
}

/** Runs all registered cleanups. Then rejects with the first failure, if there was one. */
export const endAll = async (): Promise<void> => {
  const failures: unknown[] = []
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
    try {
      await stop()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
