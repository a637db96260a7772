import type { Verse } from '@pathlight/contracts/bible.ts'
import { bookByIndex } from '@pathlight/scripture/books.ts'
import { correspondingVerses, type Versification } from '@pathlight/scripture/versification.ts'

/** The verses of another version that have the same words. `chapter` is the chapter of the first verse. */
export type SameVerse = { readonly book: string; readonly chapter: number; readonly ids: readonly number[] }

/** Finds the verse's words in another version's numbering. Null if that numbering has no such verse. */
export const sameVerseIn = (
  { verse_id, verse, through = verse }: Pick<Verse, 'verse_id' | 'verse' | 'through'>,
  from: Versification,
  to: Versification,
): SameVerse | null => {
  const ids: number[] = []
  for (let id = verse_id; id <= verse_id + through - verse; id += 1)
    for (const other of correspondingVerses(id, from, to)) if (!ids.includes(other)) ids.push(other)
  const [first] = ids.sort((a, b) => a - b)
  const book = first === undefined ? null : bookByIndex(Math.floor(first / 1_000_000))
  if (first === undefined || !book) return null
  const chapter = Math.floor(first / 1000) % 1000
  // Verses in the next chapter are left out.
  return { book: book.name.en, chapter, ids: ids.filter((id) => Math.floor(id / 1000) % 1000 === chapter) }
}

/** The verses with these ids. They include bridges that join such a verse with others. */
export const versesOf = <V extends Pick<Verse, 'verse_id' | 'verse' | 'through'>>(
  verses: readonly V[],
  ids: readonly number[],
): V[] =>
  verses.filter(({ verse_id, verse, through = verse }) =>
    ids.some((id) => id >= verse_id && id <= verse_id + through - verse),
  )
