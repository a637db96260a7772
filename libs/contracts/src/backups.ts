import { z } from 'zod'
import { refusal } from './refusal.ts'
import { BACKUPS_KEPT_MAX } from './system-rules.ts'

const BAD_HOUR = refusal('bad_hour', 'An hour is a whole number from 0 to 23.')
const BAD_ZONE = refusal('bad_time_zone', 'A time zone has a name such as Asia/Seoul.')
const BAD_KEEP = refusal('bad_keep', `So many archives can be kept: 1 to ${BACKUPS_KEPT_MAX}.`, {
  max: BACKUPS_KEPT_MAX,
})

const isZone = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** PUT /api/admin/backups: an archive is written each day at this hour, and so many are kept, the newest. */
export const planBody = z
  .object({
    hour: z.int(BAD_HOUR).min(0, BAD_HOUR).max(23, BAD_HOUR),
    time_zone: z.string(BAD_ZONE).max(60, BAD_ZONE).refine(isZone, BAD_ZONE),
    keep: z.int(BAD_KEEP).min(1, BAD_KEEP).max(BACKUPS_KEPT_MAX, BAD_KEEP),
  })
  .meta({ examples: [{ hour: 3, time_zone: 'Asia/Seoul', keep: 7 }] })

const count = z.int().min(0)
const file = z.object({ name: z.string(), at: z.iso.datetime(), bytes: count })

/** GET /api/admin/backups */
export const backups = z.object({
  /** Null: no archives are written by themselves. `daily` null: it is not at an hour, but every so many hours. */
  planned: z
    .object({
      every_hours: count,
      daily: z.object({ hour: count, time_zone: z.string() }).nullable(),
      keep: count,
      /** The folder that the operator named; null: `archives` in the data folder. */
      folder: z.string().nullable(),
    })
    .nullable(),
  /** The archive that was written last, wherever it is. */
  last: file.extend({ events: count }).nullable(),
  /** Those that this process finds in the folder, the newest first. */
  files: z.array(file),
  /** What is not here, such as after a restore. Null: it could not be found out in time. */
  missing: z.object({
    /** Bible texts that people wrote something in. */
    texts: z.array(z.object({ code: z.string(), items: count })).nullable(),
    /** People whose key cannot be opened. */
    keys: count.nullable(),
  }),
})
export type Backups = z.infer<typeof backups>

/** GET /api/admin/backups/{name}. Any text is accepted: what is no archive's name is not found. */
export const backupParams = z.object({ name: z.string() })

/** POST /api/admin/mail/test */
export const mailTestBegun = z.object({ id: z.string() })
/** GET /api/admin/mail. `why`: in the mail server's words; null: it was sent. */
export const mail = z.object({
  sends: z.boolean(),
  test: z.object({ id: z.string(), at: z.iso.datetime(), why: z.string().nullable() }).nullable(),
})
export type Mail = z.infer<typeof mail>
