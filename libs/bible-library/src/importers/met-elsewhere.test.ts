import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLibrary } from '../library.ts'
import { verifyVersion } from '../verify-version.ts'
import { importBible } from './import-bible.ts'
import { oddInWords } from './odd-places.ts'

// Small made-up files with the peculiarities of texts that other programs wrote.

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'elsewhere-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * Imports a text. Returns its format, its version, its verses, the verses in short form (`texts`), and the
 * irregularities except missing parts.
 */
const taken = async (content: string, language: string | undefined = 'und') => {
  const place = mkdtempSync(join(folder, 'one-'))
  const path = join(place, 'text')
  writeFileSync(path, content)
  const library = join(place, 'library.sqlite')
  const { odd, format } = await importBible({ library, path, code: 'T', ...(language && { language }) })
  const open = openLibrary(library)
  const version = open.version('T')!
  const verses = open.verses('T', 0, 67_000_000)
  expect(verifyVersion(open, version).wrong).toEqual([])
  open.close()
  return {
    format,
    version,
    verses,
    texts: verses.map(({ book, chapter, verse, through, text }) => {
      return `${book} ${chapter}:${verse}${through ? `-${through}` : ''} ${text}`
    }),
    odd: odd.filter(({ kind }) => !/missing|early/.test(kind)).map((one) => `${one.line}: ${oddInWords(one)}`),
  }
}
const osis = (verses: string, header = '') =>
  `<osis><osisText osisIDWork="X">${header}<div type="book" osisID="Matt"><chapter osisID="Matt.4">${verses}</chapter></div></osisText></osis>`
const osisVerse = (words: string) => osis(`<verse osisID="Matt.4.18">${words}</verse>`)

describe('USFM markers inside of a verse', () => {
  it.each([
    ['verse \\fm ∆\\fm*nineteen.', 'verse nineteen.'],
    ['verse \\fm ∆ nineteen.', 'verse ∆ nineteen.'],
    ['two \\xta see\\xta* more', 'two more'],
    ['two \\fr 1:2\\fr* more \\xo 1:3\\xo* words', 'two more words'],
    ['two \\fdc also\\fdc*more \\xdc words', 'two more words'],
    ['two \\+fm ∆\\+fm*more', 'two more'],
    ['a \\vp 5b\\vp* b \\ca 3\\ca* c', 'a b c'],
    ['a \\vp b c', 'a b c'],
    ['a \\iqt said\\iqt* b', 'a said b'],
    ['First\\f + \\ft On it.\\f* and \\rq Mt 1:2\\rq*last', 'First and last'],
  ])('lose no words after them: %s', async (written, text) => {
    const { texts } = await taken(`\\id GEN\n\\c 19\n\\p\n\\v 19 ${written}\n\\v 20 The next.\n`)
    expect(texts).toEqual([`Genesis 19:19 ${text}`, 'Genesis 19:20 The next.'])
  })
})

describe('footnotes that have their words in \\fr', () => {
  const ROWS: readonly (readonly [origin: string, words: string, note: string])[] = [
    ['1:1 Or: that man', '', 'Or: that man'],
    ['1:1 40 days', '', '40 days'],
    ['1.1–2a: ', 'Or that.', 'Or that.'],
    ['1:1 Or: ', 'that', 'Or: that'],
    ['Jude 1:1 Some read it so.', '', 'Some read it so.'],
    ['1 John 1:1 ', 'Or that.', 'Or that.'],
    ['1장 1절 또는: 그 사람', '', '또는: 그 사람'],
    ['1:title ', 'Or that.', 'Or that.'],
    ['Title ', 'Or that.', 'Or that.'],
    ['Words alone', '', 'Words alone'],
    ['Or about 40 men', '', 'Or about 40 men'],
  ]
  const notes = async (content: string) => (await taken(content)).verses[0]?.notes?.map(({ text }) => text.trim())

  it.each(ROWS)('keep them: %s|%s', async (origin, words, note) => {
    const usfm = `\\id JUD\n\\c 1\n\\p\n\\v 1 Jude wrote\\f + \\fr ${origin}${words && `\\ft ${words}`}\\f* this.\n`
    expect(await notes(usfm)).toEqual([note])
    const char = (style: string, text: string) => text && `<char style="${style}">${text}</char>`
    const note_ = `<note caller="+" style="f">${char('fr', origin)}${char('ft', words)}</note>`
    const usx = `<usx version="3.0"><book code="JUD" style="id"/><chapter number="1" style="c"/><para style="p"><verse number="1" style="v"/>Jude wrote${note_} this.</para></usx>`
    expect(await notes(usx)).toEqual([note])
  })

  it('say nothing where they have none', async () => {
    expect(await notes('\\id JUD\n\\c 1\n\\p\n\\v 1 Jude wrote\\f + \\fr 1:1 \\f* this.\n')).toBeUndefined()
  })
})

describe('signs of windows-1252 that were taken for Latin-1', () => {
  it('are what they were there, and part words where they are none', async () => {
    const { texts } = await taken(
      osisVerse('a fishing\u0096net; the lord\u0092s sea\u0085 he said \u0093come\u0094 \u0080 5 here\u0081there'),
    )
    expect(texts).toEqual(['Matthew 4:18 a fishing–net; the lord’s sea… he said “come” € 5 here there'])
  })

  it('are so in notes, titles and other formats, and as numbers of XML', async () => {
    const { verses } = await taken(
      '\\id JUD\n\\c 1\n\\s The lord\u0092s\n\\p\n\\v 1 Jude\u0097\\f + \\ft a\u0096b\\f*\n',
    )
    expect(verses).toMatchObject([
      { text: 'Jude—', headings: [{ text: 'The lord’s' }], notes: [{ at: 5, text: 'a–b' }] },
    ])
    expect((await taken(osisVerse('he said &#147;come&#148;'))).texts).toEqual(['Matthew 4:18 he said “come”'])
  })
})

describe('a chapter whose number was lost', () => {
  const run = (count: number, words: string) =>
    Array.from({ length: count }, (_, at) => `\\v ${at + 1} ${words} ${at + 1}.`).join('\n')

  it('begins where the verses begin again after the last, and this is said', async () => {
    const { texts, odd } = await taken(
      `\\id RUT\n\\c 1\n\\p\n${run(22, 'One')}\n\\p\n${run(23, 'Two')}\n\\c 3\n\\p\n${run(18, 'Three')}\n`,
    )
    expect(texts).toHaveLength(22 + 23 + 18)
    expect(texts.filter((text) => /:1 /.test(text))).toEqual([
      'Ruth 1:1 One 1.',
      'Ruth 2:1 Two 1.',
      'Ruth 3:1 Three 1.',
    ])
    expect(odd).toEqual(['27: Ruth 2 is not marked: verses begin again at 1 there.'])
  })

  it('is not guessed where it comes after all: which of the two is right cannot be told', async () => {
    const twice = `\\id RUT\n\\c 1\n\\p\n${run(22, 'One')}\n${run(22, 'Again')}\n\\c 2\n${run(23, 'Two')}\n`
    await expect(taken(twice)).rejects.toThrow(
      /line 26: The verses of Ruth 1 come twice, and chapter 2 after them: which are right\?/,
    )
  })

  it('is not begun by a verse that comes twice within it, nor after the last of the book', async () => {
    const within = await taken('\\id RUT\n\\c 1\n\\v 1 One.\n\\v 2 Two.\n\\v 1 Again.\n')
    expect(within.texts).toEqual(['Ruth 1:1 One. Again.', 'Ruth 1:2 Two.'])
    const last = await taken(`\\id JUD\n\\c 1\n${run(25, 'One')}\n\\v 1 Again.\n`)
    expect(last.texts[0]).toBe('Jude 1:1 One 1. Again.')
  })
})

describe('what OSIS files say', () => {
  const work = (name: string, title: string) =>
    `<work osisWork="${name}"><title>${title}</title><rights>Creative Commons BY 4.0,\n Test House</rights><language type="IETF">fr</language></work>`

  it('of the text itself is its name, licence and language, unless the person says another', async () => {
    const content = osis(
      '<verse osisID="Matt.4.1">Puis</verse>',
      `<header>${work('Bible', 'Another')}${work('X', 'La Bible de test')}</header>`,
    )
    const { version } = await taken(content, '')
    expect(version).toMatchObject({
      name: 'La Bible de test',
      licence: 'Creative Commons BY 4.0, Test House',
      language: 'fr',
    })
    expect((await taken(content, 'de')).version.language).toBe('de')
  })

  it('outside of any verse in the middle of a line is of the verse before', async () => {
    const { verses } = await taken(
      osis(
        '<verse osisID="Matt.4.1">One,</verse> and the words outside,<verse osisID="Matt.4.2">two.</verse><p>Apart</p><verse osisID="Matt.4.3">three</verse>',
      ),
    )
    expect(verses).toMatchObject([
      { text: 'One, and the words outside,' },
      { text: 'two.' },
      { text: 'three', headings: [{ text: 'Apart' }] },
    ])
    expect(verses[1]).not.toHaveProperty('headings')
  })

  it('has slashes between the parts of Hebrew words, which are none of the text', async () => {
    const { texts } = await taken(osisVerse('<w>וַ/יְהִ֗י</w> <w>בִּ/ימֵי֙</w> and/or 1/2'))
    expect(texts).toEqual(['Matthew 4:18 וַיְהִ֗י בִּימֵי֙ and/or 1/2'])
  })
})

describe('marks of Korean files', () => {
  it('are a title, Selah and verses that are not there', async () => {
    const { verses, odd } = await taken(
      [
        '\\id PSA\n\\c 3\n\\q1\n\\v 1 {다윗이 지은 시} 여호와여 대적이 많은지요\n\\v 2 말하기를 {셀라}',
        '\\id JOS\n\\c 1\n\\p\n\\v 17 청종하리니\n\\v 18 (17절에 포함되어 있음)',
        '\\id ROM\n\\c 16\n\\p\n\\v 23 문안하고\n\\v 24 (없음)\n\\v 25 전파함은 (없음이 아니라) 있음',
      ].join('\n'),
    )
    expect(verses.map(({ verse, text }) => `${verse} ${text}`)).toEqual([
      '17 청종하리니',
      '1 여호와여 대적이 많은지요',
      '2 말하기를 셀라',
      '23 문안하고',
      '25 전파함은 (없음이 아니라) 있음',
    ])
    expect(verses[1]?.headings).toEqual([{ kind: 'psalm', text: '다윗이 지은 시' }])
    expect(verses[2]?.spans).toEqual([{ start: 5, end: 7, kind: 'selah' }])
    expect(odd).toEqual(['10: Joshua 1:18 has no words.', '15: Romans 16:24 has no words.'])
  })

  it('leave words in braces that are no title', async () => {
    const { texts } = await taken('\\id PSA\n\\c 3\n\\v 1 {And} he {is} here.\n\\v 2 {그} 사람\n')
    expect(texts).toEqual(['Psalms 3:1 {And} he {is} here.', 'Psalms 3:2 {그} 사람'])
  })
})

it('has no footnote of tags and of nothing', async () => {
  const verse = (note: string) =>
    `<XMLBIBLE biblename="Own"><BIBLEBOOK bnumber="1"><CHAPTER cnumber="1"><VERS vnumber="1">One${note}.</VERS></CHAPTER></BIBLEBOOK></XMLBIBLE>`
  for (const nothing of [
    '<NOTE>&lt;p&gt;<DIV><NOTE><BR art="x-nl"/></NOTE></DIV>&lt;/p&gt;</NOTE>',
    '<NOTE/>',
    '<NOTE> &lt;br/&gt; </NOTE>',
    '<NOTE>&amp;lt;p class="x"&amp;gt;</NOTE>',
  ]) {
    const { verses, version } = await taken(verse(nothing))
    expect([nothing, verses]).toMatchObject([nothing, [{ text: 'One.' }]])
    expect(verses[0]).not.toHaveProperty('notes')
    expect(version.name).toBe('Own')
  }
  const { verses } = await taken(verse('<NOTE>&lt;p&gt;Or &lt;i&gt;first&lt;/i&gt;, 1 &lt; 2&lt;/p&gt;</NOTE>'))
  expect(verses[0]?.notes).toEqual([{ at: 3, text: 'Or first , 1 < 2' }])
})

describe('other formats', () => {
  it('of OpenLP and FreeShow are read: Beblia', async () => {
    const { format, texts, version } = await taken(
      '<?xml version="1.0"?><bible translation="Test Bible" status="x"><testament name="Old"><book number="1"><chapter number="1"><verse number="1">In the beginning.</verse><verse number="2">Empty.</verse></chapter></book></testament><testament name="New"><book number="43"><chapter number="3"><verse number="16">For God.</verse></chapter></book></testament></bible>',
    )
    expect(texts).toEqual(['Genesis 1:1 In the beginning.', 'Genesis 1:2 Empty.', 'John 3:16 For God.'])
    expect([format, version.name]).toEqual(['Beblia or OpenSong', 'Test Bible'])
  })

  it('of OpenSong are read', async () => {
    const { texts } = await taken(
      '<bible><b n="Genesis"><c n="1"><v n="1">In the beginning.</v><v n="2" t="3">Empty.</v></c></b><b n="요한복음"><c n="3"><v n="16">For God.</v></c></b></bible>',
    )
    expect(texts).toEqual(['Genesis 1:1 In the beginning.', 'Genesis 1:2-3 Empty.', 'John 3:16 For God.'])
  })

  it('of USFM in JSON are read: USJ', async () => {
    const content = JSON.stringify({
      type: 'USJ',
      version: '3.1',
      content: [
        { type: 'book', marker: 'id', code: 'JUD', content: ['Own'] },
        { type: 'para', marker: 'mt1', content: ['Jude'] },
        { type: 'chapter', marker: 'c', number: '1' },
        { type: 'para', marker: 's1', content: ['A title'] },
        {
          type: 'para',
          marker: 'p',
          content: [
            { type: 'verse', marker: 'v', number: '1' },
            'Jude wrote ',
            { type: 'char', marker: 'wj', content: ['this'] },
            {
              type: 'note',
              marker: 'f',
              caller: '+',
              content: [
                { type: 'char', marker: 'fr', content: ['1.1 '] },
                { type: 'char', marker: 'ft', content: ['Or that.'] },
              ],
            },
            '.',
          ],
        },
        { type: 'para', marker: 'q2', content: [{ type: 'verse', marker: 'v', number: '2-3' }, 'Peace to all.'] },
      ],
    })
    const { format, verses, texts } = await taken(content)
    expect(format).toBe('USJ')
    expect(texts).toEqual(['Jude 1:1 Jude wrote this.', 'Jude 1:2-3 Peace to all.'])
    expect(verses).toMatchObject([
      {
        headings: [{ kind: 'section', text: 'A title' }],
        spans: [{ start: 11, end: 15, kind: 'jesus' }],
        notes: [{ at: 15, text: 'Or that.' }],
      },
      { breaks: [{ at: 0, kind: 'line', indent: 2 }] },
    ])
    await expect(taken(content.slice(0, -40))).rejects.toThrow(/not well-formed JSON/)
  })

  it.each([
    ['Book,Chapter,Verse,Text\nGenesis,1,1,"In the beginning."\n', /none of OSIS.*Beblia, OpenSong/],
    ['GEN 1:1 In the beginning.\n', /none of OSIS/],
    ['<notes><note/></notes>', /This XML is none of OSIS, USFX, Zefania, USX, Beblia or OpenSong/],
  ])('are refused with the list of those that are read: %s', async (content, message) => {
    await expect(taken(content)).rejects.toThrow(message)
  })
})

it.each([
  [
    '\\id JUD\n\\c 1\\f + \\ft On the chapter.\\f*\n\\p\n\\v 1\\f + \\ft On the verse.\\f*Jude wrote.\n\\v 2\\x - \\xt Rom 1:7\\x*Peace.\n',
    ['Jude 1:1 Jude wrote.', 'Jude 1:2 Peace.'],
  ],
  [
    '\\id MRK\n\\c 9\n\\p\n\\v 43 Cut it off.\n\\v 44 \\mg |type="x-omitted"\\*\n\\v 45 Too.\n\\v 46 \\zms\\*\n\\v 47 Pluck.\n',
    ['Mark 9:43 Cut it off.', 'Mark 9:45 Too.', 'Mark 9:47 Pluck.'],
  ],
  ['\\id PSA\n\\c 92\n\\q1\n\\v 1-3 지존자여\n\\v 4 여호와여\n', ['Psalms 92:1-3 지존자여', 'Psalms 92:4 여호와여']],
  ['\\id GEN\n\\c 1\n\\p\n\\v 1 はじめに\\rb 神|gloss="かみ"\\rb*は\n', ['Genesis 1:1 はじめに神は']],
  [
    '<XMLBIBLE><BIBLEBOOK bnumber="65"><CHAPTER cnumber="1"><VERS vnumber="1">One.</VERS><VERS vnumber="2a">First,</VERS><VERS vnumber="3b">c,</VERS><VERS vnumber="2b">second,</VERS></CHAPTER></BIBLEBOOK></XMLBIBLE>',
    ['Jude 1:1 One.', 'Jude 1:2 First, second,', 'Jude 1:3 c,'],
  ],
])('takes %s as before', async (content, texts) => expect((await taken(content)).texts).toEqual(texts))
