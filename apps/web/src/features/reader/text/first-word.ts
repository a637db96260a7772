/** Letters of scripts that put no blanks between words: a line may end after almost any of them. */
const WITHOUT_BLANKS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}'
const FIRST = new RegExp(`^\\s*(?:[^\\p{L}\\p{N}\\s]*[${WITHOUT_BLANKS}]\\p{M}*\\p{P}{0,2}|\\S+)`, 'u')

/**
 * What of a text must not stand on another line than the number before it: its first word, or the first letter where words
 * have no blanks between them, as a verse would be one word there.
 */
export const firstWordOf = (text: string): string => FIRST.exec(text)?.[0] ?? ''
