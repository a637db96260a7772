import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Jobs } from '@pathlight/jobs/jobs.ts'
import {
  type ArchiveJob,
  archivesFolder,
  digitsOf,
  plannedArchives,
  whoseArchive,
} from '@pathlight/runtime/archive-job.ts'
import type { Stores } from '@pathlight/runtime/engines.ts'
import { takeLock } from '@pathlight/stores/exclusive-lock.ts'
import { type ArchivedStores, writeArchive } from './write-archive.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const UNITS: Readonly<Record<string, number>> = { h: HOUR_MS, d: DAY_MS }
const MOST_EVERY_MS = 366 * DAY_MS
/** The default number of archives that stay, and the greatest number that can be chosen. */
export const KEEP = 7
const MOST_KEPT = 1_000

/** A time such as `24h` or `7d` in milliseconds, at most a year; null: the text is no such time. */
export const readEvery = (text: string): number | null => {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([hd])$/.exec(text) ?? []
  const ms = Number(count) * (UNITS[unit] ?? Number.NaN)
  return ms <= MOST_EVERY_MS ? ms : null
}

/** The chosen number of archives, 1 to 1,000; null: the text is no such number. */
export const readKeep = (text: string): number | null => {
  const keep = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return keep >= 1 && keep <= MOST_KEPT ? keep : null
}

const nameAt = (ms: number, identity: string): string =>
  `pathlight-${new Date(ms)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')}-${digitsOf(identity)}.archive.gz`

/**
 * The name of a log's lock in a folder. Only the holder of the lock runs the job that writes the log's archives there.
 */
const lockOf = (identity: string): string => `.writing-${digitsOf(identity)}.lock`

/** Deletes partial archives of killed jobs. No later job continues them, and the next archive needs the space. */
const dropGivenUp = async (folder: string, identity: string): Promise<void> => {
  const begun = (await readdir(folder)).map((name) => name.replace(/\.(part|lock)$/, ''))
  for (const archive of new Set(begun.filter((name) => whoseArchive(name, identity) === 'own'))) {
    const file = join(folder, archive)
    // `lock` is null if the operator's command is writing this file.
    const lock = takeLock(`${file}.lock`)
    if (lock === null) continue
    for (const left of ['.part', '.lock']) await rm(file + left, { force: true })
    lock.release()
  }
}

/**
 * The job that writes an archive and then deletes the oldest ones. A scheduled archive is named by its planned time, so
 * the try after a killed try writes the same file. Archives of other logs stay, and so do those of older versions,
 * which may be of another log. If an archive cannot be written, or if the key of an account is missing, all older ones
 * stay. Of two jobs at the same time, such as the nightly job and one that an admin asks for, only one writes. A job of
 * the schedule takes the folder and `keep` of the present schedule, because a late try may come after the schedule was
 * changed. If there is no schedule any more, it does nothing.
 * @param dataDir the data folder of this process
 */
export const planArchive =
  (
    stores: ArchivedStores & Pick<Stores, 'dataKeys'> & { readonly jobs: Pick<Jobs<ArchiveJob>, 'schedule'> },
    dataDir: string,
    now: () => number = Date.now,
  ) =>
  async (
    data: ArchiveJob['write-archive'],
    { id, signal }: { readonly id: string; readonly signal: AbortSignal },
  ): Promise<void> => {
    // Only the ids of scheduled jobs end with the planned time, in 13 digits.
    const [plannedAt] = /\d{13}$/.exec(id) ?? []
    const job = plannedAt === undefined ? data : await plannedArchives(stores.jobs)
    if (job === null) return
    const { folder, keep } = job
    const into = archivesFolder(folder, dataDir)
    await mkdir(into, { recursive: true, mode: 0o700 })
    const identity = await stores.storedLog.identity()
    const lock = takeLock(join(into, lockOf(identity)))
    if (lock === null) return
    try {
      const written = nameAt(Number(plannedAt ?? now()), identity)
      const file = join(into, written)
      const isWritten = await stat(file).then(
        () => true,
        () => false,
      )
      if (!isWritten) {
        await dropGivenUp(into, identity)
        await writeArchive({ file, stores, masterKey: null, signal })
      }
      // Only the older archives may still have the keys that cannot be opened now.
      if ((await stores.dataKeys.lost()) > 0) return
      const ours = (await readdir(into)).filter((name) => whoseArchive(name, identity) === 'own').toSorted()
      // A file that is dated later than now was written while the clock was ahead. It counts as the oldest.
      const isAhead = (name: string) => name !== written && name > nameAt(now(), identity)
      const oldestFirst = [...ours.filter(isAhead), ...ours.filter((name) => !isAhead(name))]
      for (const name of oldestFirst.slice(0, -keep)) await rm(join(into, name), { force: true })
    } finally {
      lock.release()
    }
  }
