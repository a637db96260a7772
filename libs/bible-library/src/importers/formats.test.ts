import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { BOOKS } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLibrary } from '../library.ts'
import { importBible } from './import-bible.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'formats-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * Writes the files and imports `path` as version T. Returns the import's summary, and the verses without their version.
 */
const imported = async (path: string, files: Record<string, string | Uint8Array>) => {
  const place = mkdtempSync(join(folder, 'one-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    writeFileSync(join(place, name), content)
  }
  const file = join(place, 'library.sqlite')
  const summary = await importBible({
    library: file,
    path: join(place, path),
    code: 'T',
    language: 'und',
    partial: true,
  })
  const library = openLibrary(file)
  const verses = library.verses('T', 0, 67_000_000)
  library.close()
  return { summary, verses: verses.map(({ version: _version, ...verse }) => verse) }
}

/** A passage that each of the following formats writes in its own way. */
const PASSAGE: Omit<Verse, 'version'>[] = [
  {
    book: 'Psalms',
    chapter: 3,
    verse: 1,
    verse_id: 19_003_001,
    text: 'Lord, how many are my foes! How many rise against me.',
    headings: [
      { kind: 'section', text: 'A Morning Prayer' },
      { kind: 'psalm', text: 'A psalm of David.' },
    ],
    breaks: [
      { at: 0, kind: 'line', indent: 1 },
      { at: 28, kind: 'line', indent: 2 },
    ],
    spans: [{ start: 0, end: 4, kind: 'name' }],
  },
  {
    book: 'Psalms',
    chapter: 3,
    verse: 2,
    verse_id: 19_003_002,
    text: '“There is no help for him in God.” Selah',
    breaks: [{ at: 0, kind: 'line', indent: 1 }],
    spans: [{ start: 35, end: 40, kind: 'selah' }],
  },
  {
    book: 'Psalms',
    chapter: 3,
    verse: 3,
    verse_id: 19_003_003,
    text: 'But you are a shield.',
    breaks: [{ at: 0, kind: 'stanza', indent: 1 }],
    spans: [{ start: 8, end: 11, kind: 'added' }],
  },
  {
    book: 'John',
    chapter: 3,
    verse: 1,
    verse_id: 43_003_001,
    text: 'There was a man, a Pharisee.',
    headings: [{ kind: 'section', text: 'Nicodemus' }],
    breaks: [{ at: 0, kind: 'paragraph' }],
    notes: [{ at: 15, text: 'Or: a person & ruler' }],
  },
  {
    book: 'John',
    chapter: 3,
    verse: 2,
    verse_id: 43_003_002,
    text: 'He came by night. Jesus answered: “Very truly, no one',
    through: 3,
    breaks: [{ at: 18, kind: 'paragraph' }],
    spans: [{ start: 34, end: 53, kind: 'jesus' }],
  },
  {
    book: 'John',
    chapter: 3,
    verse: 5,
    verse_id: 43_003_005,
    text: 'can enter.” He said',
    spans: [{ start: 0, end: 11, kind: 'jesus' }],
  },
]

const USFM_PSALMS = String.raw`\id PSA Test
\h Psalms
\toc1 The Psalms
\mt1 Psalms
\ip An introduction.
\c 3
\s A Morning Prayer
\d A psalm of David.
\q1
\v 1 \nd Lord\nd*, how many are my foes!
\q2 How many \w rise|strong="H6965"\w* against me.
\q
\v 2 “There is no help for him in God.” \qs Selah\qs*
\b
\q1
\v 3 But you \add are\add* a shield.\x - \xo 3:3 \xt Ps 28:7\x*
`
const USFM_JOHN = String.raw`\id JHN
\c 3
\s1 Nicodemus
\p
\v 1 There was a man\f + \fr 3:1 \ft Or: a \fq person\ft  & ruler\f*, a
Pharisee.
\v 2-3 He came by night.
\p Jesus answered: \wj “Very truly, no one
\v 4
\v 5 can enter.”\wj* He said
`
const USX_PSALMS = `<?xml version="1.0" encoding="utf-8"?>
<usx version="3.0"><book code="PSA" style="id">Test</book><para style="mt1">Psalms</para>
<chapter number="3" style="c" sid="PSA 3"/>
<para style="s">A Morning Prayer</para><para style="d">A psalm of David.</para>
<para style="q1"><verse number="1" style="v" sid="PSA 3:1"/><char style="nd">Lord</char>, how many are my foes!</para>
<para style="q2">How many <char style="w" strong="H6965">rise</char> against me.<verse eid="PSA 3:1"/></para>
<para style="q"><verse number="2" style="v" sid="PSA 3:2"/>“There is no help for him in God.” <char style="qs">Selah</char><verse eid="PSA 3:2"/></para>
<para style="b"/>
<para style="q1"><verse number="3" style="v" sid="PSA 3:3"/>But you <char style="add">are</char> a shield.<note style="x" caller="-"><char style="xo">3:3 </char><char style="xt">Ps 28:7</char></note><verse eid="PSA 3:3"/></para>
<chapter eid="PSA 3"/></usx>`
const USX_JOHN = `<usx version="2.5"><book code="JHN" style="id"/><chapter number="3" style="c"/>
<para style="s1">Nicodemus</para>
<para style="p"><verse number="1" style="v"/>There was a man<note style="f" caller="+"><char style="fr">3:1 </char><char style="ft">Or: a </char><char style="fq">person</char><char style="ft"> &amp; ruler</char></note>, a
  Pharisee. <verse number="2-3" style="v"/>He came by night.</para>
<para style="p">Jesus answered: <char style="wj">“Very truly, no one <verse number="4" style="v"/><verse number="5" style="v"/>can enter.”</char> He said</para></usx>`

const WAYS: Record<string, { path: string; files: Record<string, string | Uint8Array> }> = {
  'USFM, a folder': { path: 'usfm', files: { 'usfm/20-PSA.sfm': USFM_PSALMS, 'usfm/44-JHN.usfm': USFM_JOHN } },
  'USFM, a zip': {
    path: 'usfm.zip',
    files: {
      'usfm.zip': zipSync({
        'text/JHN.usfm': Buffer.from(USFM_JOHN),
        'text/PSA.usfm': Buffer.from(USFM_PSALMS),
        'copr.htm': Buffer.from('<p>Copyright</p>'),
      }),
    },
  },
  'USFM, one file of two books': { path: 'all.txt', files: { 'all.txt': USFM_PSALMS + USFM_JOHN } },
  'USFM with a byte-order mark and the line ends of Windows': {
    path: 'all.txt',
    files: { 'all.txt': `\ufeff${(USFM_PSALMS + USFM_JOHN).replaceAll('\n', '\r\n')}` },
  },
  'USX, a folder': { path: 'usx', files: { 'usx/PSA.usx': USX_PSALMS, 'usx/JHN.usx': USX_JOHN } },
  'USX, a zip with what the Digital Bible Library puts beside': {
    path: 'dbl.zip',
    files: {
      'dbl.zip': zipSync({
        'metadata.xml': Buffer.from('<DBLMetadata/>'),
        'release/versification.vrs': Buffer.from('# none'),
        'release/styles.xml': Buffer.from('<stylesheet/>'),
        'release/USX_1/PSA.usx': Buffer.from(USX_PSALMS),
        'release/USX_1/JHN.usx': Buffer.from(USX_JOHN),
      }),
    },
  },
  'OSIS with containers': {
    path: 'osis.xml',
    files: {
      'osis.xml': `<?xml version="1.0" encoding="UTF-8"?>
<osis xmlns="http://www.bibletechnologies.net/2003/OSIS/namespace"><osisText osisIDWork="T"><header><work osisWork="T"><title>T</title></work></header>
<div type="introduction"><p>Words before it all.</p></div>
<div type="book" osisID="Ps"><title type="main">Psalms</title><chapter osisID="Ps.3"><title>A Morning Prayer</title><title type="psalm" canonical="true">A psalm of David.</title>
<lg><l level="1"><verse osisID="Ps.3.1"><divineName>Lord</divineName>, how many are my foes!<milestone type="line"/><l level="2">How many <w lemma="strong:H6965">rise</w> against me.</l></verse></l>
<l level="1"><verse osisID="Ps.3.2">“There is no help for him in God.” <l type="selah">Selah</l></verse></l></lg>
<lg><l level="1"><verse osisID="Ps.3.3">But you <transChange type="added">are</transChange> a shield.<note type="crossReference"><reference>Ps 28:7</reference></note></verse></l></lg></chapter></div>
<div type="book" osisID="John"><chapter osisID="John.3"><title>Nicodemus</title>
<p><verse osisID="John.3.1">There was a man<note><reference type="annotateRef">3:1 </reference>Or: a <q>person</q> &amp; ruler</note>, a
Pharisee.</verse>
<verse osisID="John.3.2 John.3.3">He came by night.<milestone type="x-p"/>Jesus answered: <q who="Jesus" marker="">“Very truly, no one</q></verse> <verse osisID="John.3.4"></verse>
<verse osisID="John.3.5"><q who="Jesus" marker="">can enter.”</q> He said</verse></p></chapter></div></osisText></osis>`,
    },
  },
  'OSIS with milestones, under a name that says JSON': {
    path: 'osis.json',
    files: {
      'osis.json': `<osis><osisText osisIDWork="T"><div type="bookGroup"><div type="book" osisID="Ps"><chapter sID="Ps.3" osisID="Ps.3"/><title>A Morning Prayer</title><title type="psalm">A psalm of David.</title>
<lg><l level="1"><verse sID="Ps.3.1" osisID="Ps.3.1"/><divineName>Lord</divineName>, how many are my foes!</l><l level="2">How many rise against me.<verse eID="Ps.3.1"/></l>
<l level="1"><verse sID="Ps.3.2" osisID="Ps.3.2"/>“There is no help for him in God.”</l><l type="selah">Selah<verse eID="Ps.3.2"/></l>
<lb type="x-p"/><l level="1"><verse sID="Ps.3.3" osisID="Ps.3.3"/>But you <transChange type="added">are</transChange> a shield.<verse eID="Ps.3.3"/></l></lg><chapter eID="Ps.3"/></div>
<div type="book" osisID="John"><chapter sID="John.3" osisID="John.3"/><title>Nicodemus</title><p><verse sID="John.3.1" osisID="John.3.1"/>There was a man<note>Or: a person &#38; ruler</note>, a Pharisee.<verse eID="John.3.1"/>
<verse sID="a" osisID="Bible:John.3.2-Bible:John.3.3"/>He came by night.</p><p>Jesus answered: <q who="Jesus" sID="q1" marker="“"/>Very truly, no one <verse eID="a"/><verse sID="John.3.5" osisID="John.3.5"/>can enter.<q who="Jesus" eID="q1" marker="”"/> He said<verse eID="John.3.5"/></p><chapter eID="John.3"/></div></div></osisText></osis>`,
    },
  },
  USFX: {
    path: 'usfx.xml',
    files: {
      'usfx.xml': `\ufeff<?xml version="1.0" encoding="utf-8"?><usfx><languageCode>eng</languageCode><book id="FRT"><id id="FRT"/><p>Words before it all.</p></book>
<book id="PSA"><id id="PSA">Test</id><h>Psalms</h><p sfm="mt" style="mt">Psalms</p><c id="3"/><s level="1">A Morning Prayer</s><d>A psalm of David.</d>
<q level="1"><v id="1" bcv="PSA.3.1"/><nd>Lord</nd>, how many are my foes!</q><q level="2">How many <w s="H6965">rise</w> against me.<ve/></q>
<q level="1"><v id="2"/>“There is no help for him in God.” <qs>Selah</qs><ve/></q><b/><q level="1"><v id="3"/>But you <add>are</add> a shield.<x caller="-"><xo>3:3 </xo><xt>Ps 28:7</xt></x><ve/></q></book>
<book id="JHN"><c id="3"/><s>Nicodemus</s><p><v id="1"/>There was a man<f caller="+"><fr>3:1 </fr><ft>Or: a </ft><fq>person</fq><ft> &amp; ruler</ft></f>, a Pharisee.
<ve/><v id="2-3"/>He came by night.</p><p>Jesus answered: <wj>“Very truly, no one</wj> <ve/><v id="4"/><ve/><v id="5"/><wj>can enter.”</wj> He said<ve/></p></book></usfx>`,
    },
  },
  'Pathlight JSON': {
    path: 'bible.jsonl',
    files: {
      'bible.jsonl': [
        { pathlight: 'bible', format: 1, books: 2, verses: PASSAGE.length },
        ...PASSAGE.map(({ verse_id: _id, ...verse }) => verse),
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    },
  },
}

describe.each(Object.entries(WAYS))('%s', (_name, { path, files }) => {
  it('arrives as the same verses as in every other format', async () => {
    const { verses, summary } = await imported(path, files)
    expect(verses).toEqual(PASSAGE)
    expect(summary).toMatchObject({ books: 2, verses: 6, bridges: 1 })
  })
})

describe('Zefania', () => {
  const zefania = `\ufeff<?xml version="1.0" encoding="utf-8"?><!-- a comment --><XMLBIBLE biblename="T"><INFORMATION><title>T</title></INFORMATION>
<BIBLEBOOK bnumber="19" bname="Psalms"><CHAPTER cnumber="3"><CAPTION vref="1">A Morning Prayer</CAPTION><VERS vnumber="1">Lord, how many are my foes! <BR art="x-nl"/>How many <gr str="6965">rise</gr> against me.</VERS></CHAPTER></BIBLEBOOK>
<BIBLEBOOK bnumber="43" bname="John"><CHAPTER cnumber="3"><VERS vnumber="1">There was a man
 <DIV><NOTE type="x-studynote">a ruler</NOTE></DIV>, a Pharisee.</VERS>
<VERS vnumber="2-3">He <STYLE css="color:#808080;font-style:italic">came</STYLE>: <STYLE css="color:#FF0000">“Very truly”</STYLE></VERS><VERS vnumber="4"></VERS></CHAPTER></BIBLEBOOK>
<BIBLEBOOK bnumber="69" bname="Tobit"><CHAPTER cnumber="1"><VERS vnumber="1">Left out.</VERS></CHAPTER></BIBLEBOOK></XMLBIBLE>`

  it('keeps titles, lines, notes and what it says by colour', async () => {
    const { verses, summary } = await imported('z.xml', { 'z.xml': zefania })
    expect(verses.map(({ verse_id, book: _b, chapter: _c, verse: _v, ...rest }) => [verse_id, rest])).toEqual([
      [
        19_003_001,
        {
          text: 'Lord, how many are my foes! How many rise against me.',
          headings: [{ kind: 'section', text: 'A Morning Prayer' }],
          breaks: [{ at: 28, kind: 'line', indent: 1 }],
        },
      ],
      [43_003_001, { text: 'There was a man, a Pharisee.', notes: [{ at: 15, text: 'a ruler' }] }],
      [
        43_003_002,
        {
          text: 'He came: “Very truly”',
          through: 3,
          spans: [
            { start: 3, end: 7, kind: 'added' },
            { start: 9, end: 21, kind: 'jesus' },
          ],
        },
      ],
    ])
    expect(summary).toMatchObject({ format: 'Zefania', empty: 1, bridges: 1, leftOut: ['Tobit'] })
  })

  it('has words of two styles apart, also where the blank was forgotten, but no Korean particle from its word', async () => {
    const verse = (number: number, words: string) => `<VERS vnumber="${number}">${words}</VERS>`
    const styled = (words: string, css: string) => `<STYLE css="${css}">${words}</STYLE>`
    const words = [
      styled('I am', 'color:#FF0000') + styled('he', 'font-style:italic'),
      styled('예수', 'color:#FF0000') + styled('께서', 'font-style:italic'),
      `s${styled('he', 'font-style:italic')}`,
    ]
    const text = words.map((one, at) => verse(at + 1, one)).join('')
    const xml = `<XMLBIBLE><BIBLEBOOK bnumber="65"><CHAPTER cnumber="1">${text}</CHAPTER></BIBLEBOOK></XMLBIBLE>`
    const { verses } = await imported('styles.xml', { 'styles.xml': xml })
    expect(verses.map((one) => one.text)).toEqual(['I am he', '예수께서', 'she'])
    expect(verses[0]?.spans).toContainEqual({ start: 5, end: 7, kind: 'added' })
  })
})

describe('what files in the wild do', () => {
  const osis = (verses: string, attributes = '') =>
    `<osis><osisText><div type="book" osisID="Gen"><chapter osisID="Gen.1"${attributes}>${verses}</chapter></div></osisText></osis>`
  const versesOf = async (xml: string | Uint8Array) => (await imported('x.xml', { 'x.xml': xml })).verses

  it('takes a title in angle brackets at a verse’s start for a section title, and counts offsets without it', async () => {
    const [verse] = await versesOf(
      osis('<verse osisID="Gen.1.1">&lt;천지 창조&gt; 태초에 <transChange type="added">하나님이</transChange></verse>'),
    )
    expect(verse).toMatchObject({
      text: '태초에 하나님이',
      headings: [{ kind: 'section', text: '천지 창조' }],
      spans: [{ start: 4, end: 8, kind: 'added' }],
    })
  })

  it('reads text that was escaped twice', async () => {
    const [verse] = await versesOf(
      osis('<verse osisID="Gen.1.1">Tom &amp;amp; &amp;quot;Ann&amp;quot; &amp;#8212; &amp;lt;3</verse>'),
    )
    expect(verse?.text).toBe('Tom & "Ann" — <3')
  })

  it('takes off the quotation marks of a spreadsheet, and only those', async () => {
    const plain = Array.from({ length: 5 }, (_, n) => `<verse osisID="Gen.1.${n + 1}">No comma here</verse>`).join('')
    const quoted = Array.from(
      { length: 25 },
      (_, n) => `<verse osisID="Gen.1.${n + 6}">"He said ""no"", and went"</verse>`,
    ).join('')
    const verses = await versesOf(osis(plain + quoted))
    expect(verses[5]?.text).toBe('He said "no", and went')
    const spoken = await versesOf(
      osis('<verse osisID="Gen.1.1">"Light, be"</verse><verse osisID="Gen.1.2">And it was, at once</verse>'),
    )
    expect(spoken[0]?.text).toBe('"Light, be"')
  })

  it('joins letters that are written in parts, as Korean files from a Mac are', async () => {
    const [verse] = await versesOf(osis(`<verse osisID="Gen.1.1">${'태초에'.normalize('NFD')}</verse>`))
    expect(verse?.text).toBe('태초에')
  })

  it.each([
    ['UTF-16, little end first', Buffer.from(`\ufeff${osis('<verse osisID="Gen.1.1">태초에</verse>')}`, 'utf16le')],
    [
      'UTF-16, big end first',
      Buffer.from(`\ufeff${osis('<verse osisID="Gen.1.1">태초에</verse>')}`, 'utf16le').swap16(),
    ],
    [
      'EUC-KR that the file declares',
      Buffer.concat([
        Buffer.from(
          '<?xml version="1.0" encoding="EUC-KR"?><osis><osisText><div type="book" osisID="Gen"><chapter osisID="Gen.1"><verse osisID="Gen.1.1">',
        ),
        Buffer.from([0xc5, 0xc2, 0xc3, 0xca, 0xbf, 0xa1]),
        Buffer.from('</verse></chapter></div></osisText></osis>'),
      ]),
    ],
  ])('reads %s', async (_name, bytes) => {
    const [verse] = await versesOf(bytes)
    expect(verse?.text).toBe('태초에')
  })

  it('puts the parts of a verse together, and a title between them before it', async () => {
    const { verses } = await imported('gen.usfm', {
      'gen.usfm':
        '\\id GEN\n\\c 2\n\\p\n\\v 4a This is the account.\n\\s The garden\n\\p\n\\v 4b In the day\n\\v 5 no plant\n',
    })
    expect(verses.map(({ verse, text, headings }) => ({ verse, text, headings }))).toEqual([
      { verse: 4, text: 'This is the account. In the day', headings: [{ kind: 'section', text: 'The garden' }] },
      { verse: 5, text: 'no plant', headings: undefined },
    ])
  })

  it('keeps an omitted verse that has a footnote, and the numbers of those around it', async () => {
    const { verses } = await imported('jhn.usfm', {
      'jhn.usfm': '\\id JHN\n\\c 5\n\\p\n\\v 3 waiting\n\\v 4 \\f + \\ft Some add: an angel\\f*\n\\v 5 One man\n',
    })
    expect(verses.map(({ verse, text, notes }) => [verse, text, notes?.length])).toEqual([
      [3, 'waiting', undefined],
      [4, '', 1],
      [5, 'One man', undefined],
    ])
  })

  it('takes verse 0 of a psalm for its title', async () => {
    const { verses } = await imported('z.xml', {
      'z.xml':
        '<XMLBIBLE><BIBLEBOOK bnumber="19"><CHAPTER cnumber="3"><VERS vnumber="0">A psalm of David.</VERS><VERS vnumber="1">Lord</VERS></CHAPTER></BIBLEBOOK></XMLBIBLE>',
    })
    expect(verses).toHaveLength(1)
    expect(verses[0]).toMatchObject({
      verse: 1,
      text: 'Lord',
      headings: [{ kind: 'psalm', text: 'A psalm of David.' }],
    })
  })

  it('leaves out alignments, sidebars and figures of USFM 3', async () => {
    const { verses } = await imported('rut.usfm', {
      'rut.usfm':
        '\\id RUT\n\\c 1\n\\p\n\\v 1 \\zaln-s |x-strong="H1" x-content="וַ"\\*\\w In|x-occurrence="1"\\w*\\zaln-e\\* \\w the|x="2"\\w* days\\fig A map|src="map.jpg" size="col"\\fig*\n\\esb\n\\p A box.\n\\esbe\n\\p\n\\v 2 of judges~only\n',
    })
    expect(verses.map(({ text }) => text)).toEqual(['In the days', 'of judges\u00a0only'])
  })

  it('lays lines of Chinese side by side without a space', async () => {
    const { verses } = await imported('psa.usfm', {
      'psa.usfm': '\\id PSA\n\\c 23\n\\q1\n\\v 1 耶和華是我的牧者，\n\\q2 我必不致缺乏。\n',
    })
    expect(verses[0]).toMatchObject({
      text: '耶和華是我的牧者，我必不致缺乏。',
      breaks: [
        { at: 0, kind: 'line', indent: 1 },
        { at: 9, kind: 'line', indent: 2 },
      ],
    })
  })

  it.each(['\u3000', '\u00a0', '~', '\u2003'])('begins no verse with white space: %j', async (space) => {
    const { verses } = await imported('psa.usfm', {
      'psa.usfm': `\\id PSA\n\\c 23\n\\p\n\\v 1 ${space}\\f + \\ft A note.\\f*${space}\\nd 耶和華\\nd*是我的牧者。\n`,
    })
    expect(verses[0]).toMatchObject({
      text: '耶和華是我的牧者。',
      notes: [{ at: 0, text: 'A note.' }],
      spans: [{ start: 0, end: 3, kind: 'name' }],
    })
  })

  it('has no line of white space at the end of a verse', async () => {
    const { verses } = await imported('psa.usfm', {
      'psa.usfm': '\\id PSA\n\\c 23\n\\q1\n\\v 1 The Lord\n\\q2 ~\n\\q1\n\\v 2 He makes me\n',
    })
    expect(verses).toMatchObject([
      { text: 'The Lord', breaks: [{ at: 0, kind: 'line', indent: 1 }] },
      { text: 'He makes me', breaks: [{ at: 0, kind: 'line', indent: 1 }] },
    ])
  })

  it('takes a folder that has each chapter of a whole Bible in a file of its own', async () => {
    const chapters = BOOKS.flatMap((book) => Array.from({ length: chapterCount(book) }, (_, n) => ({ book, n })))
    const files = chapters.map(({ book: { index, usfm }, n }) => [
      `chapters/${100 + index}-${1000 + n}.usfm`,
      `\\id ${usfm}\n\\c ${n + 1}\n\\p\n\\v 1 Words.\n`,
    ])
    const { verses } = await imported('chapters', Object.fromEntries(files))
    expect(verses).toHaveLength(1_189)
  })

  it('keeps what stands after the last verse of a book as a note on it', async () => {
    const [verse] = await versesOf(
      '<osis><osisText><div type="book" osisID="Titus"><chapter osisID="Titus.3"><verse osisID="Titus.3.15">Amen.</verse></chapter><div type="colophon"><p>Written to Titus.</p></div></div></osisText></osis>',
    )
    expect(verse).toMatchObject({ text: 'Amen.', notes: [{ at: 5, text: 'Written to Titus.' }] })
  })
})
