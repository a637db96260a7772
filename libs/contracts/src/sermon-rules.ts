import type { RichTextNode } from './rich-text-rules.ts'

/** Longest title and speaker of a sermon, in UTF-16 units. */
export const SERMON_TITLE_MAX = 200
export const SERMON_SPEAKER_MAX = 100

/**
 * The references of the passages that a sermon quotes, in the order of its text. They are attributes, so `plainTextOf`
 * lacks them.
 */
export const quotedReferences = ({ type, attrs, content = [] }: RichTextNode): readonly string[] => [
  ...(type === 'scripture' && typeof attrs?.reference === 'string' ? [attrs.reference] : []),
  ...content.flatMap(quotedReferences),
]
