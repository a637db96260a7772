import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { BOOKS } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '../library.ts'
import { verifyVersion } from '../verify-version.ts'
import { type Imported, importBible } from './import-bible.ts'

// Real Bibles, which are not in this repository. BIBLE_SAMPLES_DIR names their folder.
const samples = process.env.BIBLE_SAMPLES_DIR ?? join(import.meta.dirname, '../../../../../shared/data/bibles')
const here = existsSync(join(samples, 'krv.osis.xml'))
if (!here) console.log(`SKIPPED: real Bible files. Name a folder with krv.osis.xml and others by BIBLE_SAMPLES_DIR.`)

describe.skipIf(!here)('real files', () => {
  let folder = ''
  let library: Library
  const imported: Record<string, Imported> = {}
  const version = (code: string) => {
    const found = library.version(code)
    if (!found) throw new Error(`${code} is not there`)
    return found
  }
  const all = (code: string): Verse[] => library.verses(code, 0, 67_000_000)
  const verse = (code: string, id: number): Verse | undefined => library.verses(code, id, id)[0]

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'samples-'))
    const file = join(folder, 'bibles.sqlite')
    for (const [code, path, language] of [
      ['KRV', 'krv.osis.xml', 'ko'],
      ['OEB', 'oeb.osis.xml', 'en'],
      ['OEBU', 'oeb-usfm', 'en'],
      ['RYLT', 'rylt.zefania.xml', 'en'],
      ['CHER', 'cherokee.usfx.xml', 'chr'],
      ['BSB', 'bsb-usfm', 'en'],
      ['CUV', 'cuv.usfx.xml', 'zh-Hant'],
    ] as const)
      imported[code] = await importBible({ library: file, path: join(samples, path), code, language })
    library = openLibrary(file)
  })
  afterAll(() => {
    library?.close()
    rmSync(folder, { recursive: true })
  })

  it.each([
    ['KRV', 'OSIS', 66, 31_099],
    ['OEB', 'OSIS', 42, 11_722],
    ['OEBU', 'USFM', 10, 6227],
    ['RYLT', 'Zefania', 27, 7957],
    ['CHER', 'USFX', 27, 7957],
    ['BSB', 'USFM', 66, 31_086],
    ['CUV', 'USFX', 66, 31_100],
  ])('brings all of %s', (code, format, books, verses) => {
    expect(imported[code]).toMatchObject({ format, books, verses })
    expect(verifyVersion(library, version(code)).wrong).toEqual([])
  })

  it('brings the KRV with the true count of every chapter', () => {
    const different = BOOKS.flatMap((book) =>
      Array.from({ length: chapterCount(book) }, (_, place) => place + 1).flatMap((chapter) => {
        const verses = library.chapter('KRV', book.index, chapter).length
        return verses === verseCount(book, chapter) ? [] : [`${book.name.en} ${chapter}: ${verses}`]
      }),
    )
    // The file joins 1 Samuel 30:31 to verse 30, and lacks Psalm 119:113. 2 Corinthians ends at 13:13, as in Greek
    // editions.
    expect(different).toEqual(['1 Samuel 30: 30', 'Psalms 119: 175', '2 Corinthians 13: 13'])
  })

  it('says what is odd about the BSB and the CUV', () => {
    const { odd = [], oddTotal } = imported.BSB ?? {}
    expect(odd.find(({ kind }) => kind === 'number_read')).toMatchObject({
      params: { verse: 49_003_014, written: '14...' },
    })
    // In this copy 34 psalms lack the number of their first verse.
    expect(odd.filter(({ kind }) => kind === 'verse_not_marked')).toHaveLength(34)
    expect(oddTotal).toBe(35)
    expect(verse('BSB', 49_003_014)?.text).toMatch(/^for this reason I bow my knees/)
    expect(imported.CUV?.odd).toMatchObject([{ kind: 'beyond_count', params: { verse: 13_021_031, most: 30 } }])
    expect(verse('CUV', 13_021_031)).toMatchObject({ chapter: 21, verse: 31 })
  })

  it('frees the KRV of what a spreadsheet did to it', () => {
    expect(imported.KRV?.unquoted).toBe(511)
    expect(all('KRV').filter(({ text }) => /["&;]/.test(text))).toEqual([])
    expect(verse('KRV', 1_001_021)?.text).toMatch(/^하나님이 큰 물고기와 .*좋았더라$/)
  })

  it('brings the OEB alike from OSIS and from USFM, but for what was revised between the two', () => {
    const fromOsis = new Map(all('OEB').map(({ version: _version, ...one }) => [one.verse_id, one]))
    // The OSIS file has no Genesis, because it was made before the release of Genesis.
    const fromUsfm = all('OEBU').filter((one) => one.verse_id >= 2_000_000)
    expect(fromUsfm.filter((one) => !fromOsis.has(one.verse_id))).toEqual([])
    const sameWords = fromUsfm.filter((one) => fromOsis.get(one.verse_id)?.text === one.text)
    expect(sameWords.length / fromUsfm.length).toBeGreaterThan(0.95)
    const otherLayout = sameWords
      .map(({ version: _version, ...one }) => [one, fromOsis.get(one.verse_id)])
      .filter(
        ([usfm, osis]) =>
          JSON.stringify(usfm?.spans) !== JSON.stringify(osis?.spans) || usfm?.breaks?.length !== osis?.breaks?.length,
      )
    expect(otherLayout.length).toBeLessThan(10)
  })

  it('keeps poetry, titles, Selah, words of Jesus and notes of the OEB', () => {
    expect(verse('OEBU', 19_003_002)).toMatchObject({
      text: 'Many are those who say of me, “There is no help for him in his God.” Selah',
      breaks: [
        { at: 0, kind: 'line', indent: 1 },
        { at: 30, kind: 'line', indent: 2 },
      ],
      spans: [{ start: 69, end: 74, kind: 'selah' }],
    })
    expect(verse('OEB', 19_003_001)?.headings).toEqual([
      { kind: 'section', text: 'Psalm 3 – A Morning Prayer for Protection' },
      { kind: 'psalm', text: 'A psalm of David, when he fled from his son Absalom.' },
    ])
    expect(all('OEB').filter(({ spans = [] }) => spans.some(({ kind }) => kind === 'jesus')).length).toBeGreaterThan(
      1000,
    )
    expect(verse('OEBU', 1_004_008)?.notes).toEqual([
      {
        at: 58,
        text: 'As in most ancient versions, however the Masoretic Text omits “Let us go into the field”',
      },
    ])
  })

  it('keeps the numbers around verses that the OEB leaves out', () => {
    const [before, omitted, after] = library.verses('OEBU', 43_005_003, 43_005_005)
    expect([before?.verse, omitted?.verse, after?.verse]).toEqual([3, 4, 5])
    expect(omitted).toMatchObject({ text: '', notes: [{ at: 0 }] })
  })

  it('keeps the colours of the RYLT as words of Jesus and added words, and its notes out of the text', () => {
    const spans = all('RYLT').flatMap((one) => one.spans ?? [])
    expect(spans.filter(({ kind }) => kind === 'jesus').length).toBeGreaterThan(1900)
    expect(spans.filter(({ kind }) => kind === 'added').length).toBeGreaterThan(1300)
    expect(all('RYLT').flatMap((one) => one.notes ?? [])).toHaveLength(144)
    expect(all('RYLT').filter(({ text }) => / [,.;:]/.test(text) && !/-- [;!]/.test(text))).toEqual([])
  })

  it('keeps the letters of the Cherokee New Testament', () => {
    expect(verse('CHER', 40_001_001)?.text).toBe('ᎯᎠ ᎪᏪᎵ ᎧᏃᎮᎭ ᏧᏁᏢᏔᏅᏒ ᏥᏌ ᎦᎶᏁᏛ, ᏕᏫ ᎤᏪᏥ, ᎡᏆᎭᎻ ᎤᏪᏥ.')
  })
})
