import { findBook } from '@pathlight/scripture/books.ts'
import type { Reference } from '@pathlight/scripture/format-reference.ts'
import { withoutInvisible } from '@pathlight/scripture/normal-form.ts'
import { parseReferences, type ReferenceProblem } from '@pathlight/scripture/references.ts'
import { mostVerses } from '@pathlight/scripture/verse-id.ts'
import type { Destination } from './complete-passage.ts'

/**
 * The destinations of a typed reference, as the search's parser reads it. `problem` says why the text is not a
 * reference.
 */
export type ReadPassage = { readonly to: readonly Destination[]; readonly problem: ReferenceProblem | null }

/** Matches a version after a copied reference: John 3:16 (KJV), John 3:16 NIV. */
const VERSION_AFTER = /[([]?(?:\b[A-Z]{2,5}\d{0,2}|개역한글|개역개정)[)\]]?$/u

/** A passage's first chapter, and its verses there. Later chapters are left out, because a destination has only one. */
const destinationOf = ({ book, chapter, verse, endChapter, endVerse }: Reference): Destination => {
  const bookEntry = findBook(book)
  const last =
    endChapter === chapter && endVerse !== null ? endVerse : bookEntry ? mostVerses(bookEntry, chapter) : (verse ?? 0)
  const length = verse === null ? 0 : Math.max(1, last - verse + 1)
  return { book, chapter, verses: Array.from({ length }, (_, step) => (verse ?? 0) + step) }
}

/** Joins destinations in the same chapter: Romans 8:28-30, 35 is one destination. */
const joinByChapter = (all: readonly Destination[]): readonly Destination[] => {
  const joined: Destination[] = []
  for (const one of all) {
    const at = joined.findIndex(({ book, chapter }) => book === one.book && chapter === one.chapter)
    const before = joined[at]
    if (!before) joined.push(one)
    else joined[at] = { ...before, verses: [...new Set([...before.verses, ...one.verses])].toSorted((a, b) => a - b) }
  }
  return joined
}

/** Reads complete references. The book may be misspelt, and a version may follow. */
export const readReferences = (
  typed: string,
): { readonly references: readonly Reference[]; readonly problem: ReferenceProblem | null } => {
  const input = withoutInvisible(typed)
  const bare = input.trimEnd().replace(VERSION_AFTER, '').trimEnd()
  const answer = (text: string) => {
    const result = parseReferences(text)
    return result.status === 'parsed'
      ? { references: result.references, problem: null }
      : { references: [], problem: result.problem }
  }
  // The book of "2 JOHN" looks like a version, so the whole text is read first.
  const whole = answer(input)
  const read = whole.problem === null || !/\d/.test(bare) ? whole : answer(bare)
  const { name, suggestion } = read.problem?.parameters ?? {}
  if (read.problem?.code !== 'unknown_book' || suggestion === undefined) return read
  return answer(bare.replace(String(name), String(suggestion)))
}

/** The destinations of a complete reference. */
export const readPassageTyped = (typed: string): ReadPassage => {
  const { references, problem } = readReferences(typed)
  return { to: joinByChapter(references.map(destinationOf)), problem }
}
