import { findBook } from './books.ts'
import type { Reference } from './format-reference.ts'
import { verseCount } from './verse-counts.ts'

/** What a whole chapter ends with, when places are compared: above every verse. */
const END = 999

const startOf = ({ chapter, verse }: Reference): number => chapter * 1000 + (verse ?? 0)
const endOf = ({ endChapter, endVerse }: Reference): number => endChapter * 1000 + (endVerse ?? END)

const within = (inner: Reference, outer: Reference): boolean =>
  inner.book === outer.book && startOf(outer) <= startOf(inner) && endOf(inner) <= endOf(outer)

const overlap = (one: Reference, other: Reference): boolean =>
  one.book === other.book && startOf(one) <= endOf(other) && startOf(other) <= endOf(one)

/** The passage from where the first of two begins to where the last ends. */
const joined = (one: Reference, other: Reference): Reference => {
  const { book, chapter, verse } = startOf(one) <= startOf(other) ? one : other
  const { endChapter, endVerse } = endOf(one) >= endOf(other) ? one : other
  if (verse === null && endVerse === null) return { book, chapter, verse, endChapter, endVerse }
  const of = findBook(book)
  const last = of === null ? END : verseCount(of, endChapter)
  return { book, chapter, verse: verse ?? 1, endChapter, endVerse: endVerse ?? last }
}

/**
 * Gathers passages in their order: one that overlaps others before it becomes one with the first of them, so none is
 * twice what it adds; and no more than `most` are kept.
 */
export const gatherReferences = (most: number) => {
  let kept: Reference[] = []
  let truncated = false
  return {
    add: (reference: Reference) => {
      if (kept.some((one) => within(reference, one))) return
      const first = kept.findIndex((one) => overlap(one, reference))
      if (first < 0) {
        if (kept.length < most) kept.push(reference)
        else truncated = true
        return
      }
      const touched = kept.filter((one) => overlap(one, reference))
      kept[first] = touched.reduce(joined, reference)
      const whole = kept[first]
      kept = kept.filter((one) => one === whole || !touched.includes(one))
    },
    /** `truncated`: some were left out, as there were more than `most`. */
    all: (): { references: readonly Reference[]; truncated: boolean } => ({ references: kept, truncated }),
  }
}
