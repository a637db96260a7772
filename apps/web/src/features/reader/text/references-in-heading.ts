import { parseReferences } from '@pathlight/scripture/references.ts'
import { passagePath } from '../../../bible/passage-path.ts'

/** A part of a heading. `path` is the address of the passage that the part names, or null. */
export type HeadingPart = { readonly text: string; readonly path: string | null }

/** The address of the passage if the text is exactly one reference, otherwise null. */
const pathOf = (text: string, version: string): string | null => {
  const result = parseReferences(text)
  if (result.status !== 'parsed') return null
  const [reference, ...others] = result.references
  if (!reference || others.length > 0) return null
  const { book, chapter, verse, endChapter, endVerse } = reference
  if (verse === null) return passagePath({ version, book, chapter })
  return passagePath({ version, book, chapter }, verse, endChapter === chapter ? (endVerse ?? verse) : verse)
}

/**
 * Splits a heading at the passages that it names, such as the parallels below a title: (Matthew 5:38–48; Luke 6:27–36).
 * The joined parts equal the heading. Unknown references stay plain text.
 */
export const partsOfHeading = (heading: string, version: string): readonly HeadingPart[] =>
  heading
    .split(/([;()])/)
    .flatMap((piece) => {
      const text = piece.trim()
      const path = text.length > 2 ? pathOf(text, version) : null
      if (path === null) return [{ text: piece, path }]
      const at = piece.indexOf(text)
      return [
        { text: piece.slice(0, at), path: null },
        { text, path },
        { text: piece.slice(at + text.length), path: null },
      ]
    })
    .filter(({ text }) => text !== '')
