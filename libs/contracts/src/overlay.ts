import { z } from 'zod'
import { overlayHighlight } from './highlights.ts'
import { overlayNote } from './notes.ts'
import { chapterListQuery, versionCode } from './passage.ts'
import { overlaySermon } from './sermons.ts'

/** What each kind shows on a chapter, by the name that its list has in the overlay. A new kind that stands on verses is added here. */
export const overlayItems = { notes: overlayNote, highlights: overlayHighlight, sermons: overlaySermon } as const
export type OverlayName = keyof typeof overlayItems
export type OverlayItems = { readonly [Name in OverlayName]: z.infer<(typeof overlayItems)[Name]> }
/** Those names, in the order of the overlay. */
export const overlayNames = Object.keys(overlayItems) as OverlayName[]

type Lists = { [Name in OverlayName]: z.ZodArray<(typeof overlayItems)[Name]> }
const lists = Object.fromEntries(overlayNames.map((name) => [name, z.array(overlayItems[name])])) as unknown as Lists

/** GET /api/overlay: everything a user has on a chapter. */
export const overlay = z.object({ book: z.string(), chapter: z.int(), ...lists })
export type Overlay = z.infer<typeof overlay>

/** With `version`, the chapter is meant as that version numbers it, and what is on other versions is put on the right words. */
export const overlayQuery = chapterListQuery.extend({ version: versionCode.optional() })

type Counts = { [Name in OverlayName as `${Name}_count`]: z.ZodInt }
/** GET /api/resource-counts: how much of each kind there is that stands on verses. */
export const resourceCounts = z.object(
  Object.fromEntries(overlayNames.map((name) => [`${name}_count`, z.int()])) as Counts,
)
export type ResourceCounts = z.infer<typeof resourceCounts>
