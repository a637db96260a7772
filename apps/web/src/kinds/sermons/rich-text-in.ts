import { cleanRichText, type RichText } from '@pathlight/contracts/rich-text-rules.ts'

export const EMPTY: RichText = { type: 'doc', content: [{ type: 'paragraph' }] }

/** Cleans rich text from an untrusted source. A value that is not rich text becomes an empty text. */
export const richTextIn = (content: unknown): RichText => {
  try {
    return cleanRichText(content, Number.POSITIVE_INFINITY)
  } catch {
    return EMPTY
  }
}
