import { parseReferences } from '@pathlight/scripture/references.ts'
import { passagePath } from '../../../bible/passage-path.ts'

/** A part of a heading; `path`: the passage that it names, null where it names none that is known. */
export type HeadingPart = { readonly text: string; readonly path: string | null }

/** Where a text that is one reference leads, in a version; null where it is none, or several. */
const pathOf = (text: string, version: string): string | null => {
  const read = parseReferences(text)
  if (read.status !== 'parsed') return null
  const [reference, ...others] = read.references
  if (!reference || others.length > 0) return null
  const { book, chapter, verse, endChapter, endVerse } = reference
  if (verse === null) return passagePath({ version, book, chapter })
  return passagePath({ version, book, chapter }, verse, endChapter === chapter ? (endVerse ?? verse) : verse)
}

/**
 * The passages that a heading names, as Bibles print parallels beneath a title: (Matthew 5:38–48; Luke 6:27–36). All parts together
 * are the heading, letter by letter. What is not known stays text.
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
