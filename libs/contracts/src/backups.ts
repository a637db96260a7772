import { z } from 'zod'
import { refusal } from './refusal.ts'
import { BACKUPS_KEPT_MAX } from './system-rules.ts'
import { timeZoneName } from './time-zone.ts'

const BAD_HOUR = refusal('bad_hour', 'An hour is a whole number from 0 to 23.')
const BAD_KEEP = refusal('bad_keep', `So many archives can be kept: 1 to ${BACKUPS_KEPT_MAX}.`, {
  max: BACKUPS_KEPT_MAX,
})

/** PUT /api/admin/backups: writes an archive each day at `hour`, and keeps the newest `keep`. */
export const planBody = z
  .object({
    hour: z.int(BAD_HOUR).min(0, BAD_HOUR).max(23, BAD_HOUR),
    time_zone: timeZoneName,
    keep: z.int(BAD_KEEP).min(1, BAD_KEEP).max(BACKUPS_KEPT_MAX, BAD_KEEP),
  })
  .meta({ examples: [{ hour: 3, time_zone: 'Asia/Seoul', keep: 7 }] })

const count = z.int().min(0)
const file = z.object({ name: z.string(), at: z.iso.datetime(), bytes: count })

/** GET /api/admin/backups */
export const backups = z.object({
  /** The schedule, or null if there is none. If `daily` is null, archives are written at no fixed time of day. */
  planned: z
    .object({
      every_hours: count,
      daily: z.object({ hour: count, time_zone: z.string() }).nullable(),
      keep: count,
      /** The operator's folder. Null means `archives` in the data folder. */
      folder: z.string().nullable(),
    })
    .nullable(),
  /** The newest archive of this installation, even if this process cannot find the file. Null if there is none. */
  last: file.extend({ events: count }).nullable(),
  /** The time of the last failed try to write an archive. Null if none failed, or an archive was written since. */
  failed: z.iso.datetime().nullable(),
  /** The archives that this process finds in the folder, the newest first. */
  files: z.array(file),
  /** What this installation lacks, such as after a restore. A value is null if its search failed or took too long. */
  missing: z.object({
    /** Bible texts that people have items on, but that are not installed. */
    texts: z.array(z.object({ code: z.string(), items: count })).nullable(),
    /** The number of people whose key cannot be opened. */
    keys: count.nullable(),
  }),
})
export type Backups = z.infer<typeof backups>

/** GET /api/admin/backups/{name}. Any text is accepted: a name of no archive is answered 404. */
export const backupParams = z.object({ name: z.string() })

/** POST /api/admin/mail/test */
export const mailTestBegun = z.object({ id: z.string() })
const NO_TEST = refusal('mail_test_not_found', 'There is no such test mail.')
/** DELETE /api/admin/mail/test/{id} */
export const mailTestParams = z.object({ id: z.uuid(NO_TEST).toLowerCase() })
/**
 * GET /api/admin/mail. `test`: the outcome of the admin's own last test mail, or null if the admin sent none or
 * dismissed the outcome. `why`: the mail server's error, or null if the mail was sent.
 */
export const mail = z.object({
  sends: z.boolean(),
  test: z.object({ id: z.string(), at: z.iso.datetime(), why: z.string().nullable() }).nullable(),
})
export type Mail = z.infer<typeof mail>
