import { z } from 'zod'
import { hexColor } from './highlights.ts'
import { tagNamed } from './tagged.ts'

/**
 * GET /api/tags : the person's tags in alphabetical order. `tag`: the spelling that most items have. `count`: the
 * number of items with the tag, in any spelling. `kinds`: that number for each kind; a kind without such items is
 * absent. `color`: #rrggbb, or null if the person chose none.
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
 * PUT /api/tags/{tag}: renames a tag everywhere. If the new name exists, the two tags become one. `color`: #rrggbb, or
 * null for no colour. If it is absent, the colour stays.
 */
export const changeTagBody = z
  .object({ tag: tagNamed, color: hexColor.nullable().optional() })
  .meta({ examples: [{ tag: 'grace', color: '#ffd966' }] })

/**
 * PUT and DELETE /api/tags/{tag} . `changed`: how many items this call changed, each by an event of its own. `left`:
 * how many items still have the tag. The same call again changes further items. If it changes none, the histories of
 * the items that are left are full.
 */
export const tagChanged = z.object({ tag: z.string(), changed: z.int().min(0), left: z.int().min(0) })
export type TagChanged = z.infer<typeof tagChanged>
