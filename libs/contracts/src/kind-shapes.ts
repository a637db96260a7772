import { z } from 'zod'
import { bookmark } from './bookmarks.ts'
import { addHighlightBody, hexColor, highlight, overlayHighlight } from './highlights.ts'
import type { HISTORY_KINDS } from './kind-rules.ts'
import { addNoteBody, note, overlayNote } from './notes.ts'
import { bookName, verseIfAny, versionCode } from './passage.ts'
import { editSermonBody, overlaySermon, sermon } from './sermons.ts'
import { THEMES } from './theme-rules.ts'

// The shapes of each kind of item that are looped over. A new kind is added to each list here, and its name in kind-rules.ts.

const time = z.iso.datetime()

/** What each kind shows on a chapter, by the name that its list has in the overlay. A kind that stands on verses is in this list. */
export const overlayItems = { notes: overlayNote, highlights: overlayHighlight, sermons: overlaySermon } as const
export type OverlayName = keyof typeof overlayItems
export type OverlayItems = { readonly [Name in OverlayName]: z.infer<(typeof overlayItems)[Name]> }
/** Those names, in the order of the overlay. */
export const overlayNames = Object.keys(overlayItems) as OverlayName[]

/** An item of each kind that is a document, as its own calls show it. */
export const itemsOnWire = { note, highlight, sermon, bookmark } as const

/**
 * An item of each kind as an export has it: as its calls show it, all of it, but for whose it is. The revision counts its changes
 * where it was exported.
 */
export const exportedItems = {
  note: note.omit({ user_id: true }),
  highlight,
  sermon: sermon.omit({ user_id: true }).extend({ content: z.looseObject({ type: z.literal('doc') }) }),
  bookmark,
  settings: z.object({
    defaultVersion: z.string().nullable(),
    highlightColor: z.string().nullable(),
    defaultLanguage: z.enum(['en', 'ko']).nullable(),
    /** Absent in exports from before it was kept. */
    theme: z.enum(THEMES).nullable().optional(),
    revision: z.int().min(1),
  }),
} as const satisfies { readonly [Kind in (typeof HISTORY_KINDS)[number]]: z.ZodObject }
export type ExportedKind = keyof typeof exportedItems

/** An item of each kind as it may be brought from elsewhere: what an export has, by the rules of what people write here. */
export const importedItems = {
  note: z.object({
    id: addNoteBody.shape.id.unwrap(),
    verse_id: addNoteBody.shape.verse_id,
    end_verse_id: verseIfAny,
    text: addNoteBody.shape.text,
    title: addNoteBody.shape.title,
    version: versionCode,
    created_at: time,
    updated_at: time,
  }),
  highlight: z.object({
    id: z.string().max(80),
    verse_id: addHighlightBody.shape.verseId,
    version: versionCode,
    selected_text: addHighlightBody.shape.selectedText,
    start_offset: addHighlightBody.shape.startOffset,
    end_offset: addHighlightBody.shape.endOffset,
    color: addHighlightBody.shape.color,
    created_at: time,
  }),
  sermon: z.object({
    id: addNoteBody.shape.id.unwrap(),
    title: editSermonBody.shape.title,
    speaker: editSermonBody.shape.speaker,
    content: z.looseObject({ type: z.literal('doc') }),
    version: versionCode,
    book: bookName,
    start_chapter: z.int(),
    start_verse_id: z.int(),
    end_chapter: z.int(),
    end_verse_id: z.int(),
    created_at: time,
    updated_at: time,
  }),
  bookmark: z.object({
    id: z.string().max(80),
    book: bookName,
    chapter: z.int(),
    verse_id: verseIfAny,
    end_verse_id: verseIfAny,
    version: versionCode,
    created_at: time,
  }),
  settings: z.object({
    defaultVersion: versionCode.nullable(),
    highlightColor: hexColor.nullable(),
    defaultLanguage: z.enum(['en', 'ko']).nullable(),
    // An export from before it was kept has none.
    theme: z.enum(THEMES).nullable().default(null),
  }),
} as const satisfies { readonly [Kind in (typeof HISTORY_KINDS)[number]]: z.ZodType }
