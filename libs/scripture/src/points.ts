/** Marks of Hebrew above, below and in the letters: those of the chant alone, or the points of the vowels too. */
export type Points = 'cantillation' | 'points'

/** Accents, meteg, and the upper and lower dot. */
const CANTILLATION = /[\u0591-\u05af\u05bd\u05c4\u05c5]/g
/** The same, and every point, dagesh, and the dots of shin and sin; not what stands between words: maqaf, paseq, sof pasuq. */
const ALL = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|\u034f/g

/**
 * A Hebrew text without its cantillation, or without any points. Where the marks were, nothing stays: offsets into the text are to be
 * counted anew (`pointsBefore`).
 */
export const withoutPoints = (text: string, which: Points): string =>
  text.replace(which === 'points' ? ALL : CANTILLATION, '')

/** How many UTF-16 units of the first `offset` of a text go by `withoutPoints`. */
export const pointsBefore = (text: string, offset: number, which: Points): number =>
  offset - withoutPoints(text.slice(0, offset), which).length
