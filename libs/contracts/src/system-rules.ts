/** What an operator should look into. no_backup: no archive was written in the last BACKUP_DAYS days. */
export const SYSTEM_HINTS = ['no_smtp', 'http_without_tls', 'no_backup'] as const
export type SystemHint = (typeof SYSTEM_HINTS)[number]

/** The age at which an archive no longer counts as a backup, in days. */
export const BACKUP_DAYS = 7

/** The most archives that a schedule keeps. */
export const BACKUPS_KEPT_MAX = 1_000

/** The most failed jobs and parked streams that are listed. Of the others only the number is given. */
export const NAMED_MOST = 50

/** The states of a read model, as `npm run projections -- status` shows them. */
export const READ_MODEL_STATES = [
  'opening',
  'standby',
  'building',
  'catching up',
  'live',
  'frozen',
  'refused',
  'stopped',
] as const

/** answers: all is well. full: it has no room left on its disk. away: it cannot be reached. */
export const STORE_STATES = ['answers', 'full', 'away'] as const
/** What a store's size measures. log: all bytes ever written to the log, including deleted ones. */
export const SIZES_OF = ['disk', 'memory', 'log'] as const
