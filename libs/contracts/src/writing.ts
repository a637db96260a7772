import { z } from 'zod'
import { HIGHLIGHT_STYLES, SETTINGS_COLOR } from './highlight-rules.ts'
import { hexColor } from './highlights.ts'
import { historyPassage } from './history.ts'
import { WRITING_KINDS } from './kind-rules.ts'
import { listQuery } from './lists.ts'
import { bookName } from './passage.ts'
import { refusal } from './refusal.ts'
import { tagsShown } from './tagged.ts'

const BAD_COLOR = refusal('bad_color', 'Please enter a valid hex color code.')
const BAD_NAMES = refusal('bad_names', 'A verse is written like 43003016, several like 43003016-43003018.')
const BAD_TIME = refusal('bad_time', 'A time is written like 2026-11-23T08:00:00Z.')

const time = z.iso.datetime({ offset: true, message: BAD_TIME }).optional()

/**
 * GET /api/writing: all items of the person with all words of `query`, the last added first. A Link header names the
 * next page. A page may be short or empty although more follow.
 * `book`: the book of an item's first verse. `color`: only highlights of this colour (SETTINGS_COLOR: the settings'
 * colour). `from` (inclusive) and `to` (exclusive): the time of the last change. `names`: only items whose text has a
 * reference to one of these verses or to their chapter, without conversion between versifications. `links_to`: only
 * items whose text links to the page of the item with this id.
 */
export const writingQuery = listQuery.extend({
  kind: z.enum(WRITING_KINDS, refusal('unknown_kind', 'There is no such kind of item.')).optional(),
  book: bookName.optional(),
  color: z.union([z.literal(SETTINGS_COLOR), hexColor], BAD_COLOR).optional(),
  from: time,
  to: time,
  names: z
    .string(BAD_NAMES)
    .regex(/^\d{7,8}(-\d{7,8})?$/, BAD_NAMES)
    .optional(),
  links_to: z.string().max(100).optional(),
})
export type WritingQuery = z.infer<typeof writingQuery>

/** A found item. `excerpt`: the part of its text around the first found word. */
export const foundWriting = z.object({
  kind: z.enum(WRITING_KINDS),
  id: z.string(),
  /** The first passage of the item. Null for a study pad without passages. */
  passage: historyPassage.nullable(),
  title: z.string().nullable(),
  excerpt: z.string(),
  /** The colour of a highlight: #RRGGBB, or SETTINGS_COLOR. */
  color: z.string().nullable(),
  /** The style of a highlight. If the field is absent, the colour lies behind the words. */
  style: z.enum(HIGHLIGHT_STYLES).optional(),
  tags: tagsShown,
  /** The time of the last change. */
  at: z.iso.datetime(),
  created_at: z.iso.datetime(),
})
export type FoundWriting = z.infer<typeof foundWriting>
