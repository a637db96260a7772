/** Letters of scripts without blanks between words, where a line may end after almost any letter. */
const WITHOUT_BLANKS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}'
const FIRST = new RegExp(`^\\s*(?:[^\\p{L}\\p{N}\\s]*[${WITHOUT_BLANKS}]\\p{M}*\\p{P}{0,2}|\\S+)`, 'u')

/**
 * The beginning of a text that must stay on the line of the number before it: its first word, or in a script without
 * blanks its first letter, because a whole verse would be one word.
 */
export const firstWordOf = (text: string): string => FIRST.exec(text)?.[0] ?? ''
