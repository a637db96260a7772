import type { Verse } from '@pathlight/contracts/bible.ts'
import { toStandard, type Versification } from '@pathlight/scripture/versification.ts'

/** A chapter as a version has it, and how that version numbers verses. */
export type AlignedText = { readonly verses: readonly Verse[]; readonly versification: Versification }

/** Verses that stand beside each other, one list a column; an empty one where a version leaves the words out. */
export type Row = { readonly verses: readonly (readonly Verse[])[] }

/** From where to where a verse goes in the standard numbering, as ids. */
type Reach = { readonly verse: Verse; readonly from: number; readonly to: number }

/** What the standard leaves out stands right after what is before it: less than a verse further. */
const BEYOND = 0.001

const reachOf = (verse: Verse, versification: Versification, before: number): Reach => {
  const last = verse.verse_id + Math.max(0, (verse.through ?? verse.verse) - verse.verse)
  const ids: number[] = []
  for (let id = verse.verse_id; id <= last; id += 1) ids.push(...toStandard(versification, id))
  if (ids.length === 0) return { verse, from: before + BEYOND, to: before + BEYOND }
  return { verse, from: Math.min(...ids), to: Math.max(...ids) }
}

const reachesOf = ({ verses, versification }: AlignedText): Reach[] => {
  const reaches: Reach[] = []
  for (const verse of verses) reaches.push(reachOf(verse, versification, reaches.at(-1)?.to ?? verse.verse_id - 1))
  return reaches
}

/** How many of a column's verses come before a place. Null where a verse goes on beyond it: no row may end there. */
const versesBefore = (reaches: readonly Reach[], place: number): number | null => {
  const before = reaches.filter(({ from }) => from < place).length
  const wholly = reaches.slice(0, before).every(({ from, to }) => from < place && to < place)
  return wholly ? before : null
}

/**
 * Puts the verses of one chapter in several versions beside each other. Verses with the same words stand in one row,
 * also where a version joins verses, leaves some out or numbers them otherwise. Every verse is in one row, in the order
 * of its version.
 */
export const alignVerses = (texts: readonly AlignedText[]): Row[] => {
  const columns = texts.map(reachesOf)
  const places = [...new Set(columns.flatMap((reaches) => reaches.map(({ from }) => from)))].sort((a, b) => a - b)
  const rows: Row[] = []
  let begun = columns.map(() => 0)
  for (const place of [...places.slice(1), Number.POSITIVE_INFINITY]) {
    const cut = columns.map((reaches) => versesBefore(reaches, place))
    if (!cut.every((count) => count !== null)) continue
    const verses = columns.map((reaches, column) => reaches.slice(begun[column], cut[column]).map(({ verse }) => verse))
    if (verses.some((list) => list.length > 0)) rows.push({ verses })
    begun = cut
  }
  return rows
}
