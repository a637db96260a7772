import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { BOOKS } from '@pathlight/scripture/books.ts'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLibrary } from '../library.ts'
import { importBible } from './import-bible.ts'
import { ImportRefused } from './import-refused.ts'

let folder = ''
let library = ''

const osis = (inside: string) =>
  `<osis><osisText>\n<div type="book" osisID="Titus">\n${inside}\n</div>\n</osisText></osis>`
const verse = (id: string, text = 'Words.') => `<verse osisID="${id}">${text}</verse>`
/** The whole of Titus, so that a test's change is the only fault. */
const TITUS = [16, 15, 15]
  .flatMap((last, chapter) => Array.from({ length: last }, (_, number) => verse(`Titus.${chapter + 1}.${number + 1}`)))
  .join('\n')
const TITUS_USFM = `\\id TIT\n${[16, 15, 15]
  .map(
    (last, chapter) =>
      `\\c ${chapter + 1}\n\\p\n${Array.from({ length: last }, (_, number) => `\\v ${number + 1} Words.`).join('\n')}`,
  )
  .join('\n')}\n`

const importInto = (path: string, more: Partial<Parameters<typeof importBible>[0]> = {}) =>
  importBible({ library, path, code: 'T', language: 'en', ...more })

/** The content of the library, for a comparison before and after an import. */
const held = () => {
  const open = openLibrary(library)
  const all = open.installed().map((version) => [version, open.verses(version.code, 0, 67_000_000).length])
  const indexed = open.db.prepare('SELECT version, length(verse_ids) FROM search_version').all()
  open.close()
  return JSON.stringify([all, indexed])
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'refusals-'))
  library = join(folder, 'library.sqlite')
  const whole = join(folder, 'titus.xml')
  writeFileSync(whole, osis(TITUS))
  await importInto(whole)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Imports files that must be refused, checks that the library is unchanged, and returns the refusal. */
const refusal = async (
  files: string | Uint8Array | Record<string, string | Uint8Array>,
  more: Partial<Parameters<typeof importBible>[0]> = {},
): Promise<ImportRefused> => {
  const place = mkdtempSync(join(folder, 'bad-'))
  let path = place
  if (typeof files === 'string' || files instanceof Uint8Array) {
    path = join(place, 'bad.file')
    writeFileSync(path, files)
  } else {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(place, name)), { recursive: true })
      writeFileSync(join(place, name), content)
    }
  }
  const before = held()
  const error = await importInto(path, more).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(held()).toBe(before)
  expect(error).toBeInstanceOf(ImportRefused)
  return error as ImportRefused
}

describe('XML that is not to be trusted', () => {
  it.each([
    ['cut off in a tag', osis(TITUS).slice(0, osis(TITUS).indexOf('Titus.2.1') + 3), /line 19: The file was cut off/],
    ['cut off in a text', osis(TITUS).slice(0, osis(TITUS).indexOf('Titus.2.1') + 14), /line 19: The file was cut off/],
    ['cut off before its element', '<?xml version="1.0"?>\n<!-- a', /cut off/],
    ['empty', '', /empty/],
    [
      'of mismatched tags',
      osis('<chapter osisID="Titus.1">\n</verse>'),
      /line 4: This is not well-formed XML: unexpected close tag|line 4: .*unmatched closing tag/,
    ],
    ['with an entity that is not defined', osis(verse('Titus.1.1', 'caf&none;')), /line 3: .*(undefined )?entity/],
    [
      'with a DOCTYPE',
      `<?xml version="1.0"?>\n<!DOCTYPE osis SYSTEM "http://127.0.0.1/x.dtd">\n${osis(TITUS)}`,
      /line 2: The file has a DOCTYPE/,
    ],
    [
      'with an entity bomb',
      `<!DOCTYPE osis [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n + 1} "&a${n || ''};&a${n || ''};">`).join('\n')}]>\n<osis>&a20;</osis>`,
      /has a DOCTYPE/,
    ],
    [
      'with a file of this machine as an entity',
      '<!DOCTYPE osis [<!ENTITY x SYSTEM "file:///etc/passwd">]><osis>&x;</osis>',
      /has a DOCTYPE/,
    ],
    ['nested without end', `<osis>${'<div>'.repeat(5000)}`, /nested more than 100 deep/],
    [
      'with one endless text',
      `<osis><osisText>${'word '.repeat(400_000)}</osisText></osis>`,
      /million characters without a tag/,
    ],
    ['with a comment that never ends', `<!--${'x'.repeat(300_000)}`, /No element within|cut off/],
    ['of another kind', '<notes><b/></notes>', /none of OSIS, USFX, Zefania, USX, Beblia or OpenSong/],
  ])('refuses XML %s', async (_name, content, message) => {
    expect((await refusal(content)).message).toMatch(message)
  })
})

it('tells a long file that was cut off by its end, and not after all of it was read', async () => {
  const whole = osis(`${`<!-- ${'x'.repeat(90)} -->\n`.repeat(2000)}${TITUS}`)
  const read: number[] = []
  const onProgress = ({ bytes }: { bytes: number }) => read.push(bytes)
  for (const text of [whole.slice(0, -20), Buffer.from(`\ufeff${whole.slice(0, -20)}`, 'utf16le')]) {
    const { message, line } = await refusal(text, { onProgress })
    expect(message).toMatch(/cut off: it does not end with <\/osis>/)
    expect(line).toBe(whole.slice(0, -20).split('\n').length)
  }
  expect(read).toHaveLength(2)
  const path = join(folder, 'long.xml')
  writeFileSync(path, Buffer.from(`\ufeff${whole}\n<!-- the end -->\n`, 'utf16le'))
  expect((await importInto(path, { code: 'LONG' })).verses).toBe(46)
})

describe('text in the wrong letters', () => {
  it('names the line of bytes that are not UTF-8', async () => {
    const bytes = Buffer.from(osis(`${verse('Titus.1.1')}\n${verse('Titus.1.2', 'caf# au lait')}`))
    bytes[bytes.indexOf('#')] = 0xe9
    const { message, line } = await refusal(bytes)
    expect(line).toBe(4)
    expect(message).toMatch(/not UTF-8/)
  })

  it('names the line of a bad byte far into a file, with letters of several bytes on the way', async () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `<!-- 태초에 하나님이 ${n} -->`)
    const bytes = Buffer.from(osis(`${lines.join('\n')}\n${verse('Titus.1.1', '#')}`))
    bytes[bytes.lastIndexOf('#')] = 0xff
    expect((await refusal(bytes)).line).toBe(20_003)
  })

  it('refuses EUC-KR that does not say so', async () => {
    const bytes = Buffer.concat([Buffer.from('<osis><osisText>\n'), Buffer.from([0xc5, 0xc2, 0xc3, 0xca, 0xbf, 0xa1])])
    expect((await refusal(bytes)).message).toMatch(/line 2: These bytes are not UTF-8/)
  })

  it('says that a file ends within a letter', async () => {
    const bytes = Buffer.from(`\\id TIT\n\\c 1\n\\p\n\\v 1 태`)
    expect((await refusal(bytes.subarray(0, -1))).message).toMatch(/line 4: .*cut off/)
  })

  it.each(['“It’s café” — señor', '태초에 하나님이 천지를 창조하시니라'])(
    'refuses %s after it was read as Latin-1',
    async (text) => {
      const garbled = Buffer.from(text).toString('latin1')
      const lines = Array.from({ length: 15 }, (_, n) => verse(`Titus.1.${n + 1}`, garbled)).join('\n')
      expect((await refusal(osis(lines))).message).toMatch(/line 3: The letters are garbled/)
    },
  )

  it('takes French, German and Vietnamese as they are', async () => {
    const path = join(folder, 'fr.xml')
    const text = 'Ça, là-bas : « où êtes-vous ? » – Übergröße – Đức Chúa Trời à É à'
    writeFileSync(path, osis(TITUS.replaceAll('Words.', text)))
    expect((await importInto(path, { code: 'FR' })).verses).toBe(46)
  })

  it('refuses letters that were lost before', async () => {
    expect((await refusal(osis(verse('Titus.1.1', 'caf\ufffd')))).message).toMatch(/line 3: .*U\+FFFD/)
  })

  it('refuses a picture, and UTF-16 without its mark', async () => {
    expect((await refusal(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]))).message).toMatch(/not text/)
    expect((await refusal(Buffer.from('<osis/>', 'utf16le'))).message).toMatch(/not text/)
  })

  it('refuses what declares itself to be UTF-16, and is not', async () => {
    const { message } = await refusal(`<?xml version="1.0" encoding="UTF-16"?>\n${osis(TITUS)}`)
    expect(message).toMatch(/line 1: The file declares the encoding UTF-16, but is in another/)
  })

  it('refuses an unknown encoding', async () => {
    expect((await refusal('<?xml version="1.0" encoding="KLINGON-8"?><osis/>')).message).toMatch(/KLINGON-8/)
  })

  it.each([
    ['ISO-8859-1', 'WINDOWS-1252', 'café'],
    ['EUC-KR', 'EUC-KR', '태초에 하나님이'],
    ['windows-1251', 'WINDOWS-1251', 'Павел'],
    ['ISO-8859-1', 'WINDOWS-1252', '태초에 하나님이 천지를 창조하시니라'.repeat(40)],
  ])('refuses UTF-8 that declares itself to be %s', async (declared, named, text) => {
    const { message, line } = await refusal(
      `<?xml version="1.0" encoding="${declared}"?>\n${osis(verse('Titus.1.1', text))}`,
    )
    expect(message).toContain(`The file declares the encoding ${named}, but is UTF-8.`)
    expect(line).toBe(1)
  })

  it('refuses an English text that is said to be Korean, and a Korean one that is said to be English', async () => {
    expect((await refusal(osis(TITUS), { language: 'ko' })).message).toMatch(
      /line \d+: .*said to be Korean, but there are hardly any Hangul letters|said to be Korean/,
    )
    const korean = osis(TITUS.replaceAll('Words.', '바울은'))
    expect((await refusal(korean)).message).toMatch(/said to be English, but there are hardly any Latin letters/)
  })
})

describe('what no Bible holds', () => {
  it.each([
    ['an unknown book', '<osis><osisText>\n<div type="book" osisID="Hezekiah">', /line 2: There is no book "Hezekiah"/],
    ['chapter 999', osis('<chapter osisID="Titus.999">'), /line 3: Titus has 3 chapters; there is no chapter 999/],
    ['joined verses of two books', osis(verse('Titus.3.15 Phlm.1.1')), /line 3: .*one book/],
    ['a verse that names nothing', osis(verse('one')), /line 3: "one" does not name a verse/],
    ['a verse without a name', osis('<verse>Words.</verse>'), /line 3: A verse without an osisID/],
    ['no verse', osis(''), /not one verse|no text/],
    ['book number 0', '<XMLBIBLE>\n<BIBLEBOOK bnumber="0">', /line 2: There is no book number 0/],
    ['a verse number in words', '<usfx><book id="TIT"><c id="1"/>\n<v id="one"/>', /line 2: "one" is no verse number/],
    ['a verse before any chapter', '\\id TIT\n\\p\n\\v 1 Words.\n', /line 3: Verse 1 comes before any chapter/],
    ['USFM that names no book', '\\c 1\n\\p\n\\v 1 Words.\n', /line 1: A chapter or verse that is in no book/],
    ['USX that names no book', '<usx>\n<chapter number="1"/></usx>', /line 2: A chapter or verse that is in no book/],
    [
      'a verse without end',
      `\\id TIT\n\\c 1\n\\v 1 ${'word '.repeat(20_000)}\n`,
      /line 3: More than 50,000 letters in one verse/,
    ],
    [
      'marks piled on a letter',
      `\\id TIT\n\\c 1\n\\v 1 a${'\u0301'.repeat(40_000)} b\n`,
      /line 3: A letter with more than 30/,
    ],
    [
      'marks piled on a letter in pieces',
      `\\id TIT\n\\c 1\n\\v 1 a${'\\add \u0301\u0323\\add*'.repeat(40)}\n`,
      /more than 30 marks/,
    ],
    [
      'marks piled in a note',
      `\\id TIT\n\\c 1\n\\v 1 a\\f + \\ft ${'\u0301'.repeat(90)}\\f* b\n`,
      /more than 30 marks/,
    ],
    [
      'an attribute as long as a book',
      `<osis><osisText><div type="book" osisID="Titus"><verse osisID="${'1'.repeat(6_000)}"/>`,
      /more than 5,000 characters/,
    ],
    ['USFM of an unknown book', '\\id QQQ\n\\c 1\n', /line 1: There is no book "QQQ"/],
    ['a chapter marker with nothing after it', '\\id TIT\n\\c\n\\p\n', /line 2: A chapter marker with nothing/],
    ['words that are never closed', '\\id TIT\n\\c 1\n\\p\n\\v 1 Words \\add of\n', /cut off: \\add is never closed/],
  ])('refuses %s', async (_name, content, message) => {
    expect((await refusal(content)).message).toMatch(message)
    expect((await refusal(content, { strict: true })).message).toMatch(message)
  })

  it.each([
    ['Psalm 151', '\\id PSA\n\\c 151\n\\p\n\\v 1 Small.\n', /line 2: Psalms has 150 chapters; there is no chapter 151/],
    ['chapter 0', osis('<chapter osisID="Titus.0">'), /line 3: .*no chapter 0/],
    ['verse 0', osis(verse('Titus.1.0')), /line 3: There is no verse Titus 1:0/],
    ['verse 99', osis(verse('Titus.1.99')), /line 3: There is no verse Titus 1:99/],
    [
      'a verse twice',
      osis(`${verse('Titus.1.1')}\n${verse('Titus.1.1')}`),
      /line 4: Titus 1:1 comes twice; it was there already at bad\.file, line 3/,
    ],
    [
      'a verse within joined verses before',
      osis(`${verse('Titus.1.1 Titus.1.2')}\n${verse('Titus.1.2')}`),
      /line 4: Titus 1:2 comes twice/,
    ],
    ['a run of verses backwards', '<usfx><book id="TIT"><c id="1"/>\n<v id="4-3"/>', /line 2: 4-3 is no run of verses/],
    [
      'a note that is never closed',
      '\\id TIT\n\\c 1\n\\p\n\\v 1 Words\\f + \\ft a note\n\\v 2 More.\n',
      /line 5: The note \\f of line 4 is never closed/,
    ],
  ])('refuses %s where the text must be as it should', async (_name, content, message) => {
    expect((await refusal(content, { strict: true })).message).toMatch(message)
  })

  it.each([
    [
      'USFM cut off after a verse',
      `${TITUS_USFM.split('\n').slice(0, 25).join('\n')}\n`,
      /line 25: Titus ends at chapter 2 of 3/,
    ],
    [
      'USFM cut off in the last chapter',
      `${TITUS_USFM.split('\n').slice(0, -6).join('\n')}\n`,
      /line \d+: Titus 3 ends at verse \d+ of 15/,
    ],
    [
      'a chapter that ends early, with whole ones after it',
      osis(TITUS.replaceAll(/.*Titus\.1\.(?:[5-9]|1\d)".*\n/g, '')),
      /line 6: Titus 1 ends at verse 4 of 16/,
    ],
    [
      'a chapter that is not there',
      osis(TITUS.replaceAll(/.*Titus\.2\.\d+.*\n/g, '')),
      /line 18: Titus has no chapter 2/,
    ],
  ])(
    'refuses %s where the text must be as it should, unless it is said to be partial',
    async (_name, content, message) => {
      const refused = await refusal(content, { strict: true })
      expect(refused.message).toMatch(message)
      expect(refused.message).toContain('--partial')
      const path = join(folder, 'partial')
      writeFileSync(path, content)
      expect((await importInto(path, { code: 'PARTIAL', strict: true, partial: true })).verses).toBeGreaterThan(0)
    },
  )
})

describe('our own JSON that lies', () => {
  const header = { pathlight: 'bible', format: 1, books: 1, verses: 46 }
  const verses = [16, 15, 15].flatMap((last, chapter) =>
    Array.from({ length: last }, (_, n) => ({ book: 'TIT', chapter: chapter + 1, verse: n + 1, text: 'Some words.' })),
  )
  const lines = (...all: unknown[]) =>
    all.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')

  it.each([
    ['claims 66 books', lines({ ...header, books: 66 }, ...verses), /says 66 books and 46 verses, but holds 1 and 46/],
    [
      'was cut off after a line',
      lines(header, ...verses.slice(0, 40)),
      /says 1 books and 46 verses, but holds 1 and 40/,
    ],
    [
      'was cut off in a line',
      lines(header, ...verses).slice(0, -20),
      /line 47: This line is not JSON; the file may have been cut off/,
    ],
    ['is of a later format', lines({ ...header, format: 2 }), /line 1: Not the first line .*format/],
    ['has an unknown field', lines(header, { ...verses[0], colour: 'red' }), /line 2: Not a verse as described/],
    [
      'has an offset beyond its text',
      lines(header, { ...verses[0], notes: [{ at: 99, text: 'x' }] }),
      /line 2: An offset \(99\) lies beyond/,
    ],
    [
      'has half a letter',
      lines(header, '{"book":"TIT","chapter":1,"verse":1,"text":"\\ud83d"}'),
      /line 2: .*lone surrogate/,
    ],
    ['has a text of another type', lines(header, { ...verses[0], text: ['x'] }), /line 2: .*text/],
    ['has no end of line', `{"pathlight":"bible",${' '.repeat(1_500_000)}`, /million characters/],
  ])('refuses a file that %s', async (_name, content, message) => {
    expect((await refusal(content)).message).toMatch(message)
  })
})

describe('zips that are not to be trusted', () => {
  const zipOf = (files: Record<string, Uint8Array>, level: 0 | 9 = 9) => zipSync(files, { level })
  const usfm = Buffer.from(TITUS_USFM)

  it.each<[string, () => Uint8Array, RegExp]>([
    ['a bomb', () => zipOf({ 'TIT.usfm': Buffer.alloc(20_000_000, '\\v 1 ') }), /more than a hundred times its size/],
    [
      'many small bombs',
      () => zipOf(Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`${n}.usfm`, usfm]))),
      /More than 2,000 files: no Bible has as many chapters/,
    ],
    ['a zip within', () => zipOf({ 'more.zip': zipOf({ 'TIT.usfm': usfm }) }), /A zip within a zip/],
    ['a name that leads out', () => zipOf({ '../../TIT.usfm': usfm }), /cannot be read.*(relative path|\.\.)/],
    ['an absolute name', () => zipOf({ '/etc/TIT.usfm': usfm }), /cannot be read.*absolute path/],
    ['a name of Windows', () => zipOf({ 'C:\\TIT.usfm': usfm }), /cannot be read.*absolute/],
    ['a name that leads out by backslashes', () => zipOf({ '..\\TIT.usfm': usfm }), /cannot be read.*relative path/],
    ['its end cut off', () => zipOf({ 'TIT.usfm': usfm }).subarray(0, -30), /cut off/],
    ['nothing at all', () => zipOf({}), /There is no text in it/],
    ['nothing in it', () => zipOf({ 'readme.txt': Buffer.from('Hello') }), /no text in it/],
    [
      'a wrong text in it',
      () => zipOf({ 'TIT.usfm': usfm, 'GEN.usfm': Buffer.from('\\id GEN\n\\c 99\n') }),
      /GEN\.usfm, line 2: .*no chapter 99/,
    ],
    [
      'two formats',
      () => zipOf({ 'a.usfm': usfm, 'b.xml': Buffer.from(osis(TITUS)) }),
      /b\.xml: This is OSIS, but the file before it USFM/,
    ],
  ])('refuses %s', async (_name, content, message) => {
    expect((await refusal(content())).message).toMatch(message)
  })

  it('refuses a book twice where the text must be as it should', async () => {
    const { message } = await refusal(zipOf({ 'a.usfm': usfm, 'b.usfm': usfm }), { strict: true })
    expect(message).toMatch(/b\.usfm, line 4: Titus 1:1 comes twice; it was there already at a\.usfm, line 4/)
  })

  it('refuses an entry that unpacks to more than the directory says', async () => {
    const zip = Buffer.from(zipOf({ 'TIT.usfm': Buffer.alloc(900_000, '\\v 1 ') }))
    const central = zip.indexOf(Buffer.from('PK\u0001\u0002'))
    // The uncompressed size is in the entry's header and in the directory.
    zip.writeUInt32LE(5000, 22)
    zip.writeUInt32LE(5000, central + 24)
    expect((await refusal(zip)).message).toMatch(/TIT\.usfm.*(cannot be read|more than)/)
  })

  it('says of the last of many books that it is damaged, before all others were read', async () => {
    const books = Object.fromEntries(
      BOOKS.slice(0, 60).map(({ usfm: id }) => [
        `${id}.usfm`,
        Buffer.from(
          `\\id ${id}\n\\c 1\n\\p\n${Array.from({ length: 2_000 }, () => `\\v 1 ${'words '.repeat(5)}\n`).join('')}`,
        ),
      ]),
    )
    const last = Buffer.from('\\id JUD\n\\c 1\n\\p\n\\v 1 Words \ufffd of it.\n')
    const { message } = await refusal(zipOf({ ...books, 'ZZZ.usfm': last }, 0))
    expect(message).toMatch(/ZZZ\.usfm, line 4: .*U\+FFFD/)
  })

  it('refuses packed bytes that are damaged', async () => {
    const packed = deflateRawSync(usfm)
    const zip = Buffer.from(zipOf({ 'TIT.usfm': usfm }))
    zip.fill(0xff, 30 + 'TIT.usfm'.length, 30 + 'TIT.usfm'.length + Math.min(40, packed.length))
    expect((await refusal(zip)).message).toMatch(/TIT\.usfm/)
  })
})

describe('folders and zips with more than texts in them', () => {
  const beside = {
    'manifest.yaml': 'dublin_core:\n',
    'media.yaml': '',
    'keys.asc': '-----BEGIN PGP PUBLIC KEY BLOCK-----',
    'Thumbs.db': '\0\u0001',
    'metadata.json': '{"format":"scripture burrito"}',
    'BookNames.xml': '<BookNames/>',
    '__MACOSX/._TIT.usfm': '\0\u0005',
  }

  it('gives the texts, and names what was passed over', async () => {
    const all = { 'TIT.usfm': TITUS_USFM, ...beside }
    const path = join(folder, 'beside.zip')
    writeFileSync(
      path,
      // Old Windows programs write paths with backslashes into a zip.
      zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [`en\\${name}`, Buffer.from(text)]))),
    )
    const { verses, passedOver } = await importInto(path, { code: 'ZIP' })
    expect(verses).toBe(46)
    expect(passedOver.map((name) => name.slice('en/'.length))).toEqual([
      'BookNames.xml',
      'Thumbs.db',
      'keys.asc',
      'manifest.yaml',
      'media.yaml',
      'metadata.json',
    ])
  })

  it('are told from a folder of folders, which names the one to take', async () => {
    expect((await refusal({ 'usfm/TIT.usfm': TITUS_USFM })).message).toMatch(/no text in it, but a folder: .*usfm\./)
  })

  it.each([
    ['a web page', '<!DOCTYPE html>\n<html><body>Titus</body></html>', /line 1: This is a web page/],
    ['a text of a word processor', '{\\rtf1\\ansi Titus}', /line 1: This is none of OSIS/],
  ])('are no %s', async (_name, content, message) => {
    expect((await refusal(content)).message).toMatch(message)
  })

  it.each([
    ['is empty', ''],
    ['is in UTF-16 without its mark', '\\\0i\0d\0'],
    ['does not begin with a marker', 'Titus, verse 1'],
    ['names no book', '\\c 1\n\\v 1 In the beginning\n'],
  ])('is refused when one that is named as a text %s', async (_name, content) => {
    expect((await refusal({ 'TIT.usfm': TITUS_USFM, 'GEN.usfm': content })).message).toMatch(/^GEN\.usfm/)
  })
})

describe('requests that cannot be met', () => {
  const titus = () => join(folder, 'titus.xml')
  it('refuses a file that is not there', async () => {
    await expect(importInto(join(folder, 'none.xml'))).rejects.toThrow(/no such file/)
  })
  it.each([
    ['/dev/null', /neither a file nor a folder/],
    ['/proc/self/mem', /cannot be opened|may not read/],
    ['a\0b', /cannot be opened/],
  ])('refuses %j, which cannot be read', async (path, message) => {
    const error = await importInto(path).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ImportRefused)
    expect(String(error)).toMatch(message)
  })
  it('refuses to replace what comes with Pathlight', async () => {
    await expect(importInto(titus(), { code: 'kjv' })).rejects.toThrow(/KJV comes with Pathlight/)
  })
  it.each(['', '1X', 'A B', "X'--", 'X'.repeat(21)])('refuses the code "%s"', async (code) => {
    await expect(importInto(titus(), { code })).rejects.toThrow(/version code/)
  })
  it('refuses a language that is none, and asks for one that is missing', async () => {
    await expect(importInto(titus(), { language: 'not a language' })).rejects.toThrow(/no language tag/)
    await expect(importBible({ library, path: titus(), code: 'T2' })).rejects.toThrow(/Which language/)
  })
})
