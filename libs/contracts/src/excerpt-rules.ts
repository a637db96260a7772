// The excerpt of an item. The browser makes the same one, for the items that it has, as the server.

/** The longest excerpt, in UTF-16 units: two lines on a card. */
const EXCERPT_LENGTH = 240
/** Characters of a text that are read for an excerpt. More than the excerpt, because white space between words may be long. */
export const EXCERPT_FROM = 4_000

/** A text that was cut at a number of UTF-16 units, without half a character at its end. */
export const withoutHalfCharacter = (cut: string): string => cut.replace(/[\uD800-\uDBFF]$/, '')

/** An empty line after words that no sign of a sentence ends, such as a heading. */
const END_OF_HEADING = /(?<=[^\s.,:;!?…。—–-])[^\S\n]*\n\s*\n\s*/g

/**
 * The beginning of a text in one line, as long as an excerpt, without half a character at its end. A dash stands between a heading
 * and the words after it.
 */
export const excerptOf = (text: string): string => {
  const line = text.slice(0, EXCERPT_FROM).trim().replace(END_OF_HEADING, ' — ').replace(/\s+/g, ' ')
  return withoutHalfCharacter(line.slice(0, EXCERPT_LENGTH))
}

/** The characters before a found word in an excerpt, in UTF-16 units: enough to understand the word. */
const BEFORE = 60

/**
 * The part of a text around the first of these words (from wordsToFind), in one line. If the text has none of them, its beginning:
 * an item is also found by its title and passage.
 */
export const excerptAround = (text: string, words: readonly string[]): string => {
  const small = text.toLowerCase()
  const places = words.map((word) => small.indexOf(word)).filter((place) => place >= 0)
  const place = places.length === 0 ? 0 : Math.min(...places)
  if (place <= BEFORE) return excerptOf(text)
  // The excerpt begins at a gap between words. If the BEFORE characters have no gap, a word is cut.
  const gap = text.slice(place - BEFORE, place).search(/\s/)
  const from = gap === -1 ? place - BEFORE : place - BEFORE + gap
  return `… ${excerptOf(text.slice(from).replace(/^[\uDC00-\uDFFF]/, ''))}`
}
