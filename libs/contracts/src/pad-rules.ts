import { bookByIndex } from '@pathlight/scripture/books.ts'
import { findable, koreanChapter, namesOfVerses } from './find-rules.ts'
import { type Editable, HISTORY_KINDS, type PadEntry, type PadItemKind } from './kind-rules.ts'

/** Longest title and heading of a study pad, in UTF-16 units. */
export const PAD_TITLE_MAX = 200
export const PAD_HEADING_MAX = 200
/** Longest text in a study pad, in UTF-16 units: as long as a note's. */
export const PAD_TEXT_MAX = 50_000
/** Most entries of a study pad, and most bytes of all its entries together as JSON (UTF-8). */
export const PAD_ENTRIES_MAX = 1_000
export const PAD_BYTES_MAX = 300_000

/** A study pad that is shared or saved as a file quotes at most so many characters of other items and of the Bible. */
const PAD_QUOTED_MAX = 200_000

export const PAD_ITEM_KINDS: readonly PadItemKind[] = HISTORY_KINDS.filter((kind) => kind !== 'settings')

/** The id of an entry's item. A UUID is made lower case, because pads of older builds may have it in upper case. */
export const idNamed = ({ id }: { readonly id: string }): string =>
  /^[0-9a-f-]{36}$/i.test(id) ? id.toLowerCase() : id

/** The size of the entries as it counts for PAD_BYTES_MAX. */
export const padBytes = (entries: readonly PadEntry[]): number =>
  new TextEncoder().encode(JSON.stringify(entries)).byteLength

/** Counts the characters that a study pad quotes. After the first quote that does not fit, no other quote fits. */
export const padQuotes = () => {
  let left = PAD_QUOTED_MAX
  return {
    /** Whether a quote of `length` characters still fits. A quote that fits is counted. */
    takes: (length: number): boolean => {
      const fits = length <= left
      left = fits ? left - length : 0
      return fits
    },
    isOver: () => left === 0,
  }
}

/** The own words of a study pad: headings and texts, in the order of the entries. */
export const padWords = (entries: readonly PadEntry[]): readonly string[] =>
  entries.flatMap((entry) => ('text' in entry ? [entry.text] : []))

const wordsToFindEntryBy = (entry: PadEntry): readonly string[] => {
  if ('text' in entry) return [entry.text]
  if (entry.type === 'item') return []
  const { version, verse_id, end_verse_id } = entry
  const book = bookByIndex(Math.floor(verse_id / 1_000_000))
  // In Korean the app shows a whole chapter by this name.
  const chapter = book ? [koreanChapter(book, Math.floor(verse_id / 1000) % 1000)] : []
  return [version, ...namesOfVerses(verse_id, end_verse_id ?? verse_id), ...chapter]
}

/** The searchable text of a study pad: title, headings, texts, passages in both languages, and tags. */
export const findablePad = ({ title, entries, tags = [] }: Editable['pad']): string =>
  findable([title, ...entries.flatMap(wordsToFindEntryBy), ...tags])
