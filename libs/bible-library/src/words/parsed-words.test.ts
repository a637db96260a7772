import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { unpackWordsOfChapter } from '@pathlight/contracts/pack-rules.ts'
import { copyBuiltLibrary } from '@pathlight/testing/built-library.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importBible } from '../importers/import-bible.ts'
import { type Library, openLibrary } from '../library.ts'
import { openPacks } from '../pack/make-pack.ts'
import { openWords } from './open-words.ts'
import { parsedWords } from './parsed-words.ts'

/** John 1:1, 3:16 and Romans 8:28 from MorphGNT (SBLGNT, CC BY 4.0; MorphGNT, CC BY-SA 3.0). */
const GREEK = `040101 P- -------- Ἐν Ἐν ἐν ἐν
040101 N- ----DSF- ἀρχῇ ἀρχῇ ἀρχῇ ἀρχή
040101 V- 3IAI-S-- ἦν ἦν ἦν εἰμί
040101 RA ----NSM- ὁ ὁ ὁ ὁ
040101 N- ----NSM- λόγος, λόγος λόγος λόγος
040101 C- -------- καὶ καὶ καί καί
040101 RA ----NSM- ὁ ὁ ὁ ὁ
040101 N- ----NSM- λόγος λόγος λόγος λόγος
040101 V- 3IAI-S-- ἦν ἦν ἦν εἰμί
040101 P- -------- πρὸς πρὸς πρός πρός
040101 RA ----ASM- τὸν τὸν τόν ὁ
040101 N- ----ASM- θεόν, θεόν θεόν θεός
040101 C- -------- καὶ καὶ καί καί
040101 N- ----NSM- θεὸς θεὸς θεός θεός
040101 V- 3IAI-S-- ἦν ἦν ἦν εἰμί
040101 RA ----NSM- ὁ ὁ ὁ ὁ
040101 N- ----NSM- λόγος. λόγος λόγος λόγος
040316 D- -------- Οὕτως Οὕτως οὕτω(ς) οὕτω(ς)
040316 C- -------- γὰρ γὰρ γάρ γάρ
040316 V- 3AAI-S-- ἠγάπησεν ἠγάπησεν ἠγάπησε(ν) ἀγαπάω
040316 RA ----NSM- ὁ ὁ ὁ ὁ
040316 N- ----NSM- θεὸς θεὸς θεός θεός
040316 RA ----ASM- τὸν τὸν τόν ὁ
040316 N- ----ASM- κόσμον κόσμον κόσμον κόσμος
040316 C- -------- ὥστε ὥστε ὥστε ὥστε
040316 RA ----ASM- τὸν τὸν τόν ὁ
040316 N- ----ASM- ⸀υἱὸν υἱὸν υἱόν υἱός
040316 RA ----ASM- τὸν τὸν τόν ὁ
040316 A- ----ASM- μονογενῆ μονογενῆ μονογενῆ μονογενής
040316 V- 3AAI-S-- ἔδωκεν, ἔδωκεν ἔδωκε(ν) δίδωμι
040316 P- -------- εἰς εἰς εἰς εἰς
040316 RP ----ASM- αὐτὸν αὐτὸν αὐτόν αὐτός
060828 V- 1XAI-P-- Οἴδαμεν Οἴδαμεν οἴδαμεν οἶδα
060828 C- -------- δὲ δὲ δέ δέ
060828 C- -------- ὅτι ὅτι ὅτι ὅτι
060828 RA ----DPM- τοῖς τοῖς τοῖς ὁ
060828 V- -PAPDPM- ἀγαπῶσι ἀγαπῶσι ἀγαπῶσι(ν) ἀγαπάω
060828 RA ----ASM- τὸν τὸν τόν ὁ
060828 N- ----ASM- θεὸν θεὸν θεόν θεός
060828 A- ----APN- πάντα πάντα πάντα πᾶς
060828 V- 3PAI-S-- ⸀συνεργεῖ συνεργεῖ συνεργεῖ συνεργέω
060828 P- -------- εἰς εἰς εἰς εἰς
060828 A- ----ASN- ἀγαθόν, ἀγαθόν ἀγαθόν ἀγαθός
060828 RA ----DPM- τοῖς τοῖς τοῖς ὁ
060828 P- -------- κατὰ κατὰ κατά κατά
060828 N- ----ASF- πρόθεσιν πρόθεσιν πρόθεσιν πρόθεσις
060828 A- ----DPM- κλητοῖς κλητοῖς κλητοῖς κλητός
060828 V- -PAPDPM- οὖσιν. οὖσιν οὖσι(ν) εἰμί`

/** Genesis 1:1 from Open Scriptures (CC BY 4.0). */
const HEBREW = `<osis><osisText osisIDWork="OSHB" xml:lang="he"><div type="book" osisID="Gen"><chapter osisID="Gen.1"><verse osisID="Gen.1.1"><w lemma="b/7225" morph="HR/Ncfsa">בְּ/רֵאשִׁ֖ית</w> <w lemma="1254 a" morph="HVqp3ms">בָּרָ֣א</w> <w lemma="430" morph="HNcmpa">אֱלֹהִ֑ים</w> <w lemma="853" morph="HTo">אֵ֥ת</w> <w lemma="d/8064" morph="HTd/Ncmpa">הַ/שָּׁמַ֖יִם</w> <w lemma="c/853" morph="HC/To">וְ/אֵ֥ת</w> <w lemma="d/776" morph="HTd/Ncbsa">הָ/אָֽרֶץ</w>׃</verse></chapter></div></osisText></osis>`

const folder = mkdtempSync(join(tmpdir(), 'pathlight-parsed-'))
const file = join(folder, 'bibles.sqlite')
let library: Library

/** The words of a verse with their parsing; null for a word without parsing. */
const parsingIn = (code: string, book: number, chapter: number, verse: number) => {
  const text = library.chapter(code, book, chapter).find((one) => one.verse === verse)?.text ?? ''
  const words = openWords(library).ofChapter(code, book, chapter)?.verses.get(verse) ?? []
  return words.map(({ start, end, morph }) => [text.slice(start, end), morph ?? null])
}
const kjvPack = async () => {
  const pack = await openPacks(library)('KJV.words')
  const [head = '', ...lines] = gunzipSync(pack?.bytes ?? Buffer.alloc(0))
    .toString()
    .trimEnd()
    .split('\n')
  return { tag: pack?.tag, head: JSON.parse(head), lines: lines.map((line) => JSON.parse(line)) }
}

describe('the parsing of a translation’s words', () => {
  let before: Awaited<ReturnType<typeof kjvPack>>
  let fingerprint: string | undefined
  beforeAll(async () => {
    await copyBuiltLibrary(file)
    library = openLibrary(file)
    before = await kjvPack()
    fingerprint = openWords(library).ofChapter('KJV', 43, 1)?.fingerprint
    for (const [name, text, code] of [
      ['greek.txt', GREEK, 'SBLG'],
      ['hebrew.xml', HEBREW, 'WLC'],
    ] as const) {
      writeFileSync(join(folder, name), text)
      await importBible({ library: file, path: join(folder, name), code })
    }
  })
  afterAll(() => {
    library.close()
    rmSync(folder, { recursive: true })
  })

  it('is that of the Greek text where all words with the number are parsed alike: John 1:1', () => {
    expect(parsingIn('KJV', 43, 1, 1)).toEqual([
      ['In', 'P- --------'],
      ['beginning', 'N- ----DSF-'],
      ['was', 'V- 3IAI-S--'],
      ['Word', 'N- ----NSM-'],
      ['and', 'C- --------'],
      ['Word', 'N- ----NSM-'],
      ['was', 'V- 3IAI-S--'],
      ['with', 'P- --------'],
      // The verse has θεόν and θεός, and the source does not show to which of the two the word belongs.
      ['God', null],
      ['and', 'C- --------'],
      ['Word', 'N- ----NSM-'],
      ['was', 'V- 3IAI-S--'],
      ['God', null],
    ])
    const web = parsingIn('WEB', 43, 1, 1)
    expect(web).toContainEqual(['Word', 'N- ----NSM-'])
    expect(web).toContainEqual(['the', null])
  })

  it('is that of the Greek text: John 3:16, Romans 8:28', () => {
    const loved = parsingIn('KJV', 43, 3, 16)
    expect(loved.slice(1, 10)).toEqual([
      ['God', 'N- ----NSM-'],
      // The KJV has the number of οὕτω. The Greek text has the lemma οὕτω(ς), which has no number.
      ['so', 'D- --------'],
      ['loved', 'V- 3AAI-S--'],
      ['the world', 'N- ----ASM-'],
      ['that', 'C- --------'],
      ['he gave', 'V- 3AAI-S--'],
      // The Greek text has this pronoun once, for “him”. The Greek text behind the KJV had it twice.
      ['his', null],
      ['only begotten', 'A- ----ASM-'],
      ['Son', 'N- ----ASM-'],
    ])
    expect(loved).toContainEqual(['in', 'P- --------'])
    expect(loved).toContainEqual(['him', null])
    const work = parsingIn('KJV', 45, 8, 28)
    expect(work).toContainEqual(['together', 'V- 3PAI-S--'])
    expect(work).toContainEqual(['love', 'V- -PAPDPM-'])
    expect(work).toContainEqual(['called', 'A- ----DPM-'])
    expect(work).toContainEqual(['purpose', 'N- ----ASF-'])
    // The KJV's numbers for “know” (εἴδω) and “are” (ὤν) belong to spellings that the Greek text does not have.
    expect(work).toContainEqual(['know', null])
    expect(work).toContainEqual(['are', null])
  })

  it('is that of the Hebrew text: Genesis 1:1', () => {
    expect(parsingIn('KJV', 1, 1, 1)).toEqual([
      ['beginning', 'HR/Ncfsa'],
      ['God', 'HNcmpa'],
      ['created', 'HVqp3ms'],
      ['heaven', 'HTd/Ncmpa'],
      ['and', null],
      ['earth', 'HTd/Ncbsa'],
    ])
  })

  it('comes with its source, and changes the fingerprint', () => {
    const words = openWords(library)
    const [john, matthew] = [words.ofChapter('KJV', 43, 1), words.ofChapter('KJV', 40, 1)]
    expect(john?.parsing?.licence).toContain('MorphGNT')
    expect(john?.fingerprint).not.toBe(fingerprint)
    // The Greek text lacks Matthew, and John 2.
    expect(matthew?.parsing).toBeUndefined()
    expect(words.ofChapter('KJV', 43, 2)?.parsing).toBeUndefined()
    expect(words.ofChapter('SBLG', 43, 1)?.parsing).toBeUndefined()
    expect(words.parsedBy('SBLG', 43)).toBeNull()
  })

  it('is in the pack for reading offline, which is another one then', async () => {
    const { tag, head, lines } = await kjvPack()
    expect(before.head.parsing).toEqual([])
    expect(tag).not.toBe(before.tag)
    expect(head.parsing).toEqual([
      { credit: expect.objectContaining({ name: openWords(library).parsedBy('KJV', 1)?.credit.name }), books: [1] },
      { credit: expect.objectContaining({ licence: expect.stringContaining('MorphGNT') }), books: [43, 45] },
    ])
    const john = lines.find((line) => line[0] === 43 && line[1] === 1)
    expect(unpackWordsOfChapter(john)[1]?.map(({ morph }) => morph ?? null)).toEqual(
      parsingIn('KJV', 43, 1, 1).map(([, morph]) => morph),
    )
  })
})

describe('a word of another form', () => {
  const at = { start: 0, end: 3 }
  const were = { letters: 'ἦσαν', strongs: ['G1510'], lemma: 'εἰμί', morph: 'V- 3IAI-P--' }
  const was = { letters: 'ἦν', strongs: ['G1510'], lemma: 'εἰμί', morph: 'V- 3IAI-S--' }
  const whom = { letters: 'ἥν', strongs: [], lemma: 'ὅς', morph: 'RR ----ASF-' }

  it.each([
    ['the verb has two forms in the verse', [was, were]],
    ['only another word has its letters without accents and breathings', [whom]],
    ['no word has it', [were]],
    ['the verse has no words', []],
  ])('has no parsing where %s', (_where, originals) => {
    expect(parsedWords([{ ...at, strongs: ['G2258'] }], originals)).toEqual([{ ...at, strongs: ['G2258'] }])
  })

  it('keeps the parsing of its own source', () => {
    const word = { ...at, strongs: ['G2258'], morph: 'V-IXI-3S' }
    expect(parsedWords([word], [was])).toEqual([word])
    expect(parsedWords([{ ...at, strongs: ['G2258'] }], [was])[0]?.morph).toBe(was.morph)
  })
})
