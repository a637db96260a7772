import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until `ping` succeeds, for as long as it takes or until `signal` aborts (then it throws the signal's reason).
 * Says one line when it has to wait, and one when it goes on. `store`: its name for people, e.g. 'MongoDB at HOST:PORT'.
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
      if (tries === 1) log(`Waiting for ${store} (${error instanceof Error ? error.message || error.name : error}) ...`)
      await sleep(Math.min(100 * 2 ** Math.min(tries, 5), 2_000), undefined, { signal })
    }
  }
}
