import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { importBible } from '../importers/import-bible.ts'
import { openLibrary } from '../library.ts'
import { openForWriting } from '../schema.ts'
import { indexVersion } from '../search/index-version.ts'
import { openFindVerses } from '../search/search-index.ts'
import { koreanGlossesIn, koreanGlossOf } from './korean-glosses.ts'
import { lexiconEntryOf, numbersOfLemma } from './lexicon.ts'
import { openWords } from './open-words.ts'
import { packWords, unpackWords } from './packed-words.ts'
import { fittingWords, strongsNumber } from './verse-words.ts'

const folder = mkdtempSync(join(tmpdir(), 'pathlight-words-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Genesis 1:1 with original words in each format. Some formats also have John 1:1 or further verses. */
const FORMATS: Readonly<Record<string, string>> = {
  'osis.xml': `<osis xmlns="http://www.bibletechnologies.net/2003/OSIS/namespace"><osisText osisIDWork="T" xml:lang="en">
    <div type="book" osisID="Gen"><chapter osisID="Gen.1"><verse osisID="Gen.1.1"><w lemma="strong:H07225" morph="oshm:HR/Ncfsa">In the beginning</w>
    <w lemma="strong:H0430 strong:H9999">God</w><w lemma="strong:H0853"/> <w morph="strongMorph:TH8804" lemma="strong:H01254">created</w> the heaven.</verse></chapter></div>
    <div type="book" osisID="John"><chapter osisID="John.1"><verse osisID="John.1.1"><w lemma="strong:G1722 lemma.TR:εν" morph="robinson:PREP">In</w> the
    <w lemma="strong:G746 lemma.TR:αρχη">beginning</w>.</verse></chapter></div></osisText></osis>`,
  'text.usfm': `\\id GEN\n\\c 1\n\\p\n\\v 1 \\w In the beginning|lemma="רֵאשִׁית" strong="H7225" x-morph="He,R:Ncfsa"\\w*
\\w God|strong="H0430,H9999"\\w* \\w created|strong="H1254a"\\w* the heaven.\n\\id JHN\n\\c 1\n\\p\n\\v 1 \\w In|ἐν\\w* the \\w beginning|strong="G07460"\\w*.`,
  'text.usx': `<usx version="3.0"><book code="GEN" style="id"/><chapter number="1" style="c"/><para style="p"><verse number="1" style="v"/><char style="w" strong="H7225">In the beginning</char>
    <char style="w" strong="H430">God</char> <char style="wj"><char style="w" strong="H1254" lemma="בָּרָא">created</char></char> the heaven.</para></usx>`,
  'text.usfx': `<usfx><book id="GEN"><c id="1"/><p><v id="1"/><w s="H7225">In the beginning</w> <w s="H430">God</w> <w s="H1254">created</w> the heaven.<ve/></p></book></usfx>`,
  'complete.json': JSON.stringify({
    translation: { id: 'T', name: 'T', language: 'eng' },
    books: [
      {
        id: 'GEN',
        chapters: [
          {
            chapter: {
              number: 1,
              content: [
                {
                  type: 'verse',
                  number: 1,
                  content: ['In the beginning God', { text: 'created the heaven.', poem: 1 }],
                },
                { type: 'verse', number: 2, content: ['And the earth.'] },
              ],
            },
            thisChapterWords: {
              verses: {
                1: [
                  { contentIndex: 0, start: 17, end: 20, strongs: ['H0430'] },
                  { contentIndex: 0, start: 0, end: 16, strongs: ['H7225'], morph: 'HR/Ncfsa' },
                  { contentIndex: 1, start: 0, end: 7, strongs: ['H1254'] },
                ],
                2: [{ contentIndex: 0, start: 4, end: 40, strongs: ['H776'] }],
              },
            },
          },
        ],
      },
    ],
  }),
}

const imported = async (name: string) => {
  const path = join(folder, name)
  writeFileSync(path, FORMATS[name] ?? '')
  const library = join(folder, `${name}.db`)
  const { odd } = await importBible({ library, path, code: 'T', language: 'en' })
  const opened = openLibrary(library)
  const words = openWords(opened)
  /** For each original word, the text of its translation, and its Strong's numbers. */
  const under = (book: number) => {
    const text = opened.chapter('T', book, 1)[0]?.text ?? ''
    return words
      .ofChapter('T', book, 1)
      ?.verses.get(1)
      ?.map(({ start, end, strongs }) => [text.slice(start, end), ...strongs])
  }
  return { opened, words, odd, under }
}

const GENESIS = [
  ['In the beginning', 'H7225'],
  ['God', 'H430'],
  ['created', 'H1254'],
]

describe.each(Object.keys(FORMATS))('the words of the original in %s', (name) => {
  it('are indexed as they are kept', async () => {
    const [path, library] = [join(folder, name), join(folder, `indexed-${name}.db`)]
    writeFileSync(path, FORMATS[name] ?? '')
    await importBible({ library, path, code: 'T', language: 'en' })
    const db = openForWriting(library)
    const terms = () => db.prepare('SELECT * FROM search_term ORDER BY stem, term').all()
    const atImport = terms()
    // Without the third argument, `indexVersion` reads the words from the library, while an import passes them.
    indexVersion(db, 'T')
    expect(terms()).toEqual(atImport)
    expect(atImport.map(({ term }) => term)).toContain('strong:H7225')
    db.close()
  })

  it('are kept at their places, and found', async () => {
    const { opened, under } = await imported(name)
    const created = name === 'text.usfm' ? ['created', 'H1254a'] : GENESIS[2]
    expect(under(1)).toEqual([GENESIS[0], GENESIS[1], created])
    const find = openFindVerses(opened)
    for (const query of ['strong:H1254', 'strong:h01254 heaven', 'lemma:ברא', 'lemma:בָּרָא -strong:G26']) {
      const { total, hits } = find({ query, limit: 10 })
      expect([query, total, hits[0]?.texts[0]?.marks]).toEqual([query, 1, expect.arrayContaining([[21, 28]])])
    }
    expect(find({ query: 'heaven -strong:H1254', limit: 10 }).total).toBe(0)
    expect(find({ query: 'strong:H7', limit: 10 })).toMatchObject({
      total: 0,
      why: { reason: 'absent', words: ['strong:H7'] },
    })
    opened.close()
  })
})

describe('what a source has of the original', () => {
  it('is a lemma and a parsing as well, by any of its schemes', async () => {
    const osis = await imported('osis.xml')
    expect(osis.words.ofChapter('T', 1, 1)?.verses.get(1)).toMatchObject([
      { morph: 'HR/Ncfsa' },
      {},
      { strongs: ['H1254'] },
    ])
    expect(osis.words.ofChapter('T', 1, 1)?.verses.get(1)?.[2]).not.toHaveProperty('morph')
    expect(osis.words.ofChapter('T', 43, 1)?.verses.get(1)).toMatchObject([
      { strongs: ['G1722'], lemma: 'εν', morph: 'PREP' },
      { strongs: ['G746'], lemma: 'αρχη' },
    ])
    osis.opened.close()
    const usfm = await imported('text.usfm')
    expect(usfm.words.ofChapter('T', 1, 1)?.verses.get(1)?.[0]).toMatchObject({
      lemma: 'רֵאשִׁית'.normalize('NFC'),
      morph: 'He,R:Ncfsa',
    })
    expect(usfm.under(43)).toEqual([['In'], ['beginning', 'G746']])
    usfm.opened.close()
  })

  it('is told where it cannot be: a number that there is not, places beyond the text', async () => {
    const osis = await imported('osis.xml')
    expect(osis.odd).toContainEqual(expect.objectContaining({ kind: 'no_such_number', params: { count: 1 } }))
    osis.opened.close()
    const catalogue = await imported('complete.json')
    expect(catalogue.odd).toContainEqual(
      expect.objectContaining({ kind: 'words_do_not_fit', params: { verse: 1_001_002 } }),
    )
    expect(catalogue.words.ofChapter('T', 1, 1)?.verses.has(2)).toBe(false)
    catalogue.opened.close()
  })

  it('goes with the version', async () => {
    const { opened } = await imported('osis.xml')
    opened.close()
    writeFileSync(join(folder, 'plain.usfm'), '\\id GEN\n\\c 1\n\\p\n\\v 1 In the beginning')
    await importBible({
      library: join(folder, 'osis.xml.db'),
      path: join(folder, 'plain.usfm'),
      code: 'T',
      language: 'en',
    })
    const again = openLibrary(join(folder, 'osis.xml.db'))
    expect(openWords(again).ofChapter('T', 1, 1)).toBeNull()
    expect(openFindVerses(again)({ query: 'strong:H7225', limit: 1 }).total).toBe(0)
    again.close()
  })
})

describe('words that do not fit their verse', () => {
  const at = (start: number, end: number, more: object = {}) => ({
    ...{ contentIndex: 0, start, end, strongs: ['H430'] },
    ...more,
  })

  it.each([
    ['lie beyond it', [at(0, 2), at(17, 21)]],
    ['lie over one another', [at(0, 6), at(3, 6)]],
    ['end before they begin', [at(6, 3)]],
    ['begin before it', [at(-2, 2)]],
    ['are of a piece that there is not', [at(0, 2, { contentIndex: 1 })]],
    ['are another text’s, and begin within a word', [at(0, 2), at(4, 6)]],
    ['are another text’s, and end within a word', [at(0, 2), at(3, 5)]],
  ])('are told, and the verse shows none, where they %s', async (_where, words) => {
    const path = join(folder, 'ill.json')
    const library = join(folder, 'ill.db')
    const verses = [1, 2].map((number) => ({ type: 'verse', number, content: ['In the beginning God'] }))
    const chapter = { number: 1, content: verses }
    const chapters = [{ chapter, thisChapterWords: { verses: { 1: words, 2: [at(17, 20)] } } }]
    const translation = { id: 'T', name: 'T', language: 'eng' }
    writeFileSync(path, JSON.stringify({ translation, books: [{ id: 'GEN', chapters }] }))
    const { odd } = await importBible({ library, path, code: 'T', language: 'en' })
    expect(odd).toContainEqual(expect.objectContaining({ kind: 'words_do_not_fit', params: { verse: 1_001_001 } }))
    const opened = openLibrary(library)
    expect([...(openWords(opened).ofChapter('T', 1, 1)?.verses.keys() ?? [])]).toEqual([2])
    expect(openFindVerses(opened)({ query: 'strong:H430', limit: 5 }).hits.map(({ id }) => id)).toEqual([1_001_002])
    opened.close()
  })

  it('are numbers that there are not: told, and left out of what the word has', async () => {
    const path = join(folder, 'numbers.usfm')
    const library = join(folder, 'numbers.db')
    writeFileSync(
      path,
      '\\id GEN\n\\c 1\n\\p\n\\v 1 \\w In|strong="H9999"\\w* \\w God|strong="H430,G5625,H0"\\w* \\w made|strong="X12"\\w*',
    )
    const { odd } = await importBible({ library, path, code: 'T', language: 'en' })
    expect(odd).toContainEqual(expect.objectContaining({ kind: 'no_such_number', params: { count: 4 } }))
    const opened = openLibrary(library)
    expect(openWords(opened).ofChapter('T', 1, 1)?.verses.get(1)).toEqual([{ start: 3, end: 6, strongs: ['H430'] }])
    opened.close()
  })
})

describe('texts in the original', () => {
  it('come from MorphGNT, a word a line', async () => {
    const text = [
      '040101 P- -------- Ἐν Ἐν ἐν ἐν',
      '040101 N- ----DSF- ἀρχῇ ἀρχῇ ἀρχῇ ἀρχή',
      '040101 V- 3IAI-S-- ⸀ἦν, ἦν ἦν εἰμί',
      '040102 RA ----NSM- (Ὁ Ὁ ὁ ὁ',
      '040102 N- ----NSM- Ἀβγδε Ἀβγδε ἀβγδε ἀβγδε',
    ].join('\n')
    const path = join(folder, '64-Jn-morphgnt.txt')
    writeFileSync(path, text)
    const library = join(folder, 'morphgnt.db')
    const { format, odd } = await importBible({ library, path, code: 'SBLG' })
    expect(format).toBe('MorphGNT')
    expect(odd).toContainEqual(
      expect.objectContaining({ kind: 'lemmas_without_number', params: { none: 1, several: 0 } }),
    )
    const opened = openLibrary(library)
    const licence = 'CC BY 4.0. Lemmas and parsing: MorphGNT, CC BY-SA 3.0.'
    // The notice that the app shows below each chapter.
    expect(opened.version('SBLG')).toMatchObject({
      ...{ language: 'grc', licence, copyright: `SBL Greek New Testament. ${licence}` },
    })
    expect(opened.chapter('SBLG', 43, 1).map(({ text: words }) => words)).toEqual(['Ἐν ἀρχῇ ἦν,', '(Ὁ Ἀβγδε'])
    // Punctuation is not part of a word.
    expect(openWords(opened).ofChapter('SBLG', 43, 1)?.verses.get(2)?.[0]).toMatchObject({ start: 1, end: 2 })
    expect(openWords(opened).ofChapter('SBLG', 43, 1)?.verses.get(1)?.[2]).toEqual({
      ...{ start: 8, end: 10, strongs: ['G1510'] },
      ...{ lemma: 'εἰμί'.normalize('NFC'), morph: 'V- 3IAI-S--' },
    })
    expect(openFindVerses(opened)({ query: 'lemma:αρχη', limit: 1 }).total).toBe(1)
    opened.close()
  })

  it('come from the Hebrew Bible of Open Scriptures, without the slashes between prefix and word', async () => {
    const path = join(folder, 'Gen.xml')
    writeFileSync(
      path,
      `<osis><osisText osisIDWork="OSHB" xml:lang="he"><header><work osisWork="OSHB"><title>Open Scriptures Hebrew Bible</title><rights type="x-BY">Creative Commons Attribution 4.0</rights></work></header><div type="book" osisID="Gen"><chapter osisID="Gen.1"><verse osisID="Gen.1.1"><w lemma="b/7225" morph="HR/Ncfsa">בְּ/רֵאשִׁ֖ית</w> <w lemma="1254 a" morph="HVqp3ms">בָּרָ֣א</w></verse></chapter></div></osisText></osis>`,
    )
    const library = join(folder, 'hebrew.db')
    await importBible({ library, path, code: 'WLC' })
    const opened = openLibrary(library)
    const [verse] = opened.chapter('WLC', 1, 1)
    expect(verse?.text).not.toContain('/')
    expect(opened.version('WLC')).toMatchObject({
      direction: 'rtl',
      copyright: 'Open Scriptures Hebrew Bible. Creative Commons Attribution 4.0',
    })
    expect(openWords(opened).ofChapter('WLC', 1, 1)?.verses.get(1)).toEqual([
      expect.objectContaining({ start: 0, strongs: ['H7225'], morph: 'HR/Ncfsa' }),
      expect.objectContaining({ end: verse?.text.length, strongs: ['H1254a'], morph: 'HVqp3ms' }),
    ])
    opened.close()
  })
})

describe('a text that says nothing of the original', () => {
  const library = join(folder, 'borrowing.db')
  const add = async (name: string, code: string, language: string | undefined, text: string) => {
    writeFileSync(join(folder, name), text)
    await importBible({ library, path: join(folder, name), code, ...(language !== undefined && { language }) })
  }

  it('borrows the words of another: of an original in their order, or else of a translation', async () => {
    await add('krv.usfm', 'KRV', 'ko', '\\id GEN\n\\c 1\n\\p\n\\v 1 태초에 하나님이 천지를 창조하시니라\n\\v 2 땅이')
    const opened = openLibrary(library)
    const words = openWords(opened)
    expect(words.borrowed('KRV', 1, 1)).toBeNull()
    expect(words.borrowed('ABC', 1, 1)).toBeNull()
    await add(
      'words.usfm',
      'TXT',
      'en',
      '\\id GEN\n\\c 1\n\\p\n\\v 1 \\w In the beginning|strong="H7225"\\w* \\w God|strong="H430"\\w* \\w made|strong="H1254a"\\w* it.',
    )
    const translated = words.borrowed('KRV', 1, 1)
    expect(translated?.from.code).toBe('TXT')
    expect([...(translated?.verses.keys() ?? [])]).toEqual([1])
    expect(translated?.verses.get(1)).toMatchObject([
      { text: 'In the beginning', strongs: ['H7225'], gloss: 'the first', gloss_ko: '태초에' },
      { text: 'God', original: 'אֱלֹהִים'.normalize('NFC'), gloss_ko: '하나님' },
      { text: 'made', strongs: ['H1254a'], gloss_ko: '그가 지으셨다' },
    ])
    await add(
      'hebrew.xml',
      'WLC',
      undefined,
      '<osis><osisText osisIDWork="OSHB" xml:lang="he"><div type="book" osisID="Gen"><chapter osisID="Gen.1"><verse osisID="Gen.1.1"><w lemma="b/7225" morph="HR/Ncfsa">בְּ/רֵאשִׁ֖ית</w> <w lemma="1254 a" morph="HVqp3ms">בָּרָ֣א</w> <w lemma="430">אֱלֹהִ֑ים</w></verse></chapter></div></osisText></osis>',
    )
    const original = words.borrowed('KRV', 1, 1)
    expect(original?.from).toMatchObject({ code: 'WLC', language: 'he' })
    expect(original?.verses.get(1)?.map(({ strongs: [number], morph, gloss_ko }) => [number, morph, gloss_ko])).toEqual(
      [
        ['H7225', 'HR/Ncfsa', '태초에'],
        ['H1254a', 'HVqp3ms', '그가 지으셨다'],
        ['H430', undefined, '하나님'],
      ],
    )
    expect(original?.fingerprint).not.toBe(translated?.fingerprint)
    opened.close()
  })

  it('has them of Greek in English alone', () => {
    expect(lexiconEntryOf('G26')?.gloss_ko).toBeNull()
    expect(lexiconEntryOf('H430')?.gloss_ko).toBe('하나님')
  })

  it('has a word’s second meaning in a verse where the word stands twice', () => {
    const said = koreanGlossesIn(1_001_001)
    expect(['H853', 'H853', 'H853'].map(said)).toEqual(['~를', '그리고 ~을', koreanGlossOf('H853')])
    // For a verse without Korean glosses, the usual meaning of the word is used.
    expect(koreanGlossesIn(23_001_001)('H776')).toBe('땅')
  })
})

describe('packed words', () => {
  it('are what they were', () => {
    const verses = new Map([
      [
        1,
        [
          { start: 0, end: 16, strongs: ['H7225'], morph: 'HR/Ncfsa' },
          { start: 17, end: 20, strongs: ['H430', 'H853'] },
        ],
      ],
      [31, [{ start: 4, end: 9, strongs: [], lemma: 'λόγος' }]],
    ])
    expect(unpackWords(packWords(verses))).toEqual(verses)
  })

  it('are read as an older Pathlight packed them', () => {
    const letter = (...numbers: number[]) => String.fromCharCode(...numbers.map((number) => number + 35))
    const none = { values: '', at: letter(0, 0, 0) }
    const columns = {
      ...{ verses: [2], counts: [3], gaps: letter(0, 1, 1), lengths: letter(2, 3, 4) },
      ...{ strongs: { values: 'H430|H853 H1', at: letter(0, 1, 0) }, lemmas: none, morphs: none },
    }
    expect(unpackWords(brotliCompressSync(JSON.stringify(columns)))).toEqual(
      new Map([
        [
          2,
          [
            { start: 0, end: 2, strongs: ['H430'] },
            { start: 3, end: 6, strongs: ['H853', 'H1'] },
            { start: 7, end: 11, strongs: ['H430'] },
          ],
        ],
      ]),
    )
  })

  it.each([
    ['beyond the text', [{ start: 0, end: 4, strongs: [] }]],
    [
      'over one another',
      [
        { start: 0, end: 2, strongs: [] },
        { start: 1, end: 3, strongs: [] },
      ],
    ],
    ['under a blank', [{ start: 3, end: 4, strongs: [] }]],
    ['with no end', [{ start: 1, end: 1, strongs: [] }]],
  ])('do not fit %s', (_what, words) => {
    expect(fittingWords(_what === 'under a blank' ? 'God is' : 'God', words)).toBeNull()
  })
})

describe('the lexicon', () => {
  it.each([
    ['G25', { strongs: 'G25', language: 'grc', original: 'ἀγαπάω', transliteration: 'agapáō', gloss: 'to love' }],
    ['g0025', { strongs: 'G25' }],
    [
      'H07225',
      {
        strongs: 'H7225',
        language: 'hbo',
        original: 'רֵאשִׁית'.normalize('NFC'),
        pronunciation: 'ray-sheeth’',
        gloss: 'the first',
      },
    ],
  ])('knows %s', (written, entry) => {
    const known = lexiconEntryOf(written)
    expect(known && { ...known, pronunciation: known.pronunciation?.replace("'", '’') }).toMatchObject(entry)
  })

  it.each([
    ['G2316', 'God'],
    ['H1254', 'to create'],
    ['H853', 'self'],
    ['G1722', 'in'],
  ])('says in a few words what %s means', (strongs, gloss) => {
    expect(lexiconEntryOf(strongs)?.gloss).toBe(gloss)
  })

  it.each(['G0', 'G5625', 'H8675', 'X1', 'G', '25', ''])('knows no %s', (written) => {
    expect(lexiconEntryOf(written)).toBeNull()
    expect(strongsNumber(written)).toBeNull()
  })

  it('finds the numbers of a word however it is pointed and accented', () => {
    expect(numbersOfLemma('αγαπαω')).toEqual(['G25'])
    expect(numbersOfLemma('אהב')).toContain('H157')
    expect(numbersOfLemma('')).toEqual([])
  })
})
