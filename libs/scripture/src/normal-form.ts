/**
 * So many marks on one letter, at most, are sorted together (Unicode Standard Annex 15 has the same number for texts that come as a
 * stream). The platform sorts a row of marks in a time that grows with its square.
 */
const MARKS_IN_A_ROW = 30
/** Marks, and the two letters that become marks: the voicing marks of half width. */
const MARKS = /[\p{M}\uff9e\uff9f]+/gu
const LONG_ROW = new RegExp(`[\\p{M}\\uff9e\\uff9f]{${MARKS_IN_A_ROW + 1}}`, 'u')
/** What most words of English are: nothing of it changes in any form. */
export const ASCII = /^[\0-\x7f]*$/
/** What most texts in English, Korean and Chinese are written in: none of it is a mark. To look through it is much quicker than to look for marks. */
const WITHOUT_MARKS = /^[\0-\u02ff\u2010-\u2027\u3000-\u3029\u3131-\u318e\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]*$/

/**
 * A text in a normal form of Unicode: the one function through which what people send or import is normalized. Its time grows with
 * the text's length. A row of more than 30 marks is normalized in pieces of 30, so that such a row, which no language writes, may stay in an
 * order of its own. NFKC makes at most 18 characters of one.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string => {
  if (ASCII.test(text)) return text
  if (WITHOUT_MARKS.test(text) || !LONG_ROW.test(text)) return text.normalize(form)
  const pieces: string[] = []
  let from = 0
  for (const { index, 0: row } of text.matchAll(MARKS)) {
    for (let end = index + MARKS_IN_A_ROW; end < index + row.length; end += MARKS_IN_A_ROW) {
      // A mark may be two units.
      const whole = /[\udc00-\udfff]/.test(text.charAt(end)) ? end + 1 : end
      pieces.push(text.slice(from, whole).normalize(form))
      from = whole
    }
  }
  pieces.push(text.slice(from).normalize(form))
  return pieces.join('')
}

/**
 * Signs that nobody sees and that come along when a text is copied: marks of direction, zero-width spaces and joiners, soft
 * hyphens, variation selectors, fillers (Default_Ignorable_Code_Point of the Unicode Character Database).
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu

/** A text without the signs that nobody sees: as references and searches are read. */
export const withoutInvisible = (text: string): string => (ASCII.test(text) ? text : text.replace(INVISIBLE, ''))
