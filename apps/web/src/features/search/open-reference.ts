import type { Found } from '@pathlight/contracts/bible-search.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import type { Reference } from '@pathlight/scripture/format-reference.ts'
import { mostVerses } from '@pathlight/scripture/verse-id.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { isNarrowed, type SearchAsked } from './search-asked.ts'

/** How many verses of its first chapter a passage has after its first verse: as many as in the numbering of another version. */
const versesAfter = ({ book, chapter, verse, endChapter, endVerse }: Reference): number => {
  if (verse === null || endVerse === null) return 0
  const known = findBook(book)
  const last = endChapter === chapter ? endVerse : known ? mostVerses(known, chapter) : verse
  return Math.max(0, last - verse)
}

/** Where the passage is that a query names, in `version` if it has it there, else in whichever has. */
export const pathOfReference = (found: Found, version: string): string | null => {
  const { reference, passages, hits } = found
  if (reference === null) return null
  const { book, chapter, verse } = reference
  const [first] = passages > 0 ? hits : []
  const text = first?.texts.find((one) => one.version === version)
  // What other versions have there is not shown with its numbering, which seldom is another one.
  const has = first === undefined || text !== undefined || first.also.includes(version)
  const best = text ?? (has ? undefined : first?.texts[0])
  const place = best ?? { version, chapter, verse }
  const at = { version: place.version, book, chapter: place.chapter }
  if (verse === null) return passagePath(at)
  const from = place.verse ?? verse
  return passagePath(at, from, from + versesAfter(reference))
}

/**
 * Whether to open the passage instead of showing what was found: the person typed one passage, or a book whose name is
 * no word of any text. Of several, and of names that are words too (Job, Acts), what was found is shown.
 */
export const opensPassage = (asked: SearchAsked, found: Found): boolean =>
  !isNarrowed(asked) &&
  asked.order === 'relevance' &&
  (found.passages === 1 || (found.reference !== null && found.passages === 0 && found.total === 0))
