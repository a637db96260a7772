import { z } from 'zod'
import { refusal } from './refusal.ts'
import { asTag, readTags, tagRefusal } from './tag-rules.ts'

const NOT_TEXTS = refusal('tags_not_texts', 'Tags are a list of texts.')

/**
 * The tags of an item in a body. Absent: they stay as they are; a new item has none. Two that differ in case or normal form alone are one.
 */
export const tagsSent = z
  .array(z.string(NOT_TEXTS), NOT_TEXTS)
  .transform((sent, context): readonly string[] => {
    const { tags, refused } = readTags(sent)
    if (refused !== null) context.addIssue({ code: 'custom', message: refused, input: sent })
    return tags
  })
  .optional()

/** The tags of an item in an answer. Absent, in what an older program made, in messages and in histories: it has none. */
export const tagsShown = z
  .array(z.string())
  .optional()
  .overwrite((tags) => tags ?? [])

/** A tag by which something is looked for, or that is changed everywhere. */
export const tagNamed = z.string(NOT_TEXTS).transform((sent, context): string => {
  const tag = asTag(sent)
  const refused = tagRefusal(tag)
  if (refused !== null) context.addIssue({ code: 'custom', message: refused, input: sent })
  return tag
})
