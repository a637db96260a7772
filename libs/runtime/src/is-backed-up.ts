import { BACKUP_DAYS } from '@pathlight/contracts/system-rules.ts'
import type { WrittenArchive } from '@pathlight/identity/identity-archive.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Whether less than BACKUP_DAYS lie between the newest archive and `now` (milliseconds since 1970). An archive further
 * in the future does not count, because a wrong clock wrote it.
 */
export const isBackedUp = (written: Pick<WrittenArchive, 'writtenAt'> | null, now: number): boolean =>
  written !== null && Math.abs(now - Date.parse(written.writtenAt)) < BACKUP_DAYS * DAY_MS

/**
 * Whether to warn the operator of a missing backup: the log's first event is at least BACKUP_DAYS old, and no archive
 * is younger than BACKUP_DAYS. `written`: the newest archive. `begun`: the time of the log's first event (ISO 8601), or
 * null if there is no event. `now`: milliseconds since 1970.
 */
export const lacksBackup = (
  written: Pick<WrittenArchive, 'writtenAt'> | null,
  begun: string | null,
  now: number,
): boolean => begun !== null && now - Date.parse(begun) >= BACKUP_DAYS * DAY_MS && !isBackedUp(written, now)
