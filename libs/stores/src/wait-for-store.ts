import { setTimeout as sleep } from 'node:timers/promises'
import { BadStoreAddress } from './bad-store-address.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/**
 * Waits until `ping` succeeds. Logs one line when the wait begins, and one when it ends. If `ping` throws
 * BadStoreAddress, throws it at once. Throws an error when `signal` aborts. `store`: the store's display name.
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

/**
 * The message of the innermost cause. The errors around it only say that the store is away, and some errors of Node
 * have no message.
 */
function reason(error: unknown): string {
  if (error instanceof StoreUnavailable && error.cause !== undefined) return reason(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0])
  return error instanceof Error ? error.message || error.name : String(error)
}
