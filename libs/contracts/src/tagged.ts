import { z } from 'zod'
import { refusal } from './refusal.ts'
import { asTag, readTags, tagRefusal } from './tag-rules.ts'

const NO_TEXT = refusal('tag_no_text', 'A tag is a text.')
const NO_LIST = refusal('tags_no_list', 'Tags are a list of texts.')

/**
 * The tags of an item in a body. Absent: they stay as they are; a new item has none. Two that differ in case or normal form alone are one.
 */
export const tagsSent = z
  .array(z.string(NO_TEXT), NO_LIST)
  .transform((sent, context): readonly string[] => {
    const { tags, refused } = readTags(sent)
    if (refused !== null) context.addIssue({ code: 'custom', message: refused, input: sent })
    return tags
  })
  .optional()

/** The tags of an item that comes from elsewhere. */
export const tagsImported = tagsSent.transform((tags) => (tags?.length ? tags : undefined))

/** The tags of an item in an answer. Absent only in what an older program made: it has none. */
export const tagsShown = z
  .array(z.string())
  .optional()
  // Documents without tags have no field of them. Answers are encoded, which a default alone does not touch.
  .overwrite((tags) => tags ?? [])
  .default([]) as unknown as z.ZodOptional<z.ZodReadonly<z.ZodArray<z.ZodString>>>

/** A tag by which something is looked for, or that is changed everywhere. */
export const tagNamed = z.string(NO_TEXT).transform((sent, context): string => {
  const tag = asTag(sent)
  const refused = tagRefusal(tag)
  if (refused !== null) context.addIssue({ code: 'custom', message: refused, input: sent })
  return tag
})
