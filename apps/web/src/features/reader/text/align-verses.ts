import type { Verse } from '@pathlight/contracts/bible.ts'
import { toStandard, type Versification } from '@pathlight/scripture/versification.ts'

/** A chapter's verses in a version, and the numbering of that version. */
export type AlignedText = { readonly verses: readonly Verse[]; readonly versification: Versification }

/** Verses side by side, with one list for each column. A list is empty if that version leaves the words out. */
export type Row = { readonly verses: readonly (readonly Verse[])[] }

/** A verse, and its range in the standard numbering, as verse ids. */
type Range = { readonly verse: Verse; readonly from: number; readonly to: number }

/**
 * A verse that the standard numbering lacks gets the place of the verse before it, plus this. It is less than 1, so
 * that the verse comes before the next verse of the standard.
 */
const BEYOND = 0.001

const rangeOf = (verse: Verse, versification: Versification, before: number): Range => {
  const last = verse.verse_id + Math.max(0, (verse.through ?? verse.verse) - verse.verse)
  const ids: number[] = []
  for (let id = verse.verse_id; id <= last; id += 1) ids.push(...toStandard(versification, id))
  if (ids.length === 0) return { verse, from: before + BEYOND, to: before + BEYOND }
  return { verse, from: Math.min(...ids), to: Math.max(...ids) }
}

const rangesOf = ({ verses, versification }: AlignedText): Range[] => {
  const ranges: Range[] = []
  for (const verse of verses) ranges.push(rangeOf(verse, versification, ranges.at(-1)?.to ?? verse.verse_id - 1))
  return ranges
}

/**
 * The number of a column's verses before `place`, a verse id of the standard numbering. Null if no row may end before
 * `place`: one of these verses extends to `place` or beyond, or follows in the text a verse that begins at `place` or
 * later.
 */
const versesBefore = (ranges: readonly Range[], place: number): number | null => {
  const before = ranges.filter(({ from }) => from < place).length
  const isComplete = ranges.slice(0, before).every(({ from, to }) => from < place && to < place)
  return isComplete ? before : null
}

/**
 * Aligns the verses of a chapter in several versions. Verses with the same words are in one row, even if a version
 * joins verses, leaves some out, or has another numbering. Every verse is in exactly one row, and the verses of a
 * version keep their order.
 */
export const alignVerses = (texts: readonly AlignedText[]): Row[] => {
  const columns = texts.map(rangesOf)
  const places = [...new Set(columns.flatMap((ranges) => ranges.map(({ from }) => from)))].sort((a, b) => a - b)
  const rows: Row[] = []
  let rowStart = columns.map(() => 0)
  for (const place of [...places.slice(1), Number.POSITIVE_INFINITY]) {
    const cut = columns.map((ranges) => versesBefore(ranges, place))
    if (!cut.every((count) => count !== null)) continue
    const verses = columns.map((ranges, column) =>
      ranges.slice(rowStart[column], cut[column]).map(({ verse }) => verse),
    )
    if (verses.some((list) => list.length > 0)) rows.push({ verses })
    rowStart = cut
  }
  return rows
}
