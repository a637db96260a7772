import { setTimeout as sleep } from 'node:timers/promises'
import { BadStoreAddress } from './bad-store-address.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/**
 * Waits until `ping` succeeds or `signal` aborts (then it throws the signal's reason). Logs one line when it has to wait, and one
 * when it continues. Throws BadStoreAddress at once, because waiting does not help. `store`: its display name, e.g. 'MongoDB at
 * HOST:PORT'.
 */
export async function waitForStore(
  store: string,
  ping: () => Promise<unknown>,
  { log, signal }: { log: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    try {
      await ping()
      if (tries > 1) log(`${store} is there: going on.`)
      return
    } catch (error) {
      if (error instanceof BadStoreAddress) throw error
      if (tries === 1) log(`Waiting for ${store} (${reason(error)}) ...`)
      await sleep(Math.min(100 * 2 ** Math.min(tries, 5), 2_000), undefined, { signal })
    }
  }
}

/** The deepest cause of an error: that the store is away is known, and Node puts no message on some errors. */
function reason(error: unknown): string {
  if (error instanceof StoreUnavailable && error.cause !== undefined) return reason(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0])
  return error instanceof Error ? error.message || error.name : String(error)
}
