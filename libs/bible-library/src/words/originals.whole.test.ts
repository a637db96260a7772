import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parsingOf } from '@pathlight/scripture/parsing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Imported, importBible } from '../importers/import-bible.ts'
import { type Library, openLibrary } from '../library.ts'
import type { FindVerses } from '../search/find-verses.ts'
import { openFindVerses } from '../search/search-index.ts'
import { openWords, type Words } from './open-words.ts'

// Greek and Hebrew texts, which are not in this repository: greek.tar.gz (MorphGNT, 27 files) and hebrew.tar.gz (the
// Open Scriptures Hebrew Bible as OSIS). WORDS_SAMPLES_DIR names their folder.
const samples = process.env.WORDS_SAMPLES_DIR ?? join(import.meta.dirname, '../../../../../shared/data/words')
const here = existsSync(join(samples, 'greek.tar.gz')) && existsSync(join(samples, 'hebrew.tar.gz'))
if (!here)
  console.log(
    'SKIPPED: whole originals. Name a folder with greek.tar.gz and hebrew.tar.gz by WORDS_SAMPLES_DIR (see this test).',
  )

/** A word in the form of its source. `at`: the verse's id. */
type SourceWord = {
  readonly at: number
  readonly letters: string
  readonly lemma: string
  readonly morph: string
  readonly numbers: readonly string[]
}

const MATTHEW = 40
/** Matches signs of the printed edition, and punctuation around a word. */
const AROUND = /^[^\p{L}\p{M}’]+|[^\p{L}\p{M}’]+$/gu

/** Reads a Greek file without the importer. A line is a word. */
const greekWords = (folder: string, file: string): readonly SourceWord[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [place = '', speech, parsing, printed = '', , , lemma = ''] = line.trim().split(' ')
      const [book, chapter, verse] = [place.slice(0, 2), place.slice(2, 4), place.slice(4, 6)].map(Number)
      return {
        at: ((book ?? 0) + MATTHEW - 1) * 1_000_000 + (chapter ?? 0) * 1000 + (verse ?? 0),
        letters: printed.replace(/[⸀⸁⸂⸃⸄⸅⟦⟧]/g, '').replace(AROUND, ''),
        lemma,
        morph: `${speech} ${parsing}`,
        numbers: [],
      }
    })

/** Reads a Hebrew file without the importer. An element is a word. Notes have other readings, so they are removed. */
const hebrewWords = (folder: string, file: string, book: number): readonly SourceWord[] => {
  const text = readFileSync(join(folder, file), 'utf8').replace(/<note\b[\s\S]*?<\/note>/g, '')
  return [...text.matchAll(/<verse osisID="\w+\.(\d+)\.(\d+)"[^>]*>([\s\S]*?)<\/verse>/g)].flatMap(
    ([, chapter, verse, words = '']) =>
      [...words.matchAll(/<w\b([^>]*)>([\s\S]*?)<\/w>/g)].map(([, attributes = '', letters = '']) => {
        const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
        return {
          at: book * 1_000_000 + Number(chapter) * 1000 + Number(verse),
          letters: letters.replace(/<[^>]*>/g, '').replaceAll('/', ''),
          lemma: '',
          morph: attribute('morph'),
          numbers: attribute('lemma')
            .split('/')
            .flatMap((part) => /^(\d+)(?: ?([a-z]))?/.exec(part)?.slice(1).join('') ?? [])
            .map((number) => `H${number}`),
        }
      }),
  )
}

const GREEK_CHAPTERS: readonly [file: string, book: number, chapter: number][] = [
  ['61-Mt-morphgnt.txt', 40, 5],
  ['64-Jn-morphgnt.txt', 43, 1],
  ['66-Ro-morphgnt.txt', 45, 8],
  ['83-1Jn-morphgnt.txt', 62, 4],
  ['87-Re-morphgnt.txt', 66, 22],
]
const HEBREW_CHAPTERS: readonly [file: string, book: number, chapter: number][] = [
  ['Gen.xml', 1, 1],
  ['Gen.xml', 1, 22],
  ['Ruth.xml', 8, 1],
  ['Ps.xml', 19, 51],
  ['Isa.xml', 23, 53],
]
const LEMMAS = ['ἀγάπη', 'λόγος', 'θεός', 'πίστις', 'Ἰησοῦς', 'εἰμί', 'κόσμος', 'χάρις', 'ὁ', 'ἀρχή']
const NUMBERS = ['H430', 'H3068', 'H7225', 'H1254', 'H157', 'H2617', 'H776', 'H853', 'H7307', 'H5315']

describe.skipIf(!here)('whole originals', () => {
  let folder = ''
  let library: Library
  let words: Words
  let find: FindVerses
  let greek: readonly SourceWord[]
  let hebrew: readonly SourceWord[]
  const imported: Record<string, Imported> = {}

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'originals-'))
    for (const name of ['greek', 'hebrew']) execFileSync('tar', ['xzf', join(samples, `${name}.tar.gz`), '-C', folder])
    const file = join(folder, 'bibles.sqlite')
    imported.SBLG = await importBible({ library: file, path: join(folder, 'greek'), code: 'SBLG' })
    imported.WLC = await importBible({ library: file, path: join(folder, 'hebrew'), code: 'WLC' })
    library = openLibrary(file)
    words = openWords(library)
    find = openFindVerses(library)
    greek = [...new Set(GREEK_CHAPTERS.map(([name]) => name))].flatMap((name) =>
      greekWords(join(folder, 'greek'), name),
    )
    hebrew = [
      ['Gen.xml', 1] as const,
      ['Ruth.xml', 8] as const,
      ['Ps.xml', 19] as const,
      ['Isa.xml', 23] as const,
    ].flatMap(([name, book]) => hebrewWords(join(folder, 'hebrew'), name, book))
  })
  afterAll(() => {
    library?.close()
    rmSync(folder, { recursive: true })
  })

  it('come as texts of their languages, from right to left where they are read so, with every verse', () => {
    expect(imported.SBLG).toMatchObject({ format: 'MorphGNT', books: 27 })
    expect(imported.WLC).toMatchObject({ format: 'OSIS', books: 4 })
    expect(library.version('SBLG')).toMatchObject({ language: 'grc', direction: 'ltr' })
    expect(library.version('WLC')).toMatchObject({ language: expect.stringMatching(/^(he|hbo)$/), direction: 'rtl' })
    const places = new Set(hebrew.map(({ at }) => at))
    expect(library.verses('WLC', 0, 67_000_000).map(({ verse_id }) => verse_id)).toEqual(
      [...places].sort((a, b) => a - b),
    )
    for (const code of ['SBLG', 'WLC'])
      expect(
        imported[code]?.odd.filter(({ kind }) => kind === 'words_do_not_fit' || kind === 'no_such_number'),
      ).toEqual([])
  })

  it('take a megabyte and a half a text at most', () => {
    const sizes = library.db
      .prepare('SELECT sum(length(packed)) AS bytes FROM words GROUP BY chapter / 100000000')
      .all()
    expect(sizes).toHaveLength(2)
    for (const { bytes } of sizes) expect(Number(bytes)).toBeLessThanOrEqual(1_500_000)
  })

  /** The words of a chapter in the library, in the form of the source. */
  const answered = (code: string, book: number, chapter: number): readonly SourceWord[] => {
    const texts = new Map(library.chapter(code, book, chapter).map(({ verse, text }) => [verse, text]))
    return [...(words.ofChapter(code, book, chapter)?.verses ?? [])].flatMap(([verse, ofVerse]) =>
      ofVerse.map(({ start, end, lemma = '', morph = '', strongs }) => ({
        at: book * 1_000_000 + chapter * 1000 + verse,
        letters: texts.get(verse)?.slice(start, end) ?? '',
        ...{ lemma, morph, numbers: strongs },
      })),
    )
  }
  const composed = (word: SourceWord): SourceWord => {
    return { ...word, letters: word.letters.normalize('NFC'), lemma: word.lemma.normalize('NFC') }
  }
  const inChapter =
    (book: number, chapter: number) =>
    ({ at }: SourceWord) =>
      Math.floor(at / 1000) === book * 1000 + chapter

  it.each(GREEK_CHAPTERS)('have every word of their source: %s, book %i, chapter %i', (_file, book, chapter) => {
    const source = greek.filter(inChapter(book, chapter)).map(composed)
    expect(source.length).toBeGreaterThan(300)
    expect(answered('SBLG', book, chapter).map((word) => ({ ...composed(word), numbers: [] }))).toEqual(source)
  })

  it.each(HEBREW_CHAPTERS)('have every word of their source: %s, book %i, chapter %i', (_file, book, chapter) => {
    const source = hebrew.filter(inChapter(book, chapter)).map(composed)
    expect(source.length).toBeGreaterThan(150)
    expect(answered('WLC', book, chapter).map(composed)).toEqual(source)
  })

  it.each(LEMMAS)('have the lemma %s as often as their source', (lemma) => {
    const places = new Set(greek.filter((word) => word.lemma === lemma).map(({ at }) => at))
    const books = [...new Set(greek.map(({ at }) => Math.floor(at / 1_000_000)))]
    // The texts are counted, and not the hits: two verses of this text may be one verse of the standard numbering
    // (Revelation 12:18).
    const textsIn = (book: number) => find({ query: `lemma:${lemma}`, book, limit: 1 }).versions[0]?.count ?? 0
    expect(places.size).toBeGreaterThan(5)
    expect(books.reduce((sum, book) => sum + textsIn(book), 0)).toBe(places.size)
  })

  it.each(NUMBERS)('have the number %s as often as their source', (number) => {
    const isOfNumber = (one: string) => one.replace(/[a-z]$/, '') === number
    const at = hebrew.flatMap((word) => word.numbers.filter(isOfNumber).map(() => word.at))
    const found = find({ query: `strong:${number}`, versions: ['WLC'], limit: 1 })
    expect(at.length).toBeGreaterThan(3)
    expect(found.versions).toEqual([{ version: 'WLC', count: new Set(at).size }])
  })

  it('show no slash between prefix and word anywhere, and every parsing can be said in words', () => {
    const verses = library.verses('WLC', 0, 67_000_000)
    expect(verses.filter(({ text }) => text.includes('/'))).toEqual([])
    const unsaid = new Set<string>()
    for (const [code, books] of [
      ['SBLG', greek],
      ['WLC', hebrew],
    ] as const)
      for (const chapter of new Set(books.map(({ at }) => Math.floor(at / 1000))))
        for (const { morph, letters } of answered(code, Math.floor(chapter / 1000), chapter % 1000)) {
          expect(letters).not.toMatch(/[/\s]/)
          if (morph !== '' && parsingOf(morph, 'ko') === null) unsaid.add(morph)
        }
    expect([...unsaid]).toEqual([])
  })
})
