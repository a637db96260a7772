import type { Jobs } from '@pathlight/jobs/jobs.ts'

/** Writes an archive. `folder`: absolute; null: `archives` in the data folder of the worker. `keep`: how many stay, the newest. */
export type ArchiveJob = {
  readonly 'write-archive': { readonly folder: string | null; readonly keep: number }
}

/** The schedule of `npm run archive -- write --every`, and the name of its job. */
export const ARCHIVE_SCHEDULE = 'write-archive'

/** Which archives are written by themselves; null: none. Throws StoreUnavailable. */
export const plannedArchives = async (
  jobs: Pick<Jobs<ArchiveJob>, 'schedule'>,
): Promise<({ readonly everyMs: number } & ArchiveJob['write-archive']) | null> => {
  const planned = await jobs.schedule(ARCHIVE_SCHEDULE)
  return planned && { everyMs: planned.everyMs, ...(planned.data as ArchiveJob['write-archive']) }
}
