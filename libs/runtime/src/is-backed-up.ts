import { BACKUP_DAYS } from '@pathlight/contracts/system-rules.ts'
import type { WrittenArchive } from '@pathlight/identity/identity-archive.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Whether the archive that was written last is young enough to be a backup. `now`: milliseconds since 1970. */
export const isBackedUp = (written: Pick<WrittenArchive, 'writtenAt'> | null, now: number): boolean =>
  written !== null && now - Date.parse(written.writtenAt) < BACKUP_DAYS * DAY_MS

/**
 * Whether an operator should be told that a backup is missing: what people wrote is older than a backup may be, and none is young enough.
 * `begun`: when the first event of the log happened (ISO 8601); null where there is none. `now`: milliseconds since 1970.
 */
export const lacksBackup = (
  written: Pick<WrittenArchive, 'writtenAt'> | null,
  begun: string | null,
  now: number,
): boolean => begun !== null && now - Date.parse(begun) >= BACKUP_DAYS * DAY_MS && !isBackedUp(written, now)
