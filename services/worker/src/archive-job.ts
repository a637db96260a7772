/** Writes an archive. `folder`: absolute; null: `archives` in the data folder of the worker. `keep`: how many stay, the newest. */
export type ArchiveJob = {
  readonly 'write-archive': { readonly folder: string | null; readonly keep: number }
}

/** The schedule of `npm run archive -- write --every`, and the name of its job. */
export const ARCHIVE_SCHEDULE = 'write-archive'
