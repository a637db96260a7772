import { atMost } from '@pathlight/stores/at-most.ts'
import { LRUCache } from 'lru-cache'

/** Their keys are gone within seconds. */
const MOST_CLOSED = 10_000

/** People whose accounts were closed a moment ago: of all others the log gives out nothing behind their closing. */
export type ClosedPeople = { has(userId: string): boolean; add(userId: string): void; clear(): void }

export const createClosedPeople = (): ClosedPeople => {
  const closed = new LRUCache<string, true>(atMost(MOST_CLOSED))
  return {
    has: (userId) => closed.has(userId),
    add: (userId) => void closed.set(userId, true),
    clear: () => closed.clear(),
  }
}
