import { findBook } from '@pathlight/scripture/books.ts'
import type { Reference } from '@pathlight/scripture/format-reference.ts'
import type { ReferenceProblem } from '@pathlight/scripture/references.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { readReferences } from '../../../bible/picking/read-passage.ts'
import type { PassageEntry } from './passage-entry.ts'

/** A reference as an entry of a pad. A whole chapter ends with its last verse. */
const passageOf =
  (version: string) =>
  ({ book, chapter, verse, endChapter, endVerse }: Reference): PassageEntry[] => {
    const entry = findBook(book)
    if (!entry) return []
    const first = verseId(entry.index, chapter, verse ?? 1)
    const last = verseId(entry.index, endChapter, endVerse ?? verseCount(entry, endChapter))
    return [{ type: 'passage', version, verse_id: first, end_verse_id: last > first ? last : null }]
  }

/** The references in a text, in order, as entries of a pad. `problem`: why no reference was found. */
export const typedPassages = (
  text: string,
  version: string,
): { readonly passages: readonly PassageEntry[]; readonly problem: ReferenceProblem | null } => {
  const { references, problem } = readReferences(text)
  return { passages: references.flatMap(passageOf(version)), problem }
}
