import { setTimeout as sleep } from 'node:timers/promises'

/** Tries until `attempt` does not throw and answers its value; after `timeoutMs` throws what it threw last. */
export async function eventually<T>(attempt: () => T | Promise<T>, timeoutMs = 10_000): Promise<T> {
  for (const end = Date.now() + timeoutMs; ; ) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() >= end) throw error
      await sleep(20)
    }
  }
}
