import { z } from 'zod'
import { hexColor } from './highlights.ts'
import { tagNamed } from './tagged.ts'

/**
 * GET /api/tags : the person's tags, in the order of their letters. `tag`: as most items have it. `count`: how many items have it,
 * of whichever kind and in whichever case of letters. `kinds`: how many of each kind, by the kind's name in histories. A kind
 * without any is absent. `color`: #rrggbb, or null if none was chosen.
 */
export const myTags = z.object({
  tags: z.array(
    z.object({
      tag: z.string(),
      count: z.int().min(0),
      kinds: z.record(z.string(), z.int().min(1)),
      color: z.string().nullable(),
    }),
  ),
})
export type MyTags = z.infer<typeof myTags>

/** The tags "." and ".." are addressed with a space before them (`tagInPath`). */
export const tagParams = z.object({ tag: tagNamed })

/**
 * PUT /api/tags/{tag}: renames a tag everywhere. If the new name exists, the two become one. `color`: #rrggbb, or null for no
 * colour. If it is absent, the colour stays.
 */
export const changeTagBody = z
  .object({ tag: tagNamed, color: hexColor.nullable().optional() })
  .meta({ examples: [{ tag: 'grace', color: '#ffd966' }] })

/**
 * PUT and DELETE /api/tags/{tag} . `changed`: how many items were changed by this call, each by an event of its own. `left`: how
 * many still have the tag. The same call again goes on with those. If it changes none, the histories of those that are left are
 * full.
 */
export const tagChanged = z.object({ tag: z.string(), changed: z.int().min(0), left: z.int().min(0) })
export type TagChanged = z.infer<typeof tagChanged>
