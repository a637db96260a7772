import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLibrary } from '../library.ts'
import { verifyVersion } from '../verify-version.ts'
import { type Imported, importBible } from './import-bible.ts'
import { oddInWords } from './odd-places.ts'

// Irregularities that do no damage: all words are imported, and each irregularity is reported.

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'taken-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Imports a text. Returns its verses in short form, and the irregularities. */
const taken = async (files: string | Buffer | Record<string, string>, language = 'und') => {
  const place = mkdtempSync(join(folder, 'one-'))
  const all = typeof files === 'string' || Buffer.isBuffer(files) ? { 'odd.txt': files } : files
  for (const [name, content] of Object.entries(all)) writeFileSync(join(place, name), content)
  const library = join(place, 'library.sqlite')
  const path = 'odd.txt' in all ? join(place, 'odd.txt') : place
  const request = { library, path, code: 'T', language }
  const imported: Imported = await importBible(request)
  const open = openLibrary(library)
  const verses = open.verses('T', 0, 67_000_000)
  const version = open.version('T')
  expect(version && verifyVersion(open, version).wrong).toEqual([])
  open.close()
  return {
    verses,
    direction: version?.direction,
    texts: verses.map(
      ({ chapter, verse, through, text }) => `${chapter}:${verse}${through ? `-${through}` : ''} ${text}`,
    ),
    odd: imported.odd.map((one) => `${one.line ?? '-'}: ${oddInWords(one)}`),
    oddTotal: imported.oddTotal,
  }
}
const jude = (lines: string) => `\\id JUD\n\\c 1\n\\p\n${lines}\n`

describe('verse numbers', () => {
  it.each([
    ['\\v 3... Beloved', '1:3 Beloved'],
    ['\\v [3] Beloved', '1:3 Beloved'],
    ['\\v 3) Beloved', '1:3 Beloved'],
    ['\\v (3). Beloved', '1:3 Beloved'],
    ['\\v 3…Beloved', '1:3 …Beloved'],
    ['\\v 3Beloved', '1:3 Beloved'],
    ['\\v 3사랑하는 자들아', '1:3 사랑하는 자들아'],
    ['\\v 3“Beloved”', '1:3 “Beloved”'],
    ['\\v 3a Beloved\n\\v 3b friends', '1:3 Beloved friends'],
    ['\\v 3, 4 Beloved', '1:3-4 Beloved'],
    ['\\v 3,4 Beloved', '1:3-4 Beloved'],
    ['\\v 3 - 4 Beloved', '1:3-4 Beloved'],
    ['\\v 3–5 Beloved', '1:3-5 Beloved'],
    ['\\v 3&4 Beloved', '1:3-4 Beloved'],
    ['\\v 3-4a Beloved\n\\v 4b friends', '1:3-4 Beloved friends'],
    ['\\v 3 4 men came', '1:3 4 men came'],
    ['\\v 3, men', '1:3 men'],
    ['\\v 5-3 Beloved', '1:5 Beloved'],
    ['\\v3 Beloved', '1:3 Beloved'],
    ['\\v3-4 Beloved', '1:3-4 Beloved'],
    ['\\v 1:3 Beloved', '1:3 Beloved'],
    ['\\v ³ Beloved', '1:3 Beloved'],
    ['\\v ٣ Beloved', '1:3 Beloved'],
    ['\\v १२ Beloved', '1:12 Beloved'],
    ['\\v\n3 Beloved', '1:3 Beloved'],
  ])('are read from %j', async (line, text) => {
    expect((await taken(jude(line))).texts).toEqual([text])
  })

  it.each(['3...', '[3]', ' 3 ', '3.', '3)'])('are read from the attribute %j', async (id) => {
    const usfx = `<usfx><book id="JUD"><c id="1"/><p><v id="${id}"/>Beloved<ve/></p></book></usfx>`
    expect((await taken(usfx)).texts).toEqual(['1:3 Beloved'])
    const zefania = `<XMLBIBLE><BIBLEBOOK bnumber="65"><CHAPTER cnumber="1"><VERS vnumber="${id}">Beloved</VERS></CHAPTER></BIBLEBOOK></XMLBIBLE>`
    expect((await taken(zefania)).texts).toEqual(['1:3 Beloved'])
    const osis = `<osis><osisText><div type="book" osisID="Jude"><chapter osisID="Jude.1"><verse osisID="Jude.1.${id}">Beloved</verse></chapter></div></osisText></osis>`
    expect((await taken(osis)).texts).toEqual(['1:3 Beloved'])
  })

  it.each(['1.', '[1]', '01', '１'])('of a chapter are read from %j', async (number) => {
    expect((await taken(`\\id JUD\n\\c ${number}\n\\p\n\\v 1 Jude\n`)).texts).toEqual(['1:1 Jude'])
    expect(
      (
        await taken(
          `<XMLBIBLE><BIBLEBOOK bnumber="65"><CHAPTER cnumber="${number}"><VERS vnumber="1">Jude</VERS></CHAPTER></BIBLEBOOK></XMLBIBLE>`,
        )
      ).texts,
    ).toEqual(['1:1 Jude'])
  })

  it('that were forgotten are the next', async () => {
    const { texts, odd } = await taken(jude('\\v 1 Jude\n\\v Mercy\n\\v \\nd Lord\\nd*\n\\v\n\\v 4 Certain'))
    expect(texts).toEqual(['1:1 Jude', '1:2 Mercy', '1:3 Lord', '1:4 Certain'])
    expect(odd.slice(0, 2)).toEqual([
      '5: The number of Jude 1:2 is missing before its words.',
      '6: The number of Jude 1:3 is missing before its words.',
    ])
    const zefania = `<XMLBIBLE><BIBLEBOOK bnumber="65"><CHAPTER cnumber="1"><VERS vnumber="1">Jude</VERS><VERS>Mercy</VERS></CHAPTER></BIBLEBOOK></XMLBIBLE>`
    expect((await taken(zefania)).texts).toEqual(['1:1 Jude', '1:2 Mercy'])
  })

  it('of OSIS need not name the book and the chapter, and may go on into the next', async () => {
    const osis = (inside: string) => `<osis><osisText><div type="book" osisID="Titus">${inside}</div></osisText></osis>`
    for (const [chapter, verse] of [
      ['osisID="Titus.1"', 'osisID="1"'],
      ['osisID="1"', 'osisID="1.1"'],
      ['n="1"', 'n="1"'],
    ])
      expect((await taken(osis(`<chapter ${chapter}><verse ${verse}>Paul</verse></chapter>`))).texts).toEqual([
        '1:1 Paul',
      ])
    const { texts, odd } = await taken(
      osis('<verse osisID="Titus.1.16 Titus.2.1">They profess</verse><verse osisID="Titus.2.2">Old men</verse>'),
    )
    expect(texts).toEqual(['1:16 They profess', '2:2 Old men'])
    expect(odd).toContain('1: “Titus.1.16 Titus.2.1” was read as Titus 1:16.')
  })

  it('beyond the count that Bibles have are verses of their own, and those far beyond stand with the verse before', async () => {
    const { texts, odd } = await taken(jude('\\v 25 Amen.\n\\v 26 One more.\n\\v 70 Far off.\n\\v 2 Back.'))
    expect(texts).toEqual(['1:2 Back.', '1:25 Amen.', '1:26 One more. Far off.'])
    expect(odd.slice(0, 3)).toEqual([
      '5: Jude 1:26 is more than the 25 verses that Bibles count there.',
      '6: There is no Jude 1:70: its words stand with Jude 1:26.',
      '7: Jude 1:2 comes after Jude 1:26.',
    ])
  })

  it('that are too high for the first of a chapter are verse 1', async () => {
    const { texts, odd } = await taken(jude('\\v 177 Beloved.\n\\v 2 Mercy.'))
    expect(texts).toEqual(['1:1 Beloved.', '1:2 Mercy.'])
    expect(odd[0]).toBe('4: “177” was read as Jude 1:1.')
  })

  it('that are missing before the first words of a chapter are verse 1', async () => {
    const { texts, verses, odd } = await taken(
      '\\id PSA\n\\c 1\n\\s The Two Paths\n\\q1 Blessed is the man\n\\q2 who walks\n\\q1\n\\v 2 But his delight\n\\c 2\n\\p A note on it\n\\v 1 Why\n',
    )
    expect(texts).toEqual(['1:1 Blessed is the man who walks', '1:2 But his delight', '2:1 Why'])
    expect(verses[0]?.breaks).toHaveLength(2)
    expect(verses[0]?.headings).toEqual([{ kind: 'section', text: 'The Two Paths' }])
    expect(verses[2]?.headings).toEqual([{ kind: 'minor', text: 'A note on it' }])
    expect(odd[0]).toBe('7: The number of Psalm 1:1 is missing before its words.')
  })
})

describe('a verse that is given twice', () => {
  const twice =
    '\\v 1 Jude,\n\\v 2 Mercy\\f + \\ft one\\f*\n\\v 3 Beloved\n\\v 2 \\add and\\add* peace\\f + \\ft two\\f*\n\\v 4 Certain'

  it('is joined, in order, with its notes and spans', async () => {
    const { texts, verses, odd } = await taken(jude(twice))
    expect(texts).toEqual(['1:1 Jude,', '1:2 Mercy and peace', '1:3 Beloved', '1:4 Certain'])
    expect(verses[1]?.notes).toEqual([
      { at: 5, text: 'one' },
      { at: 15, text: 'two' },
    ])
    expect(verses[1]?.spans).toEqual([{ start: 6, end: 9, kind: 'added' }])
    expect(odd).toContain('7: Jude 1:2 comes twice (before: odd.txt, line 5): the words are joined, in order.')
  })

  it('is joined as well right after itself, and to the verses that it was joined with', async () => {
    const { texts } = await taken(
      jude('\\v 1 Jude\n\\v 1 a servant\n\\v 2-4 Mercy\n\\v 3 Beloved\n\\v 5 I will\n\\v 4 Certain'),
    )
    expect(texts).toEqual(['1:1 Jude a servant', '1:2-4 Mercy Beloved Certain', '1:5 I will'])
  })

  it('is there once where it is the same', async () => {
    const { texts, odd } = await taken(jude('\\v 1 Jude\n\\v 2 Mercy\n\\v 1 Jude'))
    expect(texts).toEqual(['1:1 Jude', '1:2 Mercy'])
    expect(odd.some((one) => one.includes('comes twice in the same words'))).toBe(true)
  })

  it('is there once where its words are the same, with the notes and headings of both', async () => {
    const note = (text: string) => `\\f + \\ft ${text}\\f*`
    const { texts, verses, odd } = await taken(
      jude(
        `\\v 1 Jude${note('one')}\n\\v 2 Mercy\n\\s Greetings\n\\v 1 Jude${note('one')}\n\\v 2 ${note('two')}Mercy${note('one')}`,
      ),
    )
    expect(texts).toEqual(['1:1 Jude', '1:2 Mercy'])
    expect(verses[0]?.notes).toEqual([{ at: 4, text: 'one' }])
    expect(verses[0]?.headings?.map(({ text }) => text)).toContain('Greetings')
    expect(verses[1]?.notes).toEqual([
      { at: 0, text: 'two' },
      { at: 5, text: 'one' },
    ])
    expect(odd.filter((one) => one.includes('comes twice in the same words'))).toHaveLength(2)
  })

  it('keeps its number in OSIS too', async () => {
    const verse = (id: string, text: string) => `<verse osisID="Jude.1.${id}">${text}</verse>`
    const { texts } = await taken(
      `<osis><osisText><div type="book" osisID="Jude"><chapter osisID="Jude.1">${verse('1', 'One')}${verse('2', 'two')}${verse('2', 'three')}${verse('4', 'four')}</chapter></div></osisText></osis>`,
    )
    expect(texts).toEqual(['1:1 One', '1:2 two three', '1:4 four'])
  })

  it('is two texts in one when there are hundreds', async () => {
    const psalms = (word: string) =>
      `\\id PSA\n\\c 119\n\\p\n${Array.from({ length: 176 }, (_, n) => `\\v ${n + 1} ${word} ${n}`).join('\n')}\n\\c 78\n\\p\n${Array.from({ length: 72 }, (_, n) => `\\v ${n + 1} ${word} ${n}`).join('\n')}\n`
    await expect(taken({ 'a.usfm': psalms('one'), 'b.usfm': psalms('two') })).rejects.toThrow(
      /^b\.usfm, line \d+: More than 200 verses come twice/,
    )
    const same = await taken({ 'a.usfm': psalms('one'), 'b.usfm': psalms('one') })
    expect(same.texts).toHaveLength(248)
    expect(same.oddTotal).toBeGreaterThan(248)
  })
})

describe('what is missing', () => {
  const chapter = (number: number, verses: number) =>
    `\\c ${number}\n\\p\n${Array.from({ length: verses }, (_, n) => `\\v ${n + 1} Words.`).join('\n')}\n`

  it('is said, book by book, and the text ends where its source ends', async () => {
    const { odd } = await taken({
      'tit.usfm': `\\id TIT\n${chapter(1, 16)}${chapter(3, 9)}`,
      'mrk.usfm': `\\id MRK\n${[45, 28, 35, 41, 43, 56, 37, 38, 50, 52, 33, 44, 37, 72, 47, 8].map((verses, n) => chapter(n + 1, verses)).join('')}`,
      'rut.usfm': `\\id RUT\n${chapter(1, 22)}`,
      'psa.usfm': `\\id PSA\n${chapter(117, 2)}`,
    })
    expect(odd.map((one) => one.replace(/^\d+: /, ''))).toEqual([
      'Psalms ends at chapter 117 of 150.',
      'Psalms has no chapters 1 to 116.',
      'Ruth ends at chapter 1 of 4.',
      'Titus has no chapter 2.',
      'Titus 3 ends at verse 9 of 15.',
    ])
  })

  it.each<[string, number[], string[]]>([
    ['is the fourth chapter of Malachi where the third is without its verses', [14, 17, 18], ['3 of 4']],
    ['is no fourth chapter of Malachi where the third goes on with its verses', [14, 17, 24], []],
    ['is nothing of four chapters of Malachi', [14, 17, 18, 6], []],
  ])('%s', async (_what, chapters, missing) => {
    const { odd } = await taken(`\\id MAL\n${chapters.map((verses, n) => chapter(n + 1, verses)).join('')}`)
    expect(odd.map((one) => one.replace(/^\d+: /, ''))).toEqual(missing.map((end) => `Malachi ends at chapter ${end}.`))
  })

  it('is an empty verse', async () => {
    const { texts, odd } = await taken(jude('\\v 1 Jude\n\\v 2\n\\v 3 Beloved'))
    expect(texts).toEqual(['1:1 Jude', '1:3 Beloved'])
    expect(odd[0]).toBe('5: Jude 1:2 has no words.')
  })

  it('is the chapter of a book that has only one', async () => {
    const { texts, odd } = await taken('\\id JUD\n\\p\n\\v 1 Jude\n\\v 2 Mercy\n')
    expect(texts).toEqual(['1:1 Jude', '1:2 Mercy'])
    expect(odd[0]).toBe('3: The chapter of Jude is not marked.')
  })
})

describe('what is no text of the 66 books', () => {
  it('is passed over by name', async () => {
    const { texts, odd } = await taken(
      '\\id TOB\n\\c 1\n\\v 1 The book\n\\id PSA\n\\c 150\n\\v 6 Praise\n\\c 151\n\\v 1 I was small\n\\id JUD\n\\c 0\n\\p Before all.\n\\v 1 No.\n\\c 1\n\\v 1 Jude\n',
    )
    expect(texts).toEqual(['150:6 Praise', '1:1 Jude'])
    expect(odd.slice(0, 3)).toEqual([
      '1: TOB is none of the 66 books and was passed over.',
      '7: Psalms from chapter 151 on is none of the 66 books and was passed over.',
      '10: What stands as chapter 0 of Jude was left out.',
    ])
  })

  it('is passed over by its English name, too', async () => {
    const lines = [
      { pathlight: 'bible', format: 1, books: 2, verses: 2 },
      { book: 'Prayer of Manasseh', chapter: 1, verse: 1, text: 'O Lord' },
      { book: 'Jude', chapter: 1, verse: 1, text: 'Jude' },
    ]
    const { texts, odd } = await taken(lines.map((line) => JSON.stringify(line)).join('\n'))
    expect(texts).toEqual(['1:1 Jude'])
    expect(odd[0]).toBe('2: Prayer of Manasseh is none of the 66 books and was passed over.')
  })
})

describe('Zefania', () => {
  it('has its remarks as footnotes of the verses that they are on', async () => {
    const { verses, odd } = await taken(
      `<XMLBIBLE><BIBLEBOOK bnumber="65"><CHAPTER cnumber="1"><REMARK vref="2">Before it.</REMARK><VERS vnumber="1">Jude<REMARK>Within.</REMARK>, a servant</VERS><VERS vnumber="2">Mercy</VERS><VERS vnumber="3">Beloved</VERS><REMARK vref="1">Long after.</REMARK><REMARK vref="3">At the end.</REMARK></CHAPTER></BIBLEBOOK></XMLBIBLE>`,
    )
    expect(verses.map(({ text, notes }) => [text, notes])).toEqual([
      [
        'Jude, a servant',
        [
          { at: 4, text: 'Within.' },
          { at: 15, text: 'Long after.' },
        ],
      ],
      ['Mercy', [{ at: 5, text: 'Before it.' }]],
      ['Beloved', [{ at: 7, text: 'At the end.' }]],
    ])
    expect(odd).toContain('-: 4 remarks stand as footnotes.')
  })
})

describe('blanks before punctuation', () => {
  const text = '\\v 1 가로되 , 빛이 있으라 \\add 하시매\\add* .\\f + \\ft 주\\f*\n\\v 2 빛이 ... 있었고 !'

  it('are taken out of a Korean text, and every offset with them', async () => {
    const { texts, verses, odd } = await taken(jude(text), 'ko')
    expect(texts).toEqual(['1:1 가로되, 빛이 있으라 하시매.', '1:2 빛이 ... 있었고!'])
    expect(verses[0]?.spans).toEqual([{ start: 12, end: 15, kind: 'added' }])
    expect(verses[0]?.notes).toEqual([{ at: 16, text: '주' }])
    expect(odd).toContain('-: 2 verses had blanks before punctuation, which were taken out.')
  })

  it('belong to a French one', async () => {
    expect((await taken(jude('\\v 1 Jude ; à ceux : oui !'), 'fr')).texts).toEqual(['1:1 Jude ; à ceux : oui !'])
  })
})

describe('notes', () => {
  it('that are never closed end with their paragraph, and the words after them are text', async () => {
    const { verses, odd } = await taken(jude('\\v 1 Jude\\f + \\ft a note\n\\p\n\\v 2 Mercy'))
    expect(verses.map(({ text, notes }) => [text, notes?.[0]?.text])).toEqual([
      ['Jude', 'a note'],
      ['Mercy', undefined],
    ])
    expect(odd.join()).toContain('5: A note in Jude 1:1 is never closed: it ends with its line.')
  })
})

describe('a file that was cut off', () => {
  const titus = [16, 15, 15].map(
    (verses, chapter) =>
      `\\c ${chapter + 1}\n\\p\n${Array.from({ length: verses }, (_, n) => `\\v ${n + 1} Words of it.`).join('\n')}`,
  )
  const whole = `\\id TIT\n${titus.join('\n')}\n`
  const tenth = whole.lastIndexOf('\\v 10')

  it.each([
    ['in the middle of a verse', whole.slice(0, whole.indexOf('\\c 3') - 60)],
    ['in the middle of the last verse', whole.slice(0, -6)],
    ['in a number', whole.slice(0, whole.lastIndexOf('\\v 14') + 3)],
    ['in the middle of a number', whole.slice(0, tenth + 4)],
    ['in the middle of a title', `${whole.slice(0, tenth)}\\s1 A tit`],
    ['after the number of a chapter', whole.slice(0, whole.indexOf('\\c 3') + 4)],
    ['after the number of a short chapter', `${whole}\\id PSA\n\\c 117`],
    ['in the middle of a chapter’s title', `${whole.slice(0, whole.indexOf('\\c 3') + 4)}\n\\s1 A \\add tit\n`],
    ['after the marker of a line', `${whole.slice(0, tenth)}\\q1`],
  ])('%s is refused', async (_where, text) => {
    await expect(taken(text)).rejects.toThrow(/^odd\.txt, line \d+: .*(cut off|nothing after it)/)
  })

  it('and one that only lacks its last line end is not', async () => {
    expect((await taken(whole.trimEnd())).texts).toHaveLength(46)
  })

  it('and one whose last chapters have only their numbers yet is not', async () => {
    const begun = `${whole.slice(0, whole.indexOf('\\c 2'))}\\c 2\n\\c 3`
    for (const text of [begun, `${begun}\n`]) expect((await taken(text)).texts).toHaveLength(16)
  })
})

describe('what people who write files do not know', () => {
  it('is what a bar means: it is a sign where no attribute follows', async () => {
    const { texts } = await taken(
      jude('\\v 1 \\it Jude | a servant\n\\v 2 \\w Mercy|strong="G1"\\w*\n\\v 3 \\w Beloved|x\\w*'),
    )
    expect(texts).toEqual(['1:1 Jude | a servant', '1:2 Mercy', '1:3 Beloved'])
  })

  it('is how a note, a milestone and a span of words end', async () => {
    const { verses } = await taken(
      `\\id JUD\n\\c 1\n\\p\n\\v 1 Jude\\f \\ft a note\\f*\n\\v 2 \\qt-s Mercy\n\\v 3 x\\f plain words\\f*\n\\v 25 \\wj Amen\n`,
    )
    expect(verses.map(({ verse, text, notes }) => [verse, text, notes?.[0]?.text])).toEqual([
      [1, 'Jude', 'a note'],
      [2, 'Mercy', undefined],
      [3, 'x', 'plain words'],
      [25, 'Amen', undefined],
    ])
  })

  it('is which paragraphs there are: words after a title are no title, and words of two stay apart', async () => {
    const usfm = await taken('\\id 3JN\n\\c 1\n\\p\n\\v 1 The elder\n\\s Greeting\n\\pmine to Gaius\n\\v 2 Beloved\n')
    expect(usfm.texts).toEqual(['1:1 The elder to Gaius', '1:2 Beloved'])
    const usx = await taken(
      '<usx><book id="JUD" style="id">Jude</book><chapter number="1"/><para style="mine"><verse number="1"/>Jude</para><para style="mine">a servant</para></usx>',
    )
    expect(usx.texts).toEqual(['1:1 Jude a servant'])
    const osis = await taken(
      '<osis><osisText><verse osisID="Jude.1.1"><p>Jude</p><closer><salute>Grace</salute><signed>Paul</signed></closer></verse></osisText></osis>',
    )
    expect(osis.texts).toEqual(['1:1 Jude Grace Paul'])
  })

  it('is what XML allows: ampersands, letters by their names in HTML, blank lines before it, controls', async () => {
    const { texts } = await taken(
      '\n\n<?xml version="1.0"?>\n<XMLBIBLE><BIBLEBOOK bnumber="65"><CHAPTER cnumber="1"><VERS vnumber="1">Bel & the Dragon&mdash;caf&eacute; &amp; &quot;\u0002&#233;&quot; AT&T</VERS></CHAPTER></BIBLEBOOK></XMLBIBLE>',
    )
    expect(texts).toEqual(['1:1 Bel & the Dragon—café & "é" AT&T'])
  })

  it('is where a book has its name: in a number before it, in two words, or in Zefania beside a missing number', async () => {
    for (const id of ['65JUD', '65-JUD', 'Jude', '유다서'])
      expect((await taken(`\\id ${id}\n\\c 1\n\\p\n\\v 1 Jude\n`)).texts).toEqual(['1:1 Jude'])
    expect((await taken('\\id 1 John\n\\c 1\n\\p\n\\v 1 That\n')).verses[0]?.book).toBe('1 John')
    const { texts, odd } = await taken(
      '<XMLBIBLE><BIBLEBOOK bnumber="105" bname="Tobit"><CHAPTER cnumber="1"><VERS vnumber="1">No</VERS></CHAPTER></BIBLEBOOK><BIBLEBOOK bname="Jude"><CHAPTER cnumber="1"><CAPTION vref="9">Title</CAPTION><VERS vnumber="1">Jude</VERS></CHAPTER></BIBLEBOOK></XMLBIBLE>',
    )
    expect(texts).toEqual(['1:1 Jude'])
    expect(odd[0]).toBe('1: Tobit is none of the 66 books and was passed over.')
  })
})

it('keeps a title of Zefania that names a verse which is not there', async () => {
  const { verses } = await taken(
    '<XMLBIBLE><BIBLEBOOK bnumber="65"><CHAPTER cnumber="1"><VERS vnumber="1">Jude</VERS><CAPTION vref="9">Late</CAPTION></CHAPTER></BIBLEBOOK></XMLBIBLE>',
  )
  expect(verses[0]?.notes).toEqual([{ at: 4, text: 'Late' }])
})

describe('letters', () => {
  it('are read in the encoding that USFM names', async () => {
    for (const named of ['CP-1252', '1252', 'ISO-8859-1', 'windows-1252']) {
      const bytes = Buffer.from(`\\id JUD\n\\ide ${named}\n\\c 1\n\\p\n\\v 1 Ca\u00f1a caf\u00e9\n`, 'latin1')
      expect((await taken(bytes)).texts).toEqual(['1:1 Caña café'])
    }
    for (const named of ['65001 - Unicode (UTF-8)', 'CP-1252', 'my own'])
      expect((await taken(`\\id JUD\n\\ide ${named}\n\\c 1\n\\p\n\\v 1 café\n`)).texts).toEqual(['1:1 café'])
  })

  it('are of UTF-8 in USFM that names another encoding, also long after its beginning', async () => {
    const many = Array.from({ length: 176 }, (_, at) => `\\v ${at + 1} ${'Blessed are they. '.repeat(30)}`).join('\n')
    const { texts } = await taken(`\\id PSA\n\\ide CP-1252\n\\c 119\n\\p\n${many}\n\\c 120\n\\p\n\\v 1 café\n`)
    expect(texts.at(-1)).toBe('120:1 café')
  })

  it.each(['windows-949', 'EUC-KR', 'cp949', 'MS949', 'ks_c_5601-1987'])('are all of Hangul in %s', async (named) => {
    // The syllable 똠, which is not among the 2,350 syllables of the original EUC-KR, and 태초.
    const text = '\x8cc \xc5\xc2\xc3\xca'
    const xml = `<?xml version="1.0" encoding="${named}"?><XMLBIBLE><BIBLEBOOK bnumber="65"><CHAPTER cnumber="1"><VERS vnumber="1">${text}</VERS></CHAPTER></BIBLEBOOK></XMLBIBLE>`
    expect((await taken(Buffer.from(xml, 'latin1'), 'ko')).texts).toEqual(['1:1 똠 태초'])
  })

  it('are those of any script that a language is written in', async () => {
    expect((await taken(jude('\\v 1 U početku bješe riječ'), 'sr')).texts).toHaveLength(1)
    expect((await taken(jude('\\v 1 В почетку беше реч'), 'sr')).texts).toHaveLength(1)
    await expect(taken(jude('\\v 1 U početku'), 'sr-Cyrl')).rejects.toThrow('name the language so: sr-Latn')
    await expect(taken(jude('\\v 1 태초에'), 'en')).rejects.toThrow('name the language so: en-Hang')
  })

  it('tell the direction of a text', async () => {
    expect((await taken(jude('\\v 1 يَهُوذَا'), 'ar')).direction).toBe('rtl')
    expect((await taken(jude('\\v 1 Jude'), 'en')).direction).toBe('ltr')
  })
})
