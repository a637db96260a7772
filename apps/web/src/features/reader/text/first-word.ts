/** Letters of scripts without blanks between words. In these scripts a line may end after almost any letter. */
const WITHOUT_BLANKS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}'
const FIRST = new RegExp(`^\\s*(?:[^\\p{L}\\p{N}\\s]*[${WITHOUT_BLANKS}]\\p{M}*\\p{P}{0,2}|\\S+)`, 'u')

/**
 * The beginning of a text that must stay on the same line as the number before it. It is the first word. In a script
 * without blanks it is the first letter, because the whole verse would count as one word.
 */
export const firstWordOf = (text: string): string => FIRST.exec(text)?.[0] ?? ''
