import { findBook } from '@pathlight/scripture/books.ts'
import type { Reference } from '@pathlight/scripture/format-reference.ts'
import { withoutInvisible } from '@pathlight/scripture/normal-form.ts'
import { parseReferences, type ReferenceProblem } from '@pathlight/scripture/references.ts'
import { mostVerses } from '@pathlight/scripture/verse-id.ts'
import type { Destination } from './complete-passage.ts'

/** What a text that is typed as a reference leads to, as the search reads it; or why it is none. */
export type ReadPassage = { readonly to: readonly Destination[]; readonly problem: ReferenceProblem | null }

/** What stands around references that are copied: John 3:16 (KJV), “John 3:16”, John 3:16 NIV. */
const AROUND = /[([]?(?:\b[A-Z]{2,5}\d{0,2}|개역한글|개역개정)[)\]]?$/u

/** The verses in the first chapter of a passage: to that chapter's end, where the passage goes on in the next one. */
const destinationOf = ({ book, chapter, verse, endChapter, endVerse }: Reference): Destination => {
  const known = findBook(book)
  const last =
    endChapter === chapter && endVerse !== null ? endVerse : known ? mostVerses(known, chapter) : (verse ?? 0)
  const length = verse === null ? 0 : Math.max(1, last - verse + 1)
  return { book, chapter, verses: Array.from({ length }, (_, step) => (verse ?? 0) + step) }
}

/** Romans 8:28-30, 35 is one place to go to. */
const inOneChapter = (all: readonly Destination[]): readonly Destination[] => {
  const found: Destination[] = []
  for (const one of all) {
    const at = found.findIndex(({ book, chapter }) => book === one.book && chapter === one.chapter)
    const before = found[at]
    if (!before) found.push(one)
    else found[at] = { ...before, verses: [...new Set([...before.verses, ...one.verses])].toSorted((a, b) => a - b) }
  }
  return found
}

/** Reads a whole reference, also one with a misspelt book and with a version behind it. */
export const readPassageTyped = (typed: string): ReadPassage => {
  const seen = withoutInvisible(typed)
  const bare = seen.trimEnd().replace(AROUND, '').trimEnd()
  const read = parseReferences(/\d/.test(bare) ? bare : seen)
  if (read.status === 'parsed') return { to: inOneChapter(read.references.map(destinationOf)), problem: null }
  const { name, suggestion } = read.problem.parameters
  if (read.problem.code !== 'unknown_book' || suggestion === undefined) return { to: [], problem: read.problem }
  const meant = parseReferences(bare.replace(String(name), String(suggestion)))
  return meant.status === 'parsed'
    ? { to: inOneChapter(meant.references.map(destinationOf)), problem: null }
    : { to: [], problem: meant.problem }
}
