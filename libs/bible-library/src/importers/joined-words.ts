/** Matches letters and punctuation of scripts that are written without spaces between words. */
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u
/** Matches closing punctuation or a dash at the beginning of a text. No space comes before them. */
const CLOSES = /^[,.;:!?’”»)\]…—–]/u
const OPENS = /[“‘«([—–]$/u

/**
 * The separator between two pieces of text that are separate in the source. It is '' next to white space, before
 * CLOSES, after OPENS, and between characters of NO_SPACES; otherwise a space.
 */
export const separator = (before: string, after: string): string => {
  if (/\s$/.test(before) || /^\s/.test(after) || CLOSES.test(after) || OPENS.test(before)) return ''
  return NO_SPACES.test(before.at(-1) ?? '') && NO_SPACES.test(after[0] ?? '') ? '' : ' '
}
