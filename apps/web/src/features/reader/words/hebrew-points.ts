/** How much of a Hebrew word is shown: with cantillation, with points only, or letters only. */
export const POINTS = ['all', 'points', 'letters'] as const
export type Points = (typeof POINTS)[number]

/** The accents, and the signs that divide verses and words by them. */
const CANTILLATION = /[\u0591-\u05af\u05c0\u05c3-\u05c5]/g
/** The points of vowels and consonants. Maqaf (U+05BE) is a hyphen. */
const POINT = /[\u05b0-\u05bd\u05bf\u05c1\u05c2\u05c7]/g

/** A word with the points that are wanted. Other letters than Hebrew stay the same. */
export const withPoints = (word: string, points: Points): string => {
  if (points === 'all') return word
  const pointed = word.normalize('NFD').replace(CANTILLATION, '')
  return (points === 'points' ? pointed : pointed.replace(POINT, '')).normalize('NFC')
}
