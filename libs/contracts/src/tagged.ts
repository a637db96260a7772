import { z } from 'zod'
import { refusal } from './refusal.ts'
import { asTag, readTags, tagRefusal } from './tag-rules.ts'

const NO_TEXT = refusal('tag_no_text', 'A tag is a text.')
const NO_LIST = refusal('tags_no_list', 'Tags are a list of texts.')

/**
 * The tags in a body. If they are absent, an edited item keeps its tags, and a new item has none. Tags that differ only
 * in case or normal form become one.
 */
export const tagsSent = z
  .array(z.string(NO_TEXT), NO_LIST)
  .transform((sent, context): readonly string[] => {
    const { tags, refused } = readTags(sent)
    if (refused !== null) context.addIssue({ code: 'custom', message: refused, input: sent })
    return tags
  })
  .optional()

/** The tags of an imported item. Undefined if it has none. */
export const tagsImported = tagsSent.transform((tags) => (tags?.length ? tags : undefined))

/** The tags in an answer: an empty list if there are none. Only the answer of an older program lacks the field. */
export const tagsShown = z
  .array(z.string())
  .optional()
  // Items without tags lack the field. A default does not apply when an answer is encoded, so `overwrite` adds the
  // list.
  .overwrite((tags) => tags ?? [])
  .default([]) as unknown as z.ZodOptional<z.ZodReadonly<z.ZodArray<z.ZodString>>>

/** A tag in an address, in the form in which it is stored. Refuses an invalid tag. */
export const tagNamed = z.string(NO_TEXT).transform((sent, context): string => {
  const tag = asTag(sent)
  const refused = tagRefusal(tag)
  if (refused !== null) context.addIssue({ code: 'custom', message: refused, input: sent })
  return tag
})
