import { BOOKS } from '@pathlight/scripture/books.ts'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openChapters } from '../providers/chapters.ts'
import { inTransaction, openForWriting } from '../schema.ts'
import { libraryOf } from '../search/library-of.contract.ts'
import { dropCrossReferences, openCrossReferences, writeCrossReferences } from './cross-references.ts'

const CREDIT = { text: 'openbible.info', licence: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' }
const ENG = {
  language: 'en',
  verses: {
    43003016: 'For God so loved the world.',
    45005008: 'But God commendeth his love toward us.',
    45005009: 'Much more then.',
    45005010: 'For if, when we were enemies.',
    45005011: 'And not only so.',
    19051001: 'Have mercy upon me, O God.',
  },
}
/** A text in the Hebrew numbering, in which psalm titles are verses. */
const HEB = {
  language: 'en',
  verses: { 19051001: 'A title', 19051002: 'when Nathan came', 19051003: 'Have mercy' },
  versification: 'org',
}
const BRI = {
  language: 'en',
  verses: { 43003015: 'Fifteen, sixteen', 43003017: 'Seventeen' },
  through: { 43003015: 16 },
}
const REFERENCES = [
  {
    verse: 43003016,
    targets: [
      { target: 45005008, through: 45005008 },
      { target: 45005008, through: 45005011 },
      { target: 62004009, through: 62004009 },
      { target: 19051001, through: 19051001 },
    ],
  },
  { verse: 19051001, targets: [{ target: 43003016, through: 43003016 }] },
]

const { library, file, close } = libraryOf({ ENG, HEB, BRI })
const crossReferences = openCrossReferences(library)
const change = (work: (db: ReturnType<typeof openForWriting>) => unknown) => {
  const db = openForWriting(file)
  inTransaction(db, () => work(db))
  db.close()
}
afterEach(() => change(dropCrossReferences))
afterAll(close)

describe('cross-references', () => {
  it('say what brings them where they are not here', () => {
    expect(crossReferences(43003016, 'ENG', 5)).toEqual({
      available: false,
      hint: expect.stringContaining('npm run bible -- add cross-references'),
      credit: null,
      total: 0,
      references: [],
    })
  })

  it('come best first, with the first verses of each and their licence', () => {
    change((db) => writeCrossReferences(db, REFERENCES, { credit: CREDIT, fingerprint: 'x' }))
    const { references, ...more } = crossReferences(43003016, 'eng', 3)
    expect(more).toEqual({ available: true, hint: null, credit: CREDIT, total: 4 })
    expect(references).toEqual([
      {
        book: 'Romans',
        chapter: 5,
        verse: 8,
        endChapter: 5,
        endVerse: 8,
        text: 'But God commendeth his love toward us.',
        truncated: false,
      },
      {
        book: 'Romans',
        chapter: 5,
        verse: 8,
        endChapter: 5,
        endVerse: 11,
        text: 'But God commendeth his love toward us. Much more then. For if, when we were enemies.',
        truncated: true,
      },
      { book: '1 John', chapter: 4, verse: 9, endChapter: 4, endVerse: 9, text: null, truncated: false },
    ])
    expect(crossReferences(43003017, 'ENG', 3)).toMatchObject({ available: true, total: 0, references: [] })
  })

  it('are asked for and answered in the numbering of the version', () => {
    change((db) => writeCrossReferences(db, REFERENCES, { credit: CREDIT, fingerprint: 'x' }))
    expect(crossReferences(19051003, 'HEB', 3).references).toMatchObject([{ book: 'John', text: null }])
    expect(crossReferences(43003016, 'HEB', 9).references.at(-1)).toMatchObject({ verse: 3, text: 'Have mercy' })
    expect(crossReferences(43003016, null, 9).references.at(-1)).toMatchObject({ verse: 1, text: null })
  })

  it('of joined verses are those of each of them', () => {
    change((db) => writeCrossReferences(db, REFERENCES, { credit: CREDIT, fingerprint: 'x' }))
    // Verse 16 is joined to verse 15 in this text. Only one of the two has references.
    for (const verse of [43003015, 43003016])
      expect(crossReferences(verse, 'BRI', 9).references[0]).toMatchObject({ book: 'Romans', verse: 8 })
    expect(crossReferences(43003017, 'BRI', 9).total).toBe(0)
  })

  it('are told by the letters of a chapter, which is another one for a browser that kept it', async () => {
    const chapters = openChapters(library, [])
    const john = BOOKS.find(({ name }) => name.en === 'John')
    const read = async (version: string) => {
      const answer = john && (await chapters.chapterOf(version, john, 3))
      if (answer?.status !== 'found') throw new Error('It is there')
      return { letters: answer.chapter.verses.map(({ letter }) => letter), fingerprint: answer.fingerprint }
    }
    const without = await read('ENG')
    expect(without.letters).toEqual([undefined])
    change((db) => writeCrossReferences(db, REFERENCES, { credit: CREDIT, fingerprint: 'x' }))
    const lettered = await read('ENG')
    expect(lettered.letters).toEqual(['a'])
    expect((await read('BRI')).letters).toEqual(['a', undefined])
    change((db) => writeCrossReferences(db, REFERENCES, { credit: CREDIT, fingerprint: 'y' }))
    expect(new Set([without.fingerprint, lettered.fingerprint, (await read('ENG')).fingerprint]).size).toBe(3)
  })

  it('replace those that were there', () => {
    change((db) => writeCrossReferences(db, REFERENCES, { credit: CREDIT, fingerprint: 'x' }))
    change((db) => writeCrossReferences(db, REFERENCES.slice(1), { credit: CREDIT, fingerprint: 'y' }))
    expect(crossReferences(43003016, null, 9).total).toBe(0)
  })
})
