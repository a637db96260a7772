import { findBook } from './books.ts'
import type { Reference } from './format-reference.ts'
import { verseCount } from './verse-counts.ts'

/** Takes the place of the last verse of a whole chapter in comparisons. It is greater than any verse number. */
const END = 999

const startOf = ({ chapter, verse }: Reference): number => chapter * 1000 + (verse ?? 0)
const endOf = ({ endChapter, endVerse }: Reference): number => endChapter * 1000 + (endVerse ?? END)

const within = (inner: Reference, outer: Reference): boolean =>
  inner.book === outer.book && startOf(outer) <= startOf(inner) && endOf(inner) <= endOf(outer)

const overlap = (one: Reference, other: Reference): boolean =>
  one.book === other.book && startOf(one) <= endOf(other) && startOf(other) <= endOf(one)

/** The passage from the earlier beginning to the later end of two passages. */
const joined = (one: Reference, other: Reference): Reference => {
  const { book, chapter, verse } = startOf(one) <= startOf(other) ? one : other
  const { endChapter, endVerse } = endOf(one) >= endOf(other) ? one : other
  if (verse === null && endVerse === null) return { book, chapter, verse, endChapter, endVerse }
  const of = findBook(book)
  const last = of === null ? END : verseCount(of, endChapter)
  return { book, chapter, verse: verse ?? 1, endChapter, endVerse: endVerse ?? last }
}

/**
 * Collects at most `most` passages in the order of the calls of `add`. A passage that overlaps earlier passages is
 * merged with them, at the position of the first of them, so that no verse is in the result twice.
 */
export const gatherReferences = (most: number) => {
  let passages: Reference[] = []
  let truncated = false
  return {
    add: (reference: Reference) => {
      if (passages.some((one) => within(reference, one))) return
      const first = passages.findIndex((one) => overlap(one, reference))
      if (first < 0) {
        if (passages.length < most) passages.push(reference)
        else truncated = true
        return
      }
      const overlapping = passages.filter((one) => overlap(one, reference))
      const union = overlapping.reduce(joined, reference)
      passages[first] = union
      passages = passages.filter((one) => one === union || !overlapping.includes(one))
    },
    /** `truncated`: whether passages beyond `most` were dropped. */
    all: (): { references: readonly Reference[]; truncated: boolean } => ({ references: passages, truncated }),
  }
}
