/**
 * The most combining marks in a row. A browser lays out a letter with its marks in quadratic time: 98,000 marks take 11
 * seconds, and rows of 100 take no noticeable time. Hebrew has up to 4 marks on a letter, Tibetan up to 8, decorated
 * text some 30.
 */
export const MOST_PILED_MARKS = 100

/**
 * Matches a character that shows on the letter before it or has no shape of its own: marks, joiners, signs of
 * direction.
 */
const MARK = /[\p{M}\p{Cf}]/u

/**
 * Code points that were found to be marks, as a cache. Unicode has some 2,600 marks. Without the cache, the test of
 * 250,000 characters takes 60 ms.
 */
const MET = new Set<number>()

const isMark = (text: string, at: number): boolean => {
  const code = text.codePointAt(at) ?? 0
  if (MET.has(code)) return true
  if (!MARK.test(String.fromCodePoint(code))) return false
  MET.add(code)
  return true
}

const isUnit = (unit: number, of: number): boolean => (unit & 0xfc00) === of
/** The start of the character to which the code unit at `at` belongs. */
const beginOf = (text: string, at: number): number =>
  isUnit(text.charCodeAt(at), 0xdc00) && isUnit(text.charCodeAt(at - 1), 0xd800) ? at - 1 : at
const unitsAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

/** How many marks are in a row before or after the character at `here`. Counting stops at MOST_PILED_MARKS. */
const marksBeside = (text: string, here: number, isBefore: boolean): number => {
  let at = here
  for (let marks = 0; ; marks++) {
    at = isBefore ? beginOf(text, at - 1) : at + unitsAt(text, at)
    if (marks === MOST_PILED_MARKS || at < 0 || at >= text.length || !isMark(text, at)) return marks
  }
}

/**
 * Whether the text has more than MOST_PILED_MARKS marks in a row. Only every MOST_PILED_MARKS-th place is tested,
 * because a longer row covers at least one of these places.
 */
export const hasPiledMarks = (text: string): boolean => {
  for (let place = MOST_PILED_MARKS; place < text.length; place += MOST_PILED_MARKS) {
    const at = beginOf(text, place)
    if (!isMark(text, at)) continue
    if (1 + marksBeside(text, at, true) + marksBeside(text, at, false) > MOST_PILED_MARKS) return true
  }
  return false
}

/** Whether any text in a JSON value has piled marks, keys included. */
export const hasPiledMarksWithin = (value: unknown): boolean => {
  if (typeof value === 'string') return hasPiledMarks(value)
  if (Array.isArray(value)) return value.some(hasPiledMarksWithin)
  if (typeof value !== 'object' || value === null) return false
  // Unlike Object.keys, this loop makes no list of keys for each of thousands of objects.
  for (const key in value)
    if (Object.hasOwn(value, key) && (hasPiledMarks(key) || hasPiledMarksWithin(value[key as keyof typeof value])))
      return true
  return false
}

export const PILED_MARKS = {
  code: 'piled_marks',
  message: `At most ${MOST_PILED_MARKS} accents or other marks may stand on one letter.`,
  params: { max: MOST_PILED_MARKS },
} as const
