import { z } from 'zod'
import { hexColor } from './highlights.ts'
import { tagNamed } from './tagged.ts'

/**
 * GET /api/tags: the person's tags in alphabetical order. `tag`: the most frequent spelling. `count`: the number of items of all
 * kinds with the tag, in any case of letters. `color`: #rrggbb; null: none.
 */
export const myTags = z.object({
  tags: z.array(z.object({ tag: z.string(), count: z.int().min(0), color: z.string().nullable() })),
})
export type MyTags = z.infer<typeof myTags>

export const tagParams = z.object({ tag: tagNamed })

/**
 * PUT /api/tags/{tag}: renames a tag everywhere. If the new name exists, the two become one. `color`: #rrggbb; null: none; absent:
 * unchanged.
 */
export const changeTagBody = z
  .object({ tag: tagNamed, color: hexColor.nullable().optional() })
  .meta({ examples: [{ tag: 'grace', color: '#ffd966' }] })

/**
 * PUT and DELETE /api/tags/{tag}. `changed`: the number of items that this call changed, each by its own event. `left`: the number
 * of items that still have the tag; a repeat of the call continues with these.
 */
export const tagChanged = z.object({ tag: z.string(), changed: z.int().min(0), left: z.int().min(0) })
export type TagChanged = z.infer<typeof tagChanged>
