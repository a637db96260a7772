/** Of the words of an item, in UTF-16 units: two lines on a card. */
const EXCERPT_LENGTH = 240
/** Whitespace between words may be long; no text is looked at further than this. */
const LOOKED_AT = 4_000

/** The beginning of a text in one line, as long as an excerpt, without half a character at its end. */
export const excerptOf = (text: string): string =>
  text
    .slice(0, LOOKED_AT)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, EXCERPT_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
