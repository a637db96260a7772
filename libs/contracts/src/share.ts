import { z } from 'zod'
import { refusal, tooLong } from './refusal.ts'
import { SHAREABLE_KINDS, SHARED_NAME_MAX } from './share-rules.ts'

const NOT_FOUND = refusal('share_not_found', 'You share nothing under this address.')
const uuid = (message: string) => z.uuid(message).transform((id) => id.toLowerCase())

const BAD_UNTIL = refusal('share_bad_until', 'The end of a share is a time (ISO 8601), or null.')
/**
 * The first moment after the year 9999 in UTC. Answers have years of four digits, and a time of the year 9999 in
 * another zone can lie after this moment.
 */
const AFTER_ALL_YEARS = Date.UTC(10_000)

/**
 * POST /api/share. `until`: ISO 8601, or null for a share without an end. `follows`: whether the link shows later
 * changes of the item. If not, it shows the item as it is now. `name`: the name of the writer. If it is absent, the
 * share names nobody.
 */
export const shareBody = z
  .object({
    kind: z.enum(SHAREABLE_KINDS, refusal('kind_not_shareable', 'Only notes, sermons and study pads can be shared.')),
    id: uuid(refusal('share_no_item', 'You have no such item.')),
    until: z.iso
      .datetime({ offset: true, error: BAD_UNTIL })
      .refine((sent) => !(Date.parse(sent) >= AFTER_ALL_YEARS), BAD_UNTIL)
      .nullable(),
    follows: z.boolean(refusal('on_or_off', 'This is on (true) or off (false).')).optional(),
    name: z
      .string(refusal('share_bad_name', 'The name is a text.'))
      .trim()
      .max(SHARED_NAME_MAX, tooLong('share_name_too_long', 'The name holds', SHARED_NAME_MAX))
      .nullish(),
  })
  .meta({ examples: [{ kind: 'sermon', id: '4a1e7c1e-6f0f-4c83-9f0e-0d1a2b3c4d5e', until: '2030-01-01T00:00:00Z' }] })

const until = z.iso.datetime().nullable()

/**
 * The server seals a copy of the item under `key` and does not store the key, so only this answer has it. The link is
 * `/shared/{id}#{key}`.
 */
export const shared = z.object({ id: z.uuid(), key: z.string(), until })
export type NewShare = z.infer<typeof shared>

/**
 * `item`: the id of the shared item. `title`: the item's title, or null if the item was removed. `opened`: the number
 * of visits, by anybody.
 */
const share = z.object({
  id: z.uuid(),
  kind: z.enum(SHAREABLE_KINDS),
  item: z.uuid(),
  title: z.string().nullable(),
  until,
  follows: z.boolean(),
  created_at: z.iso.datetime(),
  opened: z.int(),
  opened_at: z.iso.datetime().nullable(),
})
export type Share = z.infer<typeof share>
/** GET /api/share: the newest first. */
export const shares = z.object({ shares: z.array(share) })

export const shareParams = z.object({ id: uuid(NOT_FOUND) })
/** Any text is accepted: an unknown id is answered like that of an ended share. */
export const sharedParams = z.object({ id: z.string() })
export const openSharedBody = z
  .object({ key: z.string(refusal('share_no_key', 'The key of the link is missing.')) })
  .meta({ examples: [{ key: 'q3Jm0mXjQy6m1Xg5a8gkQYw5m8o0wq1v2H3c4D5e6F8' }] })

const note = z.object({
  title: z.string().nullable(),
  text: z.string(),
  version: z.string(),
  book: z.string(),
  verse_id: z.int(),
  end_verse_id: z.int().nullish(),
  updated_at: z.iso.datetime(),
})
const sermon = z.object({
  title: z.string(),
  /** Rich text. The page cleans it before showing it. */
  content: z.custom<object>((content) => typeof content === 'object' && content !== null),
  version: z.string(),
  book: z.string(),
  start_chapter: z.int(),
  start_verse_id: z.int(),
  end_chapter: z.int(),
  end_verse_id: z.int(),
  updated_at: z.iso.datetime(),
})
/**
 * An entry of a shared pad. A `passage` has its verses in the owner's version, or none if that version is not
 * installed. An `own` entry has the owner's words, or words of the Bible that the owner marked (`isQuoted`). A verse id
 * that ends in 000 is a whole chapter.
 */
const entry = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['heading', 'text']), text: z.string() }),
  z.object({
    ...{ type: z.literal('passage'), version: z.string(), verse_id: z.int(), end_verse_id: z.int().nullable() },
    verses: z.array(z.object({ verse: z.int(), text: z.string() })),
  }),
  z.object({
    ...{ type: z.literal('own'), title: z.string().nullable(), text: z.string(), isQuoted: z.boolean() },
    ...{ version: z.string().nullable(), verse_id: z.int().nullable(), end_verse_id: z.int().nullable() },
  }),
])
export type SharedEntry = z.infer<typeof entry>
const pad = z.object({ title: z.string(), entries: z.array(entry), updated_at: z.iso.datetime() })

/** The fields of an item that everybody with the link sees, without its owner. */
export const SHOWN_OF_KIND = { note, sermon, pad } as const

const name = z.string().nullable()
const noteCopy = z.object({ kind: z.literal('note'), name, item: note })
const sermonCopy = z.object({ kind: z.literal('sermon'), name, item: sermon })
const padCopy = z.object({ kind: z.literal('pad'), name, item: pad })

/** The content behind a link: an item, with the name that its owner chose to show. A sermon's speaker is not in it. */
export const sharedCopy = z.discriminatedUnion('kind', [noteCopy, sermonCopy, padCopy])
export type SharedCopy = z.infer<typeof sharedCopy>

/** POST /api/shared/{id}: the shared content, and when the share ends. */
export const openedShare = z.discriminatedUnion('kind', [
  noteCopy.extend({ until }),
  sermonCopy.extend({ until }),
  padCopy.extend({ until }),
])
export type OpenedShare = z.infer<typeof openedShare>
