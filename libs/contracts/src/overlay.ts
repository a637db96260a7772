import { z } from 'zod'
import { overlayHighlight } from './highlights.ts'
import { overlayNote } from './notes.ts'
import { chapterListQuery, versionCode } from './passage.ts'
import { refusal } from './refusal.ts'
import { overlaySermon } from './sermons.ts'

/** Versions that one overlay may be asked for. */
export const OVERLAY_VERSIONS_MAX = 6

/**
 * GET /api/overlay: everything a user has on a chapter. Asked for several versions, it has each item once, as its own version
 * numbers it, and in `shown` by version which items are on the chapter there: by id, the first and last verse they are shown on.
 */
export const overlay = z.object({
  book: z.string(),
  chapter: z.int(),
  notes: z.array(overlayNote),
  highlights: z.array(overlayHighlight),
  sermons: z.array(overlaySermon),
  shown: z.record(z.string(), z.record(z.string(), z.tuple([z.int(), z.int()]))).optional(),
})
export type Overlay = z.infer<typeof overlay>

const TOO_MANY = refusal('too_many_versions', `At most ${OVERLAY_VERSIONS_MAX} versions at once.`, {
  max: OVERLAY_VERSIONS_MAX,
})

/** With `version`, the chapter is meant as that version numbers it, and what is on other versions is put on the right words. It may be repeated. */
export const overlayQuery = chapterListQuery.extend({
  version: z.union([versionCode, z.array(versionCode).min(1).max(OVERLAY_VERSIONS_MAX, TOO_MANY)]).optional(),
})

/** GET /api/resource-counts . */
export const resourceCounts = z.object({ notes_count: z.int(), highlights_count: z.int(), sermons_count: z.int() })
export type ResourceCounts = z.infer<typeof resourceCounts>
