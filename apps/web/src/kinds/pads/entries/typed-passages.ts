import type { Version } from '@pathlight/contracts/bible.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import type { Reference } from '@pathlight/scripture/format-reference.ts'
import type { ReferenceProblem } from '@pathlight/scripture/references.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { lastVerses } from '@pathlight/scripture/versification.ts'
import { readReferences } from '../../../bible/picking/read-passage.ts'
import type { PassageEntry } from './passage-entry.ts'

type TextVersion = Pick<Version, 'code' | 'versification'>

/**
 * A reference as entries of a pad, one for each of its chapters. A whole chapter ends with its last verse in the
 * numbering of the version.
 */
const passagesOf =
  ({ code, versification }: TextVersion) =>
  ({ book, chapter, verse, endChapter, endVerse }: Reference): PassageEntry[] => {
    const entry = findBook(book)
    if (!entry) return []
    const ends = lastVerses(versification, entry)
    return Array.from({ length: endChapter - chapter + 1 }, (_, step) => {
      const at = chapter + step
      const first = verseId(entry.index, at, (step === 0 && verse) || 1)
      const last = verseId(entry.index, at, (at === endChapter && endVerse) || (ends[at - 1] ?? 1))
      return { type: 'passage', version: code, verse_id: first, end_verse_id: last > first ? last : null }
    })
  }

/** The references in a text, in the order of the text, as entries of a pad. `problem`: why no reference was found. */
export const typedPassages = (
  text: string,
  version: TextVersion,
): { readonly passages: readonly PassageEntry[]; readonly problem: ReferenceProblem | null } => {
  const { references, problem } = readReferences(text)
  return { passages: references.flatMap(passagesOf(version)), problem }
}
