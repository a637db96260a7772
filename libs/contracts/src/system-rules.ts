/** What an operator should look to. no_backup: no archive was written in the last BACKUP_DAYS days. */
export const SYSTEM_HINTS = ['no_smtp', 'http_without_tls', 'no_backup'] as const
export type SystemHint = (typeof SYSTEM_HINTS)[number]

/** An archive that is older than so many days is no backup any more. */
export const BACKUP_DAYS = 7

/** Archives that are written by themselves, and of which so many are kept at most. */
export const BACKUPS_KEPT_MAX = 1_000

/** Failed jobs and parked streams that are named; of the rest only the number is told. */
export const NAMED_MOST = 50

/** As `npm run projections -- status` tells where a read model stands. */
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
/** What a store's size is one of. log: the bytes that were ever written to the log, those that were cleared away too. */
export const SIZES_OF = ['disk', 'memory', 'log'] as const
