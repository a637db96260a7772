/** An archive cannot be written or read. `message` says the reason, which the operator can remove. */
export class ArchiveRefused extends Error {
  readonly code = 'archive_refused'
}

export const noArchive = (file: string): ArchiveRefused => new ArchiveRefused(`${file} is no archive of Pathlight.`)

/** Turns the system's errors for files (a full disk, a missing file) into words. Other errors stay as they are. */
export const explainFile = (error: unknown, file: string): unknown => {
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new ArchiveRefused(
      `The disk is full: ${file} cannot be written further. Make room and give the same command again.`,
    )
  if (code === 'ENOENT') return new ArchiveRefused(`There is no ${file}.`)
  if (code === 'EISDIR') return new ArchiveRefused(`${file} is a folder, not a file.`)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new ArchiveRefused(`This user may not use ${file} (${code}).`)
  return error
}
