import { z } from 'zod'
import { ADMIN_ACTS } from './account-act-rules.ts'
import {
  AUDIT_ACTIONS,
  AUDIT_KINDS,
  isReason,
  LOOKED_AT,
  MATCHES_MOST,
  PEOPLE_LENGTH,
  REASON_MAX,
  REASON_MIN,
} from './admin-rules.ts'
import { historyPassage } from './history.ts'
import { HISTORY_KINDS } from './kind-rules.ts'
import { refusal } from './refusal.ts'

const UNKNOWN_KIND = refusal('unknown_kind', 'There is no such kind of item.')
const UNKNOWN_ACTION = refusal('unknown_action', 'There is no such action.')
const BAD_TIME = refusal('bad_time', 'A time is a date such as 2026-11-23, or a moment such as 2026-11-23T08:00:00Z.')
const BAD_CURSOR = refusal('bad_cursor', 'A history goes on where its `next` says.')
const BAD_FILTER = refusal('bad_filter', 'A filter holds 1 to 320 characters, and stands once.')

const text = z.string(BAD_FILTER).trim().min(1, BAD_FILTER).max(320, BAD_FILTER).optional()
const time = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], BAD_TIME)
  .transform((said) => new Date(said).toISOString())
  .optional()

const cursor = z
  .string(BAD_CURSOR)
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\.\d{20}$/, BAD_CURSOR)
  .optional()

/**
 * The filters of the audit. Without filters every entry matches. `person` (whose data) and `actor` (who acted): an id,
 * a username or an address. `item` and `device`: ids. `passage`: a reference. `from` and `to` (exclusive): times; a
 * date means its beginning in UTC.
 */
const filters = {
  person: text,
  actor: text,
  kind: z.enum(AUDIT_KINDS, UNKNOWN_KIND).optional(),
  item: text,
  action: z.enum(AUDIT_ACTIONS, UNKNOWN_ACTION).optional(),
  passage: text,
  device: text,
  from: time,
  to: time,
}
/** An unknown filter is refused, because otherwise the caller would take the answer for a filtered one. */
const onlyThese = ({ keys }: { readonly keys?: readonly string[] }) => {
  return refusal(
    'unknown_filter',
    `There is no filter called ${(keys ?? []).map((key) => key.slice(0, 40)).join(', ')}.`,
  )
}
const named = (shape: typeof filters) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? onlyThese(issue as never) : undefined),
  })

/** GET /api/admin/audit.csv and /api/admin/audit/matches: all entries that match the filters. */
export const auditFilters = named(filters)
export type AuditFilters = z.infer<typeof auditFilters>

/** GET /api/admin/audit: newest first, AUDIT_LENGTH in a page. `before`: the `next` of the page before. */
export const auditQuery = named({
  ...filters,
  before: cursor,
} as typeof filters & { before: z.ZodOptional<z.ZodString> })

/**
 * `name`: the username. It is null if the account is closed, or if the actor was no person (the operator, the
 * settings).
 */
const somebody = z.object({ id: z.string(), name: z.string().nullable() })

/**
 * An entry of the audit: a change, or an admin's look at data, without the written words. `position`: the position in
 * the log, a decimal number as text. `actor`: who acted. `person`: whose data it is. `bytes`: the length of the written
 * words. `device` is null if `actor` used none. Its label is '' if the device is not stored any more.
 */
export const auditEntry = z.object({
  position: z.string(),
  at: z.iso.datetime(),
  actor: somebody,
  person: somebody,
  kind: z.enum(AUDIT_KINDS),
  id: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  revision: z.int().min(1),
  passage: historyPassage.nullable(),
  device: z.object({ id: z.string(), label: z.string() }).nullable(),
  bytes: z.int().min(0),
})
export type AuditEntry = z.infer<typeof auditEntry>
export const auditPage = z.object({ entries: z.array(auditEntry), next: z.string().nullable() })
export type AuditPage = z.infer<typeof auditPage>

/**
 * GET /api/admin/audit/matches: the number of entries that match the filters. `more`: whether there are more than
 * MATCHES_MOST.
 */
export const auditMatches = z.object({ matches: z.int().min(0).max(MATCHES_MOST), more: z.boolean() })
export type AuditMatches = z.infer<typeof auditMatches>

/** GET /api/admin/counts. `changes`: the number of entries in the audit. */
export const adminCounts = z.object({
  changes: z.int().min(0),
  people: z.int().min(0),
  bibles: z.int().min(0),
})
export type AdminCounts = z.infer<typeof adminCounts>

const NO_PERSON = refusal('bad_person', 'A person is named by their id.')
const NO_REVISION = refusal('bad_revision', 'A revision is a whole number from 1.')
const NO_ITEM = refusal('history_not_found', 'There is no such history.')
const BAD_REASON = refusal('bad_reason', `A reason is in words, of ${REASON_MIN} to ${REASON_MAX} characters.`, {
  min: REASON_MIN,
  max: REASON_MAX,
})

const reasonShape = z.string(BAD_REASON).trim().max(REASON_MAX, BAD_REASON).refine(isReason, BAD_REASON)

/** POST /api/admin/reveal: the words of one revision of one item. The person sees who opened it, when, and why. */
export const revealBody = z
  .object({
    person: z.uuid(NO_PERSON),
    kind: z.enum(HISTORY_KINDS, UNKNOWN_KIND),
    id: z.string(NO_ITEM).regex(/^[\w.-]{1,100}$/, NO_ITEM),
    revision: z.int(NO_REVISION).min(1, NO_REVISION),
    reason: reasonShape,
  })
  .meta({
    examples: [
      {
        person: '7d1f9f5c-8a55-4f3b-8b56-1c5c7f3f6b21',
        kind: 'note',
        id: '0b0a4a3e-3a1f-4b43-9d0e-4f1c2d1f7a10',
        revision: 1,
        reason: 'Ann asked me by phone to find it.',
      },
    ],
  })
export const revealed = z.object({ item: z.custom<object>((item) => typeof item === 'object' && item !== null) })
export type Revealed = z.infer<typeof revealed>

const UNKNOWN_ACT = refusal('unknown_act', 'There is no such act.')
const NO_NAME = refusal('bad_name', 'A search has 1 to 320 characters.')

/**
 * GET /api/admin/people: people whose username begins with `name`, and the person whose whole address is `name`, in
 * upper or lower case; PEOPLE_LENGTH at most.
 */
export const peopleQuery = z.object({ name: z.string(NO_NAME).trim().min(1, NO_NAME).max(320, NO_NAME) })
export const people = z.object({
  people: z.array(z.object({ id: z.string(), username: z.string() })).max(PEOPLE_LENGTH),
})
export type People = z.infer<typeof people>

export const personParams = z.object({ id: z.uuid(NO_PERSON).toLowerCase() })

/** `at`: the time of the lock, or of the scheduled closing. Null if there is none. */
const because = z.object({ at: z.iso.datetime(), reason: z.string() }).nullable()
export const standing = z.object({ locked: because, closing: because })

/**
 * GET /api/admin/people/{id}: the state of a person's account. `devices`: the person's devices, the last used first,
 * without network addresses. `signed_in`: whether the person is signed in on the device now. `counts`: the number of
 * items of each kind. The person sees that an admin looked.
 */
export const person = z
  .object({
    id: z.string(),
    username: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    since: z.iso.datetime(),
    admin: z.boolean(),
    devices: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        first_seen: z.string(),
        last_seen: z.string(),
        signed_in: z.boolean(),
      }),
    ),
    counts: z.array(z.object({ kind: z.enum(HISTORY_KINDS), count: z.int().min(0) })),
  })
  .extend(standing.shape)
export type PersonOfAdmins = z.infer<typeof person>

/**
 * POST /api/admin/people/{id}/acts: acts on a person's account. The person sees the act with its reason, and gets a
 * mail.
 */
export const actBody = z
  .object({ act: z.enum(ADMIN_ACTS, UNKNOWN_ACT), reason: reasonShape })
  .meta({ examples: [{ act: 'lock', reason: 'A stranger writes in this account.' }] })

/**
 * GET /api/account/looks: what admins looked at in the signed-in person's data, and the admins' acts on the account,
 * newest first, 100 in a page. `before`: the `next` of the page before.
 */
export const looksQuery = z.object({ before: cursor })

/**
 * `by`: the admin's username, or null if the admin's account is closed. `item`: the item whose words the admin
 * revealed. `next` is null on the last page.
 */
export const looks = z.object({
  looks: z.array(
    z.object({
      at: z.iso.datetime(),
      by: z.string().nullable(),
      what: z.enum([...LOOKED_AT, ...ADMIN_ACTS]),
      reason: z.string().nullable(),
      item: z
        .object({
          kind: z.enum(HISTORY_KINDS),
          id: z.string(),
          revision: z.int().min(1),
          passage: historyPassage.nullable(),
        })
        .nullable(),
    }),
  ),
  next: z.string().nullable(),
})
export type Looks = z.infer<typeof looks>
