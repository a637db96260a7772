/** The marks of Hebrew that are shown: all, only the points, or only the letters without marks. */
export const POINTS = ['all', 'points', 'letters'] as const
export type Points = (typeof POINTS)[number]

/** The accents of cantillation, and the dots that manuscripts have above or below letters. */
const CANTILLATION = /[\u0591-\u05af\u05c4\u05c5]/g
/** The points of vowels and consonants. The pattern leaves out maqaf (U+05BE), because it is a hyphen. */
const POINT = /[\u05b0-\u05bd\u05bf\u05c1\u05c2\u05c7]/g

/** Hebrew with the chosen points. `instead` replaces each removed mark. */
export const withPoints = (text: string, points: Points, instead = ''): string => {
  if (points === 'all') return text
  const pointed = text.replace(CANTILLATION, instead)
  return points === 'points' ? pointed : pointed.replace(POINT, instead)
}

/**
 * An invisible character of one UTF-16 unit (ZERO WIDTH NON-JOINER). It replaces a removed mark, so that offsets in the
 * text stay right.
 */
export const NOTHING = '\u200c'
