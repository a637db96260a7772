import type { Verse } from '@pathlight/contracts/bible.ts'
import { bookByIndex } from '@pathlight/scripture/books.ts'
import { describe, expect, it } from 'vitest'
import { readOsis } from './osis.ts'
import type { ScriptureReader } from './scripture-reader.ts'
import { receiveScripture, type ScriptureReceiver } from './scripture-receiver.ts'
import { readUsfm } from './usfm.ts'
import { readUsfx } from './usfx.ts'
import { readUsx } from './usx.ts'
import { readZefania } from './zefania.ts'

/** Reads a text. Returns the verses by reference, without the fields that follow from the reference. */
const read = (format: (receiver: ScriptureReceiver) => ScriptureReader, text: string, strict = false) => {
  const verses: Record<string, Omit<Verse, 'version' | 'book' | 'chapter' | 'verse' | 'verse_id'>> = {}
  const receiver = receiveScripture(
    { file: 'test', line: 1 },
    ({ verse_id: id, ...verse }) => {
      const book = bookByIndex(Math.floor(id / 1_000_000))?.osis
      verses[`${book} ${Math.floor(id / 1000) % 1000}:${id % 1000}`] = verse
      return 'new'
    },
    strict,
  )
  const reader = format(receiver)
  reader.write(text)
  reader.end()
  return { verses, ...receiver.end() }
}
const osis = (inBook: string) =>
  read(readOsis, `<osis><osisText><div type="book" osisID="John">${inBook}</div></osisText></osis>`).verses
const usfm = (inBook: string, strict = false) => read(readUsfm, `\\id JHN\n${inBook}`, strict)

describe('titles', () => {
  const psalm = { headings: [{ kind: 'psalm', text: 'A psalm.' }], text: 'Lord' }

  it('stay with the verse that they stand in', () => {
    expect(
      osis(
        '<chapter osisID="John.3"><verse osisID="John.3.1"><title>Nicodemus</title>A man</verse><verse osisID="John.3.2">came</verse></chapter>',
      ),
    ).toEqual({
      'John 3:1': { text: 'A man', headings: [{ kind: 'section', text: 'Nicodemus' }] },
      'John 3:2': { text: 'came' },
    })
  })

  it('take their notes along', () => {
    expect(
      osis(
        '<chapter osisID="John.3"><verse osisID="John.3.1"><title>Nicodemus<note>A Pharisee.</note></title>A man</verse><verse osisID="John.3.2">came</verse></chapter>',
      ),
    ).toEqual({
      'John 3:1': {
        text: 'A man',
        headings: [{ kind: 'section', text: 'Nicodemus' }],
        notes: [{ at: 0, text: 'A Pharisee.' }],
      },
      'John 3:2': { text: 'came' },
    })
  })

  it('do not join the words around them', () => {
    expect(
      osis('<chapter osisID="John.3"><verse osisID="John.3.1">A man<title>By night</title>came</verse></chapter>'),
    ).toEqual({ 'John 3:1': { text: 'A man came', headings: [{ kind: 'section', text: 'By night' }] } })
  })

  it.each([
    [
      'USX',
      readUsx,
      '<usx><book code="PSA"/><chapter number="3"/><para style="d"><verse number="1"/>A psalm.</para><para style="p"><verse number="2"/>Lord</para></usx>',
    ],
    [
      'USFX',
      readUsfx,
      '<usfx><book id="PSA"><c id="3"/><d><v id="1"/>A psalm.<ve/></d><p><v id="2"/>Lord<ve/></p></book></usfx>',
    ],
    [
      'OSIS',
      readOsis,
      '<osis><div type="book" osisID="Ps"><chapter osisID="Ps.3"><title type="psalm"><verse sID="a" osisID="Ps.3.1"/>A psalm.<verse eID="a"/></title><p><verse osisID="Ps.3.2">Lord</verse></p></chapter></div></osis>',
    ],
    ['USFM', readUsfm, '\\id PSA\n\\c 3\n\\d\n\\v 1 A psalm.\n\\p\n\\v 2 Lord\n'],
  ])('that are numbered as a verse are that verse in %s', (_name, format, text) => {
    expect(read(format, text).verses).toMatchObject({ 'Ps 3:1': { text: 'A psalm.' }, 'Ps 3:2': { text: 'Lord' } })
  })

  it('do not push out the title of a psalm that is numbered as verse 0', () => {
    const { verses } = read(readUsfm, '\\id PSA\n\\c 3\n\\v 0 A psalm.\n\\s Morning\n\\q1\n\\v 1 Lord\n')
    expect(verses['Ps 3:1']?.headings).toEqual([...psalm.headings, { kind: 'section', text: 'Morning' }])
  })

  it('of the book itself are none of its first verse, nor are the words and notes that introduce it', () => {
    const first = { 'John 1:1': { text: 'In the beginning', breaks: [{ at: 0, kind: 'paragraph' }] } }
    expect(
      osis(
        '<title>The Gospel of John</title><p>Written last.<note>Or not.</note></p><chapter osisID="John.1"><p><verse osisID="John.1.1">In the beginning</verse></p></chapter>',
      ),
    ).toEqual(first)
    expect(
      usfm('\\mt John\\f + \\ft A name.\\f*\n\\ip Last.\\f + \\ft Or not.\\f*\n\\c 1\n\\p\n\\v 1 In the beginning\n')
        .verses,
    ).toEqual(first)
  })

  it('are taken off one after another where they stand in angle brackets', () => {
    expect(usfm('\\c 3\n\\v 1 <첫째> <둘째> 말씀\n').verses).toEqual({
      'John 3:1': {
        text: '말씀',
        headings: [
          { kind: 'section', text: '첫째' },
          { kind: 'section', text: '둘째' },
        ],
      },
    })
  })
})

describe('what stands between verses', () => {
  it('goes to the next chapter when it has begun', () => {
    expect(usfm('\\c 3\n\\p\n\\v 36 wrath\n\\c 4\n\\p At the well\n\\v 1 When\n').verses).toMatchObject({
      'John 3:36': { text: 'wrath' },
      'John 4:1': { text: 'When', headings: [{ kind: 'minor', text: 'At the well' }] },
    })
  })

  it('is a note on the last verse of a chapter that it ends', () => {
    expect(
      osis(
        '<chapter osisID="John.3"><verse osisID="John.3.36">wrath</verse><p>Amen.</p></chapter><chapter osisID="John.4"><title>The well</title><verse osisID="John.4.1">When</verse></chapter>',
      ),
    ).toMatchObject({
      'John 3:36': { text: 'wrath', notes: [{ at: 5, text: 'Amen.' }] },
      'John 4:1': { text: 'When', headings: [{ kind: 'section', text: 'The well' }] },
    })
  })

  it('is part of the verse before when it ends its sentence, and of the next when it opens one', () => {
    expect(
      osis(
        '<chapter osisID="John.3"><verse osisID="John.3.1">He:</verse> <q sID="q" who="Jesus" marker="“"/><verse osisID="John.3.2">come</verse><q eID="q" marker="”"/> <verse osisID="John.3.3">went</verse></chapter>',
      ),
    ).toEqual({
      'John 3:1': { text: 'He:' },
      'John 3:2': { text: '“come”', spans: [{ start: 0, end: 6, kind: 'jesus' }] },
      'John 3:3': { text: 'went' },
    })
  })

  it('is a note on the verse before unless a title or paragraph came between', () => {
    const verses = osis(
      '<chapter osisID="John.3"><verse osisID="John.3.1">One</verse><note>of one</note><p><note>of two</note><verse osisID="John.3.2">Two</verse></p></chapter>',
    )
    expect(verses['John 3:1']?.notes).toEqual([{ at: 3, text: 'of one' }])
    expect(verses['John 3:2']?.notes).toEqual([{ at: 0, text: 'of two' }])
  })
})

it('ends the words of Jesus at the milestone of the same name, which need not say whose they are', () => {
  expect(
    osis(
      '<chapter osisID="John.3"><verse osisID="John.3.36">He: <q sID="q1" who="Jesus"/>come</verse></chapter><chapter osisID="John.4"><verse osisID="John.4.1">and see<q eID="q1"/> he said</verse><verse osisID="John.4.2">then</verse></chapter>',
    ),
  ).toEqual({
    'John 3:36': { text: 'He: come', spans: [{ start: 4, end: 8, kind: 'jesus' }] },
    'John 4:1': { text: 'and see he said', spans: [{ start: 0, end: 7, kind: 'jesus' }] },
    'John 4:2': { text: 'then' },
  })
})

it.each([
  [
    'USFM',
    readUsfm,
    '\\id JHN\n\\c 3\n\\p\n\\v 36 He: \\qt-s |sid="a" who="Jesus"\\*come\n\\c 4\n\\p\n\\v 1 and \\qt2-s |sid="b" who="Moses"\\*see\\qt2-e |eid="b"\\*\\qt-e |eid="a"\\* he said\n',
  ],
  [
    'USFM that names only who speaks',
    readUsfm,
    '\\id JHN\n\\c 3\n\\p\n\\v 36 He: \\qt-s |Jesus\\*come\n\\c 4\n\\p\n\\v 1 and see\\qt-e\\* he said\n',
  ],
  [
    'USX',
    readUsx,
    '<usx version="3.0"><book code="JHN"/><chapter number="3"/><para style="p"><verse number="36"/>He: <ms style="qt-s" sid="a" who="Jesus"/>come</para><chapter number="4"/><para style="p"><verse number="1"/>and see<ms style="qt-e" eid="a"/> he said</para></usx>',
  ],
])('keeps the words of Jesus between the milestones of %s, over verses and chapters', (_name, format, text) => {
  expect(read(format, text).verses).toMatchObject({
    'John 3:36': { text: 'He: come', spans: [{ start: 4, end: 8, kind: 'jesus' }] },
    'John 4:1': { text: 'and see he said', spans: [{ start: 0, end: 7, kind: 'jesus' }] },
  })
})

it('begins a paragraph at the divisions that stand for one in OSIS, and at no end of one', () => {
  const verses = osis(
    '<chapter osisID="John.3"><div type="x-p" sID="a"/><verse osisID="John.3.1">one</verse><div type="x-p" eID="a"/><verse osisID="John.3.2">two</verse><div type="paragraph"><verse osisID="John.3.3">three</verse></div></chapter>',
  )
  expect(Object.values(verses).map(({ breaks }) => breaks?.[0])).toEqual([
    { at: 0, kind: 'paragraph' },
    undefined,
    { at: 0, kind: 'paragraph' },
  ])
})

it('puts a title of Zefania before the verse that it names', () => {
  const { verses } = read(
    readZefania,
    '<XMLBIBLE><BIBLEBOOK bnumber="43"><CHAPTER cnumber="3"><CAPTION vref="1">Night</CAPTION><CAPTION vref="3">Birth</CAPTION><VERS vnumber="1">one</VERS><VERS vnumber="2">two</VERS><VERS vnumber="3">three</VERS><CAPTION>Wind</CAPTION><VERS vnumber="4"><CAPTION vref="4">Still</CAPTION>four</VERS></CHAPTER></BIBLEBOOK></XMLBIBLE>',
  )
  expect(Object.values(verses).map(({ headings }) => headings?.map(({ text }) => text))).toEqual([
    ['Night'],
    undefined,
    ['Birth'],
    ['Wind', 'Still'],
  ])
})

it('leaves out what Latin Bibles add at the end of Daniel, and says so', () => {
  const { verses, leftOut } = read(
    readUsfm,
    '\\id DAN\n\\c 12\n\\v 13 rest\n\\c 13\n\\p\n\\v 1 Susanna\n\\c 14\n\\v 1 Bel\n\\id HOS\n\\c 1\n\\v 1 word\n',
  )
  expect(verses).toEqual({ 'Dan 12:13': { text: 'rest' }, 'Hos 1:1': { text: 'word' } })
  expect(leftOut).toEqual(['Daniel from chapter 13'])
})

describe('parts of verses', () => {
  it('of joined verses are put together, and no number is lost', () => {
    const { verses, named, bridges, lastVerses } = usfm(
      '\\c 3\n\\v 3a three\n\\v 3b-4 four\n\\v 5 five\n\\v 6-7a six\n\\v 7b seven\n\\v 8a-b eight\n\\v 9 nine\n',
    )
    expect(verses).toEqual({
      'John 3:3': { text: 'three four', through: 4 },
      'John 3:5': { text: 'five' },
      'John 3:6': { text: 'six seven', through: 7 },
      'John 3:8': { text: 'eight' },
      'John 3:9': { text: 'nine' },
    })
    expect({ named, bridges, last: lastVerses.get(43)?.get(3) }).toEqual({ named: 5, bridges: 2, last: 9 })
  })

  it('of OSIS are put together with a space, whether set off by ! or not', () => {
    expect(
      osis(
        '<chapter osisID="John.3"><verse osisID="John.3.1!a">one</verse><verse osisID="John.3.1!b">more</verse><verse osisID="John.3.2a">two</verse><verse osisID="John.3.2b">more</verse></chapter>',
      ),
    ).toEqual({ 'John 3:1': { text: 'one more' }, 'John 3:2': { text: 'two more' } })
  })

  it('are refused when the verse is over, where the text must be as it should', () => {
    expect(() => usfm('\\c 3\n\\v 3a three\n\\v 4 four\n\\v 3b more\n', true)).toThrow(/John 3:3 comes twice/)
    expect(() => usfm('\\c 3\n\\v 0a none\n', true)).toThrow(/no verse John 3:0/)
  })
})

it('takes the book from the chapter or the work before it, where the division says none', () => {
  const { verses } = read(
    readOsis,
    '<osis><div type="book"><chapter osisID="John.3"><title>Nicodemus</title><verse osisID="John.3.1">A man</verse></chapter></div><div type="book" osisID="KJV:Titus"><chapter osisID="KJV:Titus.1"><verse osisID="KJV:Titus.1.1">Paul</verse></chapter></div></osis>',
  )
  expect(verses).toEqual({
    'John 3:1': { text: 'A man', headings: [{ kind: 'section', text: 'Nicodemus' }] },
    'Titus 1:1': { text: 'Paul' },
  })
})

it('reads cells of a table that span columns, and loses nothing after them', () => {
  expect(usfm('\\c 3\n\\v 1 One\n\\tr \\tc1-2 two\\tc3 three\n\\p\n\\v 2 Four\n').verses).toMatchObject({
    'John 3:1': { text: 'One two three' },
    'John 3:2': { text: 'Four' },
  })
})

it('takes USFM that begins with empty lines', () => {
  expect(read(readUsfm, '\n\n\\id JHN\n\\c 3\n\\v 1 One\n').verses).toEqual({ 'John 3:1': { text: 'One' } })
})
