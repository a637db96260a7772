/** The marks of Hebrew above, below and in the letters: only the cantillation, or all points including vowels. */
export type Points = 'cantillation' | 'points'

/** Accents, meteg, and the upper and lower dot. */
const CANTILLATION = /[\u0591-\u05af\u05bd\u05c4\u05c5]/g
/** The cantillation, and every point, dagesh, and the dots of shin and sin, but not the signs between words: maqaf, paseq, sof pasuq. */
const ALL = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|\u034f/g

/**
 * A Hebrew text without its cantillation, or without any points. The marks leave no gap, so offsets into the text change
 * (`pointsBefore`).
 */
export const withoutPoints = (text: string, which: Points): string =>
  text.replace(which === 'points' ? ALL : CANTILLATION, '')

/** The UTF-16 units that `withoutPoints` removes before an offset. */
export const pointsBefore = (text: string, offset: number, which: Points): number =>
  offset - withoutPoints(text.slice(0, offset), which).length
