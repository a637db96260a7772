import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CATALOGUE } from '@pathlight/bible-library/catalogue/open-catalogue.ts'
import { type ExclusiveLock, takeLock } from '@pathlight/stores/exclusive-lock.ts'
import { bringMissingBibles } from './missing-bibles.ts'
import type { Process } from './process.ts'
import { followSharedTexts } from './shared-texts.ts'

/** The interval at which the lock is tried, in milliseconds. Its holder may run for months, or end at any moment. */
const LOOK_EVERY_MS = 30_000

/**
 * Takes the lock `file` as soon as no other process has it. Null if the signal aborts first. Rejects if the file cannot
 * be written.
 */
export const waitForLock = async (
  file: string,
  signal: AbortSignal,
  everyMs = LOOK_EVERY_MS,
): Promise<ExclusiveLock | null> => {
  while (!signal.aborted) {
    const lock = takeLock(file)
    if (lock !== null) return lock
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
  return null
}

/**
 * Starts to add missing texts, and to follow what admins do with texts on other machines. Of the processes that share a
 * folder, one does this for all. Returns a function whose promise resolves when this work has ended.
 */
export const bringTexts = ({ name, bible, config, stores, dataDir, say, lifecycle: { signal } }: Process) => {
  const address = config.BIBLE_CATALOGUE_URL ?? CATALOGUE
  const file = join(dataDir, 'followed-texts.json')
  const bring = async (): Promise<void> => {
    bringMissingBibles(bible, config.BIBLES, { say, signal, address })
    // An embedded database belongs to one machine, so there are no others to follow.
    if (!stores.exclusive) await followSharedTexts(bible, { archives: stores.archives, file, say, signal })
  }
  const inTurn = async (): Promise<void> => {
    const turn = await waitForLock(join(dataDir, 'bringing.sqlite'), signal)
    if (turn !== null) await bring().finally(turn.release)
  }
  const brought = (name !== null ? inTurn() : bring()).catch((error: unknown) => {
    say(`Texts of the Bible cannot be brought until the next start: ${error instanceof Error ? error.message : error}`)
  })
  return () => brought
}
