import { setTimeout as sleep } from 'node:timers/promises'
import { BadStoreAddress } from './bad-store-address.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/**
 * Waits until `ping` succeeds, for as long as it takes or until `signal` aborts (then it throws the signal's reason).
 * Says one line when it has to wait, and one when it goes on. Throws BadStoreAddress at once: that does not get better. `store`: its name for people, e.g. 'MongoDB at HOST:PORT'.
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

/** Why, as far down as it is told: that the store is away is known already, and Node puts no message on some errors. */
function reason(error: unknown): string {
  if (error instanceof StoreUnavailable && error.cause !== undefined) return reason(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0])
  return error instanceof Error ? error.message || error.name : String(error)
}
