import { z } from 'zod'
import {
  PAD_BYTES_MAX,
  PAD_ENTRIES_MAX,
  PAD_HEADING_MAX,
  PAD_ITEM_KINDS,
  PAD_TEXT_MAX,
  PAD_TITLE_MAX,
} from './pad-rules.ts'
import { verseIfAny, versionCode } from './passage.ts'
import { refusal, tooLong } from './refusal.ts'
import { tagsImported, tagsSent, tagsShown } from './tagged.ts'

const NOT_FOUND = refusal('pad_not_found', 'No such pad.')
const NO_TITLE = refusal('pad_title_empty', 'A study pad needs a title.')
const TITLE_TOO_LONG = tooLong('pad_title_too_long', 'A title holds', PAD_TITLE_MAX)
const HEADING_TOO_LONG = tooLong('pad_heading_too_long', 'A heading holds', PAD_HEADING_MAX)
const TEXT_TOO_LONG = tooLong('pad_text_too_long', 'A text in a study pad holds', PAD_TEXT_MAX)
const TOO_MANY = tooLong('pad_too_many_entries', 'A study pad holds', PAD_ENTRIES_MAX, 'entries')
const NO_ENTRIES = refusal('pad_no_entries', 'The entries of a study pad are a list.')
const NO_ENTRY = refusal(
  'pad_unknown_entry',
  'An entry of a study pad is a passage, a heading, a text or an item of one’s own.',
)
const NO_TEXT = refusal('pad_no_text', 'A heading or a text in a study pad needs its text.')
const NO_VERSE = refusal('unknown_verse', 'There is no such verse.')
const NO_KIND = refusal('pad_unknown_kind', 'An entry of a study pad names something that cannot stand in one.')
const NO_ITEM_ID = refusal('pad_bad_item', 'An entry of a study pad names its item by an id that is none.')

/** The refusal (413) of a study pad that is too long as a whole. `max`: in KB. */
export const PAD_TOO_LONG = {
  code: 'pad_too_long',
  message: `The entries of a study pad hold at most ${PAD_BYTES_MAX / 1000} KB together.`,
  params: { max: PAD_BYTES_MAX / 1000 },
} as const

/**
 * A passage: a verse, or a range up to `end_verse_id` in the same chapter (null: one verse), in the numbering of
 * `version`.
 */
const passage = z.object({
  type: z.literal('passage'),
  version: z.string(),
  verse_id: z.int(),
  end_verse_id: z.int().nullable(),
})
const sentPassage = z.object({
  type: z.literal('passage'),
  version: versionCode,
  verse_id: z.int(NO_VERSE),
  end_verse_id: verseIfAny,
})
const heading = z.object({ type: z.literal('heading'), text: z.string(NO_TEXT).max(PAD_HEADING_MAX, HEADING_TOO_LONG) })
/** `text`: Markdown. */
const text = z.object({ type: z.literal('text'), text: z.string(NO_TEXT).max(PAD_TEXT_MAX, TEXT_TOO_LONG) })
/**
 * An entry that refers to another item of the person. The pad shows the item as it is now. If the item was removed, the
 * entry stays, and the client shows that the item is gone.
 */
const item = z.object({
  type: z.literal('item'),
  kind: z.enum(PAD_ITEM_KINDS as [(typeof PAD_ITEM_KINDS)[number]], NO_KIND),
  id: z.string(NO_ITEM_ID).min(1, NO_ITEM_ID).max(100, NO_ITEM_ID),
})
const entry = z.discriminatedUnion('type', [passage, heading, text, item])
const sentEntry = z.discriminatedUnion('type', [sentPassage, heading, text, item], NO_ENTRY)
const entries = z.array(sentEntry, NO_ENTRIES).max(PAD_ENTRIES_MAX, TOO_MANY)

const title = z
  .string(NO_TITLE)
  .max(PAD_TITLE_MAX, TITLE_TOO_LONG)
  .transform((sent) => sent.trim())
  .refine((sent) => sent !== '', NO_TITLE)

/** A study pad: a title, and entries in the person's order. `revision` counts its changes from 1, and is its ETag. */
const pad = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  title: z.string(),
  entries: z.array(entry),
  tags: tagsShown,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  revision: z.int().min(1),
})
export type Pad = z.infer<typeof pad>

const PAD = {
  title: 'With me: a series for Advent',
  tags: ['advent'],
  entries: [
    { type: 'heading', text: 'In the valley' },
    { type: 'passage', version: 'KJV', verse_id: 19_023_004, end_verse_id: null },
    { type: 'text', text: 'From “he” to “you”.' },
    { type: 'item', kind: 'note', id: '4a1e7c1e-6f0f-4c83-9f0e-0d1a2b3c4d5e' },
  ],
}
const id = z.uuid('The id of a study pad is a UUID.').transform((sent) => sent.toLowerCase())

/** PUT /api/pad/detail/{id}: the whole new state. */
export const editPadBody = z.object({ title, entries, tags: tagsSent }).meta({ examples: [PAD] })

/** POST /api/pad/. The client or the server makes `id`. Without `entries` the pad is empty. */
export const addPadBody = z
  .object({ id: id.optional(), title, entries: entries.default([]), tags: tagsSent })
  .meta({ examples: [PAD] })

export const padParams = z.object({ id: z.uuid(NOT_FOUND).transform((sent) => sent.toLowerCase()) })

export const padShapes = {
  item: pad,
  exported: pad.omit({ user_id: true }),
  imported: z.object({
    ...{ id, title, entries, tags: tagsImported },
    ...{ created_at: z.iso.datetime(), updated_at: z.iso.datetime() },
  }),
}
