/**
 * The most combining marks that are normalized together. `String.normalize` sorts a row of marks in quadratic time, so
 * `normalForm` cuts a longer row into pieces. Unicode Standard Annex 15 has the same limit in its stream-safe format.
 */
const MARKS_IN_A_ROW = 30
/** Combining marks, and the two half-width voicing letters that NFKC turns into marks. */
const MARKS = /[\p{M}\uff9e\uff9f]+/gu
const LONG_ROW = new RegExp(`[\\p{M}\\uff9e\\uff9f]{${MARKS_IN_A_ROW + 1}}`, 'u')
/** A text of ASCII characters alone. It is the same in every normal form. */
export const ASCII = /^[\0-\x7f]*$/
/**
 * A text of characters that are common in English, Korean and Chinese texts, without marks. This test is much faster
 * than a search for marks.
 */
const WITHOUT_MARKS = /^[\0-\u02ff\u2010-\u2027\u3000-\u3029\u3131-\u318e\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]*$/

/**
 * Normalizes a text in linear time. It is used in place of `String.normalize` for texts that people send or import. A
 * row of more than 30 marks, which no language has, is normalized in pieces of 30, so its marks may have another order
 * than after `String.normalize`. The result can be longer than `text`: in NFKC one character can become 18 characters.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string => {
  if (ASCII.test(text)) return text
  if (WITHOUT_MARKS.test(text) || !LONG_ROW.test(text)) return text.normalize(form)
  const pieces: string[] = []
  let from = 0
  for (const { index, 0: row } of text.matchAll(MARKS)) {
    for (let end = index + MARKS_IN_A_ROW; end < index + row.length; end += MARKS_IN_A_ROW) {
      // The cut must not separate the two halves of a surrogate pair.
      const cut = /[\udc00-\udfff]/.test(text.charAt(end)) ? end + 1 : end
      pieces.push(text.slice(from, cut).normalize(form))
      from = cut
    }
  }
  pieces.push(text.slice(from).normalize(form))
  return pieces.join('')
}

/**
 * Invisible characters that people copy with a text: direction marks, zero-width spaces and joiners, soft hyphens,
 * variation selectors, fillers.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu

/** Removes invisible characters, so that they do not disturb the reading of references and the search. */
export const withoutInvisible = (text: string): string => (ASCII.test(text) ? text : text.replace(INVISIBLE, ''))
