// What is shown of the words of an item: the same in the browser, for what is there, and on the server.

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

/** So much is shown before a word that was found, in UTF-16 units, that it is understood. */
const BEFORE = 60

/**
 * The part of a text in which the first of these words stands (`words` as wordsToFind gives them), in one line. Where
 * none does, its beginning: an item is also found by its title and its passage.
 */
export const excerptAround = (text: string, words: readonly string[]): string => {
  const small = text.toLowerCase()
  const places = words.map((word) => small.indexOf(word)).filter((place) => place >= 0)
  const place = places.length === 0 ? 0 : Math.min(...places)
  if (place <= BEFORE) return excerptOf(text)
  // From the beginning of a word on: a text without any space there is cut where it must be.
  const gap = text.slice(place - BEFORE, place).search(/\s/)
  const from = gap === -1 ? place - BEFORE : place - BEFORE + gap
  return `… ${excerptOf(text.slice(from).replace(/^[\uDC00-\uDFFF]/, ''))}`
}
