import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeCrossReferences } from '@pathlight/bible-library/cross-references/cross-references.ts'
import { importBible } from '@pathlight/bible-library/importers/import-bible.ts'
import { inTransaction, openForWriting } from '@pathlight/bible-library/schema.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'

/**
 * The chapters of the invented text. Acts 8 lacks a verse and joins two others, Psalm 117 begins with a section title,
 * and the first word of John 3:16 is red.
 */
const CHAPTERS = [
  ['Genesis', 1],
  ['Psalms', 117],
  ['Psalms', 118],
  ['Psalms', 119],
  ['John', 2],
  ['John', 3],
  ['John', 4],
  ['Acts', 8],
] as const
const WORDS = ['말씀은', '내', '발에', '등이요', '내', '길에', '빛이니이다', '하나님이', '세상을', '이처럼', '사랑하사']

/** A text of 6 to 28 words, which differs from verse number to verse number. */
const textOf = (verse: number): string =>
  Array.from({ length: 6 + ((verse * 7) % 23) }, (_, at) => WORDS[(verse + at * 3) % WORDS.length]).join(' ')

/** A verse in Pathlight's own Bible format. */
type Line = { readonly book: string; readonly chapter: number; readonly verse: number; readonly text: string }

const linesOf = (name: string, chapter: number): Line[] => {
  const book = findBook(name)
  if (!book) throw new Error(`No book is called ${name}`)
  const lines: Line[] = []
  for (let verse = 1; verse <= verseCount(book, chapter); verse += 1) {
    const odd = name === 'Acts' ? verse : 0
    if (odd === 37 || odd === 3) continue
    lines.push({
      book: name,
      chapter,
      verse,
      text: textOf(verse),
      ...(odd === 2 && { through: 3 }),
      ...(name === 'John' && chapter === 3 && verse === 16 && { spans: [{ start: 0, end: 3, kind: 'jesus' }] }),
      ...(chapter === 117 && verse === 1 && { headings: [{ kind: 'section', text: '모든 나라의 찬양' }] }),
    })
  }
  return lines
}

/** Imports these verses as the version KRV into the library of a data folder. */
export const bringAsKrv = async (dataDir: string, verses: readonly Line[]): Promise<void> => {
  const header = {
    pathlight: 'bible',
    format: 1,
    language: 'ko',
    books: new Set(verses.map(({ book }) => book)).size,
    verses: verses.length,
  }
  const path = join(dataDir, 'korean.jsonl')
  writeFileSync(path, [header, ...verses].map((line) => JSON.stringify(line)).join('\n'))
  await importBible({ library: join(dataDir, 'bibles.sqlite'), path, code: 'KRV', language: 'ko' })
}

/** Imports an invented Korean text as the version KRV. Except for Acts 8, its chapters have all their verses. */
export const bringKoreanBible = (dataDir: string): Promise<void> =>
  bringAsKrv(
    dataDir,
    CHAPTERS.flatMap(([book, chapter]) => linesOf(book, chapter)),
  )

/** Imports cross-references from John 3:16 to Romans 5:8-9 and to 1 John 4:9. */
export const bringCrossReferences = (dataDir: string): void => {
  const db = openForWriting(join(dataDir, 'bibles.sqlite'))
  const targets = [
    { target: 45_005_008, through: 45_005_009 },
    { target: 62_004_009, through: 62_004_009 },
  ]
  const credit = { text: 'A list of ours', licence: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' }
  try {
    inTransaction(db, () =>
      writeCrossReferences(db, [{ verse: 43_003_016, targets }], { credit, fingerprint: 'of a test' }),
    )
  } finally {
    db.close()
  }
}
