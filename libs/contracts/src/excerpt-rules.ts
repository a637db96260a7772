// The server and the browser make the same excerpts with these functions.

/** The most UTF-16 units of a text in its excerpt. A card has room for two lines. */
const EXCERPT_LENGTH = 240
/**
 * An excerpt is made from this many characters of the text. The number exceeds EXCERPT_LENGTH, because each run of
 * white space becomes one blank.
 */
export const EXCERPT_FROM = 4_000

/** Removes half a surrogate pair at the end of a text that was cut after a number of UTF-16 units. */
export const withoutHalfCharacter = (cut: string): string => cut.replace(/[\uD800-\uDBFF]$/, '')

/** Matches the empty line after a heading. A line counts as a heading if no punctuation ends it. */
const END_OF_HEADING = /(?<=[^\s.,:;!?…。—–-])[^\S\n]*\n\s*\n\s*/g

/**
 * The beginning of a text on one line, EXCERPT_LENGTH characters at most. A dash stands between a heading and the words
 * after it.
 */
export const excerptOf = (text: string): string => {
  const line = text.slice(0, EXCERPT_FROM).trim().replace(END_OF_HEADING, ' — ').replace(/\s+/g, ' ')
  return withoutHalfCharacter(line.slice(0, EXCERPT_LENGTH))
}

/** An excerpt begins at most this many UTF-16 units before the found word. */
const BEFORE = 60

/**
 * The part of a text around the first found word, on one line. `words`: from `wordsToFind`. If the text has none of the
 * words, the excerpt is the beginning of the text.
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
