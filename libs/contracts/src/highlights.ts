import { z } from 'zod'
import { HIGHLIGHT_STYLES, SETTINGS_COLOR } from './highlight-rules.ts'
import { listQuery } from './lists.ts'
import { bookName, chapterListQuery, versionCode } from './passage.ts'
import { refusal } from './refusal.ts'
import { tagsImported, tagsSent, tagsShown } from './tagged.ts'
import { wholeNumber } from './whole-number.ts'

/** Longest selected text, in UTF-16 units: longer than any verse. */
export const SELECTED_TEXT_MAX = 5_000

const BAD_RANGE = refusal('bad_offsets', 'The selected range is not part of the verse.')
const NOT_FOUND = refusal('highlight_not_found', 'No such highlight.')
const BAD_COLOR = refusal('bad_color', 'Please enter a valid hex color code.')

/** A colour as #RRGGBB. The transform makes its letters lower case. */
export const hexColor = z
  .string(BAD_COLOR)
  .regex(/^#[0-9A-Fa-f]{6}$/, BAD_COLOR)
  .transform((color) => color.toLowerCase())

/**
 * Highlighted words of a verse. `verse_id` is in the numbering of `version`. Offsets count UTF-16 units of the verse's
 * plain text, `end_offset` exclusive. If `color` is null, the highlight has the colour of the person's settings. If
 * `style` is absent, the colour lies behind the words.
 */
const highlight = z.object({
  id: z.string(),
  verse_id: z.int(),
  version: z.string(),
  book: z.string(),
  chapter: z.int(),
  selected_text: z.string(),
  start_offset: z.int().min(0),
  end_offset: z.int().min(1),
  color: z.string().nullable(),
  style: z.enum(HIGHLIGHT_STYLES).optional(),
  tags: tagsShown,
  created_at: z.iso.datetime(),
  revision: z.int().min(1),
})

const style = z.enum(HIGHLIGHT_STYLES, refusal('bad_style', 'There is no such style.'))

const offset = z.int(BAD_RANGE).min(0, BAD_RANGE).max(SELECTED_TEXT_MAX, BAD_RANGE)

/** POST /api/highlight/add. `id`: the UUID at the end of the highlight's id. The client or the server makes it. */
export const addHighlightBody = z
  .object({
    id: z
      .uuid('The id of a highlight is a UUID.')
      .transform((id) => id.toLowerCase())
      .optional(),
    version: versionCode,
    book: bookName.optional(),
    chapter: z.int('A chapter is a whole number.').optional(),
    verseId: z.int('A highlight needs a verse.'),
    selectedText: z
      .string('A highlight needs words.')
      .min(1, 'A highlight needs words.')
      .max(SELECTED_TEXT_MAX, BAD_RANGE),
    startOffset: offset,
    endOffset: offset,
    color: hexColor.nullish().transform((color) => color ?? null),
    style: style.optional(),
    tags: tagsSent,
  })
  .meta({
    examples: [
      {
        version: 'KJV',
        verseId: 43_003_016,
        selectedText: 'God so loved',
        startOffset: 4,
        endOffset: 16,
        color: '#ffd966',
        tags: ['love'],
      },
    ],
  })

/**
 * GET /api/highlight/user: the person's highlights. `book`: only highlights in this book. `color`: only highlights of
 * this colour.
 */
export const highlightListQuery = listQuery.extend({
  book: bookName.optional(),
  color: z.union([z.literal(SETTINGS_COLOR), hexColor], BAD_COLOR).optional(),
})

/** GET /api/highlight/verse: the person's highlights of a verse. */
export const verseHighlightsQuery = chapterListQuery.extend({ verseId: wholeNumber('A verse id is a whole number.') })

/**
 * PUT /api/highlight/{id}. `color`: the highlight's own colour, or null for the colour of the settings. It may be
 * absent if `tags` are present. `style`: null for a colour behind the words. If `style` is absent, the style stays.
 */
export const colorHighlightBody = z
  .object({ color: hexColor.nullable().optional(), style: style.nullish(), tags: tagsSent })
  .refine(({ color, tags }) => color !== undefined || tags !== undefined, { error: BAD_COLOR, path: ['color'] })
  .meta({ examples: [{ color: '#ffd966', style: 'underline', tags: ['love'] }] })

export type Highlight = z.infer<typeof highlight>

export const highlightParams = z.object({ id: z.string(NOT_FOUND).max(80, NOT_FOUND) })

/**
 * A highlight in the answer about a chapter. `shown_at`: its verse id in the requested version. Absent if it is
 * `verse_id`.
 */
const overlay = highlight.extend({ shown_at: z.int().optional() })
export type OverlayHighlight = z.infer<typeof overlay>

export const highlightShapes = {
  names: 'highlights' as const,
  item: highlight,
  overlay,
  exported: highlight.extend({ style: highlight.shape.style.nullable() }),
  imported: z.object({
    id: z.string().max(80),
    verse_id: addHighlightBody.shape.verseId,
    version: versionCode,
    selected_text: addHighlightBody.shape.selectedText,
    start_offset: addHighlightBody.shape.startOffset,
    end_offset: addHighlightBody.shape.endOffset,
    color: addHighlightBody.shape.color,
    style: style.nullish().transform((one) => one ?? undefined),
    tags: tagsImported,
    created_at: z.iso.datetime(),
  }),
}
