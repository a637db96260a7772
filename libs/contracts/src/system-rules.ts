/** Hints for the operator. no_backup: no archive was written in the last BACKUP_DAYS days. */
export const SYSTEM_HINTS = ['no_smtp', 'http_without_tls', 'no_backup'] as const
export type SystemHint = (typeof SYSTEM_HINTS)[number]

/** The age at which an archive no longer counts as a backup, in days. */
export const BACKUP_DAYS = 7

/** The most archives that a schedule keeps. */
export const BACKUPS_KEPT_MAX = 1_000

/** The most failed jobs, and the most parked streams, that the report lists. For all others it has only the number. */
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

/** answers: the store is reachable. full: its disk has no room left. away: it cannot be reached. */
export const STORE_STATES = ['answers', 'full', 'away'] as const
/** The meaning of a store's size. log: all bytes ever written to the log, including those of deleted events. */
export const SIZES_OF = ['disk', 'memory', 'log'] as const
