import { z } from 'zod'
import { overlayHighlight } from './highlights.ts'
import { overlayNote } from './notes.ts'
import { chapterListQuery, versionCode } from './passage.ts'
import { overlaySermon } from './sermons.ts'

/** GET /api/overlay: everything a user has on a chapter. */
export const overlay = z.object({
  book: z.string(),
  chapter: z.int(),
  notes: z.array(overlayNote),
  highlights: z.array(overlayHighlight),
  sermons: z.array(overlaySermon),
})
export type Overlay = z.infer<typeof overlay>

/** With `version`, the chapter is meant as that version numbers it, and what is on other versions is put on the right words. */
export const overlayQuery = chapterListQuery.extend({ version: versionCode.optional() })

/** GET /api/resource-counts . */
export const resourceCounts = z.object({ notes_count: z.int(), highlights_count: z.int(), sermons_count: z.int() })
export type ResourceCounts = z.infer<typeof resourceCounts>
