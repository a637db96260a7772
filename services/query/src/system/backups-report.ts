import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import type { Backups } from '@pathlight/contracts/backups.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import {
  ARCHIVE_SCHEDULE,
  archivesFolder,
  plannedArchives,
  plannedFolder,
  whoseArchive,
} from '@pathlight/runtime/archive-job.ts'
import type { Stores } from '@pathlight/runtime/engines.ts'
import pTimeout from 'p-timeout'
import { itemsIn, versionsWrittenIn } from '../kinds.ts'

const HOUR_MS = 60 * 60 * 1000
/** How long the report waits for the failed jobs, the missing texts and the lost keys, in milliseconds. */
const WITHIN_MS = 5_000
/**
 * How many of the latest failed jobs are read. The first step reads few, because each job is a read of its own, and a
 * page that waits for an archive requests the report every two seconds. The second step reads all failed jobs that the
 * queue keeps. It follows only if a failed archive may be older than the jobs of the first step.
 */
const LATEST_FAILED = [50, 1_000]

const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  pTimeout<T | null, null>(
    work.catch(() => null),
    { milliseconds: WITHIN_MS, fallback: () => null },
  )

/**
 * The time of the latest failure of an archive; null: no failure after `since` was found. Both times are in ISO 8601.
 */
const failedAfter = async (
  { failedJobs }: Pick<Stores['jobs'], 'failedJobs'>,
  since: string,
): Promise<string | null> => {
  for (const most of LATEST_FAILED) {
    // If the read fails, or takes longer than WITHIN_MS, `latest` is empty, and there is no second step.
    const latest = (await orNull(failedJobs(most))) ?? []
    const at = latest.find(({ name }) => name === ARCHIVE_SCHEDULE)?.failedAt ?? ''
    if (at > since) return at
    // The second step can find an archive that failed after `since` only if all jobs of the first step failed after it.
    const oldest = latest.at(-1)?.failedAt ?? ''
    if (at !== '' || latest.length < most || oldest <= since) return null
  }
  return null
}

/** The report about backups. It has only the archives in the folder that this process sees. */
export type BackupsReport = {
  readonly report: () => Promise<Backups>
  /** The file of an archive, and its size in bytes; null: this process sees no archive with that name. */
  readonly fileOf: (name: string) => Promise<{ readonly file: string; readonly bytes: number } | null>
}

export const backupsReportOf = (
  {
    archives,
    jobs,
    dataKeys,
    readModels,
    storedLog,
  }: Pick<Stores, 'archives' | 'jobs' | 'dataKeys' | 'storedLog'> & { readonly readModels: ReadModelStore },
  { chapters }: Pick<Bible, 'chapters'>,
  dataDir: string,
): BackupsReport => {
  const folderNow = async () => archivesFolder(await plannedFolder({ jobs, archives }), dataDir)
  /** Makes a test for the names of the files that admins here may see: archives that are of no other installation. */
  const isShown = async () => {
    const identity = await storedLog.identity()
    return (name: string) => ['own', 'older'].includes(whoseArchive(name, identity) ?? '')
  }
  const filesIn = async (folder: string): Promise<Backups['files']> => {
    const names = (await readdir(folder).catch(() => [])).filter(await isShown())
    const files = await Promise.all(
      names.map(async (name) => {
        const found = await stat(join(folder, name)).catch(() => null)
        return found === null ? [] : [{ name, at: found.mtime.toISOString(), bytes: found.size }]
      }),
    )
    return files.flat().toSorted((a, b) => (a.name < b.name ? 1 : -1))
  }
  const missingTexts = async () => {
    const codes = (await versionsWrittenIn(readModels)).filter((code) => chapters.sourceOf(code) === null)
    const use = itemsIn(readModels)
    return Promise.all(codes.toSorted().map(async (code) => ({ code, items: (await use(code)).items })))
  }
  const readings = new Map<string, ReturnType<typeof failedAfter>>()
  /** Reads the failed jobs. Simultaneous calls with the same `since` share one reading. */
  const failedOnce = (since: string) => {
    const reading = readings.get(since) ?? failedAfter(jobs, since).finally(() => readings.delete(since))
    readings.set(since, reading)
    return reading
  }
  return {
    async report() {
      const last = await archives.lastWritten()
      const [planned, failed, texts, keys] = await Promise.all([
        plannedArchives(jobs),
        orNull(failedOnce(last?.writtenAt ?? '')),
        orNull(missingTexts()),
        orNull(dataKeys.lost()),
      ])
      const daily = planned?.daily && { hour: planned.daily.hour, time_zone: planned.daily.timeZone }
      return {
        planned: planned && {
          every_hours: Math.round(planned.everyMs / HOUR_MS),
          daily: daily ?? null,
          keep: planned.keep,
          folder: planned.folder,
        },
        failed,
        last: last && { name: last.name, at: last.writtenAt, bytes: last.bytes, events: last.events },
        files: await filesIn(archivesFolder(planned ? planned.folder : await archives.lastFolder(), dataDir)),
        missing: { texts, keys },
      }
    },
    async fileOf(name) {
      if (!(await isShown())(name)) return null
      const file = join(await folderNow(), name)
      const found = await stat(file).catch(() => null)
      return found?.isFile() ? { file, bytes: found.size } : null
    },
  }
}
