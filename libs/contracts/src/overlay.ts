import { z } from 'zod'
import { WRITING_KINDS, type WritingKind } from './kind-rules.ts'
import { type OverlayName, overlayItems, overlayNames } from './kind-shapes.ts'
import { chapterListQuery, versionCode } from './passage.ts'

type Lists = { [Name in OverlayName]: z.ZodArray<(typeof overlayItems)[Name]> }
const lists = Object.fromEntries(overlayNames.map((name) => [name, z.array(overlayItems[name])])) as unknown as Lists

/** GET /api/overlay: the person's items on a chapter, of the kinds in `overlayNames`. */
export const overlay = z.object({ book: z.string(), chapter: z.int(), ...lists })
export type Overlay = z.infer<typeof overlay>

/**
 * With `version`, the chapter is in the numbering of that version, and items of other versions are at the verses that
 * correspond to theirs.
 */
export const overlayQuery = chapterListQuery.extend({ version: versionCode.optional() })

type Counts = { [Name in WritingKind as `${Name}_count`]: z.ZodInt }
/** GET /api/resource-counts: the number of the person's items of each kind. */
export const resourceCounts = z.object(
  Object.fromEntries(WRITING_KINDS.map((name) => [`${name}_count`, z.int()])) as Counts,
)
export type ResourceCounts = z.infer<typeof resourceCounts>
