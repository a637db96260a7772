import { join } from 'node:path'
import type { IdentityArchive } from '@pathlight/identity/identity-archive.ts'
import type { Daily, Jobs } from '@pathlight/jobs/jobs.ts'

/**
 * The job that writes an archive. `folder`: an absolute path, or null for `archives` in the worker's data folder.
 * `keep`: how many of the newest archives stay.
 */
export type ArchiveJob = {
  readonly 'write-archive': { readonly folder: string | null; readonly keep: number }
}

/** The folder of scheduled archives. `folder`: that of an ArchiveJob. `dataDir`: the worker's data folder. */
export const archivesFolder = (folder: string | null, dataDir: string): string => folder ?? join(dataDir, 'archives')
/**
 * The form of the names of scheduled archives: the planned time, and the first digits of the log's identity. Older
 * versions left out these digits.
 */
const ARCHIVE_NAME = /^pathlight-\d{4}-\d{2}-\d{2}T\d{6}Z(?:-([0-9a-f]{8}))?\.archive\.gz$/

/**
 * The first digits of the log's identity, a UUID. The names of archives have them, because several installations may
 * write into one folder.
 */
export const digitsOf = (identity: string): string => identity.slice(0, 8)

/**
 * Whose scheduled archive a file is: this log's, another log's, or unknown ('older'), because older versions left the
 * log out of the name. Null if the file is no scheduled archive.
 */
export const whoseArchive = (name: string, identity: string): 'own' | 'older' | 'other' | null => {
  const [found, digits] = ARCHIVE_NAME.exec(name) ?? []
  if (found === undefined) return null
  if (digits === undefined) return 'older'
  return digits === digitsOf(identity) ? 'own' : 'other'
}

/** The id of the schedule of archives, and the name of its job. */
export const ARCHIVE_SCHEDULE = 'write-archive'

/** The schedule of archives. Null if there is none. Throws StoreUnavailable. */
export const plannedArchives = async (
  jobs: Pick<Jobs<ArchiveJob>, 'schedule'>,
): Promise<({ readonly everyMs: number; readonly daily?: Daily } & ArchiveJob['write-archive']) | null> => {
  const planned = await jobs.schedule(ARCHIVE_SCHEDULE)
  if (planned === null) return null
  const { everyMs, daily, data } = planned
  return { everyMs, ...(daily && { daily }), ...(data as ArchiveJob['write-archive']) }
}

/** The stores that know the folder of archives. */
type Folders<Job extends keyof Jobs<ArchiveJob>, Note extends keyof IdentityArchive> = {
  readonly jobs: Pick<Jobs<ArchiveJob>, Job>
  readonly archives: Pick<IdentityArchive, Note>
}

/**
 * The `folder` for an ArchiveJob: that of the schedule, or else of the last schedule that an admin ended. Throws
 * StoreUnavailable.
 */
export const plannedFolder = async ({ jobs, archives }: Folders<'schedule', 'lastFolder'>): Promise<string | null> => {
  const planned = await plannedArchives(jobs)
  return planned === null ? archives.lastFolder() : planned.folder
}

/**
 * Ends the schedule of archives. `by`: who ends it. If an admin does, the folder is noted for the next schedule,
 * because an admin who starts archives again cannot name the operator's folder. If the operator does, the note is
 * removed. Returns whether there was a schedule. Throws StoreUnavailable.
 */
export const endArchives = async (
  { jobs, archives }: Folders<'schedule' | 'stopEvery', 'noteFolder'>,
  by: 'admin' | 'operator',
): Promise<boolean> => {
  const planned = by === 'operator' ? { folder: null } : await plannedArchives(jobs)
  if (planned !== null) await archives.noteFolder(planned.folder)
  return jobs.stopEvery(ARCHIVE_SCHEDULE)
}
