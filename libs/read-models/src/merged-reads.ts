/** Most ids one merged query asks for; more calls wait for the next one. */
const MOST_IDS = 1_000
/** Queries under way at once for one collection: one is being answered while the next is on its way. */
const MOST_QUERIES = 2

/**
 * Merges reads by id that come while a query is under way into the next one. Under load many requests share a round
 * trip to the store; a lone request is sent at once. A call never gets what was read before it asked.
 *
 * The callers of one merged query get the same value objects, which they must not change; when it fails, all of them
 * fail.
 */
export function mergedReads<T>(
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (ids: readonly string[]) => Promise<Map<string, T>> {
  type Waiting = {
    ids: readonly string[]
    resolve: (found: Map<string, T>) => void
    reject: (error: unknown) => void
  }
  const waiting: Waiting[] = []
  let underWay = 0
  let scheduled = false

  const schedule = () => {
    if (scheduled || waiting.length === 0 || underWay >= MOST_QUERIES) return
    scheduled = true
    // One turn later: calls of requests that were read from their sockets together go together.
    setImmediate(() => {
      scheduled = false
      void send()
    })
  }

  const send = async () => {
    const batch: Waiting[] = []
    const ids = new Set<string>()
    while (waiting.length > 0 && (batch.length === 0 || ids.size + (waiting[0]?.ids.length ?? 0) <= MOST_IDS)) {
      const next = waiting.shift()
      if (next === undefined) break
      batch.push(next)
      for (const id of next.ids) ids.add(id)
    }
    if (batch.length === 0) return
    underWay++
    schedule()
    try {
      const found = await read([...ids])
      for (const one of batch) {
        const own = new Map<string, T>()
        for (const id of one.ids) {
          const value = found.get(id)
          if (value !== undefined) own.set(id, value)
        }
        one.resolve(own)
      }
    } catch (error) {
      for (const one of batch) one.reject(error)
    } finally {
      underWay--
      schedule()
    }
  }

  return (ids) =>
    new Promise((resolve, reject) => {
      if (ids.length === 0) return resolve(new Map())
      waiting.push({ ids, resolve, reject })
      schedule()
    })
}
