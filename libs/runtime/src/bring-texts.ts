import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CATALOGUE } from '@pathlight/bible-library/catalogue/open-catalogue.ts'
import { type ExclusiveLock, takeLock } from '@pathlight/stores/exclusive-lock.ts'
import { bringMissingBibles } from './missing-bibles.ts'
import type { Process } from './process.ts'
import { followSharedTexts } from './shared-texts.ts'

/**
 * The interval at which a process tries to take the lock, in milliseconds. The process that has the lock may run for
 * months, or end at any moment.
 */
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
 * Starts to add missing texts of the Bible, and to follow what admins do with texts on other machines. Of the processes
 * that share a data folder, one does this work for all. Returns a function. Its promise resolves when the work has
 * ended.
 */
export const bringTexts = ({ name, bible, config, stores, dataDir, say, lifecycle: { signal } }: Process) => {
  const address = config.BIBLE_CATALOGUE_URL ?? CATALOGUE
  const file = join(dataDir, 'followed-texts.json')
  const bring = async (): Promise<void> => {
    bringMissingBibles(bible, config.BIBLES, { say, signal, address })
    // An embedded database belongs to one machine, so there are no other machines to follow.
    if (!stores.exclusive) await followSharedTexts(bible, { archives: stores.archives, file, say, signal })
  }
  const bringAlone = async (): Promise<void> => {
    const lock = await waitForLock(join(dataDir, 'bringing.sqlite'), signal)
    if (lock !== null) await bring().finally(lock.release)
  }
  const brought = (name !== null ? bringAlone() : bring()).catch((error: unknown) => {
    say(`Texts of the Bible cannot be brought until the next start: ${error instanceof Error ? error.message : error}`)
  })
  return () => brought
}
