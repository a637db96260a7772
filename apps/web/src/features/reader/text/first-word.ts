/** Letters of scripts that put no blanks between words: a line may end after almost any of them. */
const WITHOUT_BLANKS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}'
const FIRST = new RegExp(`^\\s*(?:[^\\p{L}\\p{N}\\s]*[${WITHOUT_BLANKS}]\\p{M}*\\p{P}{0,2}|\\S+)`, 'u')

/**
 * The beginning of a text that must stand on the same line as the number before it: its first word. In a script without
 * blanks between words it is the first letter, as a whole verse would be one word there.
 */
export const firstWordOf = (text: string): string => FIRST.exec(text)?.[0] ?? ''
