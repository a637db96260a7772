const stops: (() => unknown)[] = []

/** Has something stopped or removed when the tests of this file are over (watch-apps.ts), whatever became of them; the last first. */
export const atTheEnd = (stop: () => unknown): void => {
  stops.push(stop)
}

/** Stops everything that was handed over so far; rejects at its end with the first failure. */
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
