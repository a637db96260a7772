import type { Version } from '@pathlight/contracts/bible.ts'
import type { Found } from '@pathlight/contracts/bible-search.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import type { Reference } from '@pathlight/scripture/format-reference.ts'
import { mostVerses } from '@pathlight/scripture/verse-id.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { isNarrowed, type SearchAsked } from './search-asked.ts'

/**
 * The number of verses after a passage's first verse, within its first chapter. In another version's numbering the
 * passage is taken to have the same number of verses.
 */
const versesAfter = ({ book, chapter, verse, endChapter, endVerse }: Reference): number => {
  if (verse === null || endVerse === null) return 0
  const bookEntry = findBook(book)
  const last = endChapter === chapter ? endVerse : bookEntry ? mostVerses(bookEntry, chapter) : verse
  return Math.max(0, last - verse)
}

/**
 * The address of the passage that a query names. The passage is in `version` if that version has it, otherwise in a
 * version that does. Null if the query names no passage.
 * @param versions the server's list of versions
 */
export const pathOfReference = (
  found: Found,
  version: string,
  versions: readonly Pick<Version, 'code' | 'source'>[],
): string | null => {
  const { reference, passages, hits } = found
  if (reference === null) return null
  const { book, chapter, verse } = reference
  const [first] = passages > 0 ? hits : []
  const text = first?.texts.find((one) => one.version === version)
  const other = first?.also.indexOf(version) ?? -1
  // The results say nothing of a version from a provider, so it is taken to have the passage.
  const isRemote = versions.some(({ code, source }) => code === version && source === 'remote')
  const hasPassage = first === undefined || text !== undefined || other >= 0 || isRemote
  const best = text ?? (hasPassage ? undefined : first?.texts[0])
  const target = best ?? { version, chapter, verse, ...first?.alsoAt?.[other] }
  const at = { version: target.version, book, chapter: target.chapter }
  if (verse === null) return passagePath(at)
  const from = target.verse ?? verse
  return passagePath(at, from, from + versesAfter(reference))
}

/**
 * Whether to open the passage instead of showing results. The search must have no filter, begin at its first page, and
 * have the order by relevance. Its query must name one passage, or a book whose name is no word of any text. Several
 * passages, and names that are also words (Job, Acts), show results.
 */
export const opensPassage = (asked: SearchAsked, found: Found): boolean =>
  !isNarrowed(asked) &&
  asked.order === 'relevance' &&
  (found.passages === 1 || (found.reference !== null && found.passages === 0 && found.total === 0))
