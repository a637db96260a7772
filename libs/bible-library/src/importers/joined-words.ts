/** Scripts that are written without spaces between words. */
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u
/** No space comes before closing punctuation, nor around a dash. */
const CLOSES = /^[,.;:!?’”»)\]…—–]/u
const OPENS = /[“‘«([—–]$/u

/** The separator between two runs of words that a source has apart: usually a space. */
export const separator = (before: string, after: string): string => {
  if (/\s$/.test(before) || /^\s/.test(after) || CLOSES.test(after) || OPENS.test(before)) return ''
  return NO_SPACES.test(before.at(-1) ?? '') && NO_SPACES.test(after[0] ?? '') ? '' : ' '
}
