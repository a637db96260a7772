import { setImmediate } from 'node:timers/promises'
import { zipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import type { Entry } from '../entry.ts'
import { FileRefused } from '../file-refused.ts'
import {
  ANDBIBLE_1,
  ANDBIBLE_13,
  andBibleBackup,
  andBibleDatabase,
  andBibleRows,
  CREATED_AT,
  databaseOf,
  MYSWORD,
  UPDATED_AT,
} from './app-databases.contract.ts'
import { openDatabaseReader } from './read-database.ts'

const JOHN_3_16 = 33_095
const reader = openDatabaseReader()
afterAll(reader.close)

async function* chunked(file: Buffer) {
  for (let at = 0; at < file.length; at += 65_536) yield file.subarray(at, at + 65_536)
}
const options = {
  ...{ userId: 'ann', version: 'KJV', now: '2026-01-01T00:00:00.000Z' },
  knowsVersion: (code: string) => ['KJV', 'WEB', 'HEB'].includes(code),
  versificationOf: (code: string) => (code === 'HEB' ? 'org' : 'eng'),
  verseText: (version: string, verse: number) => (version === 'WEB' ? null : `words of ${verse}`),
}
const read = async (file: Buffer, packed: 'zip' | 'plain' = 'plain', version = options.version) => {
  const entries: Entry[] = []
  for await (const entry of reader.read(chunked(file), packed, { ...options, version })) entries.push(entry)
  return entries
}
const itemsIn = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => ('changes' in entry ? entry.changes.map(({ kind, item }) => ({ kind, ...item })) : []))
const refusalsIn = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => ('refused' in entry ? [[entry.line, entry.kind, entry.refused.code]] : []))
const refusalOf = (file: Buffer, packed: 'zip' | 'plain' = 'plain') =>
  read(file, packed).then(
    () => 'nothing',
    (error: unknown) => (error instanceof FileRefused ? error.code : error),
  )

describe('a backup of AndBible', () => {
  it('brings notes on verses, highlights of its labels, and bookmarks, with their dates', async () => {
    const file = andBibleDatabase(
      { id: 'a1', from: JOHN_3_16, to: JOHN_3_16 + 2, words: '<div>So <b>loved</b></div>', label: '01', book: 'WEB' },
      { id: 'a2', from: 4, label: '01', book: 'KJV' },
      { id: 'a3', from: 5, label: '02' },
      { id: 'a4', from: 4, words: 'Unknown text', book: 'Septuagint', numbering: 'LXX' },
    )
    const entries = await read(file)
    const times = { created_at: new Date(CREATED_AT).toISOString(), updated_at: new Date(UPDATED_AT).toISOString() }
    expect(itemsIn(entries)).toMatchObject([
      {
        ...{ kind: 'note', verse_id: 43_003_016, end_verse_id: 43_003_018, version: 'WEB', title: null, ...times },
        text: 'So loved\n\n#Grace_and_hope',
      },
      {
        ...{ kind: 'highlight', verse_id: 1_001_001, version: 'KJV', color: '#ffff00', created_at: times.created_at },
        ...{ selected_text: 'words of 1001001', start_offset: 0, end_offset: 16 },
      },
      { kind: 'bookmark', book: 'Genesis', chapter: 1, verse_id: 1_001_002, version: 'KJV' },
      { kind: 'note', verse_id: 1_001_001, version: 'KJV', text: 'Unknown text' },
    ])
    expect(refusalsIn(entries)).toEqual([[1, 'highlight', 'import_text_not_here']])
    expect(await read(andBibleBackup(file), 'zip')).toEqual(entries)
    const otherPerson = reader.read(chunked(file), 'plain', { ...options, userId: 'bob' })
    const { value }: { value?: Entry } = await otherPerson.next()
    await otherPerson.return(undefined)
    const [his] = itemsIn(value ? [value] : [])
    expect(his).toMatchObject({ kind: 'note', text: 'So loved\n\n#Grace_and_hope' })
    expect(his).not.toEqual(itemsIn(entries)[0])
  })

  it('of its first version, with words in the row', async () => {
    const sql = `INSERT INTO Bookmark (id, kjvOrdinalStart, kjvOrdinalEnd, ordinalStart, ordinalEnd, v11n, createdAt, notes)
      VALUES (x'a1', 4, 4, 4, 4, 'KJV', 0, 'In the beginning')`
    expect(itemsIn(await read(databaseOf(`${ANDBIBLE_1};${sql}`)))).toMatchObject([
      { kind: 'note', text: 'In the beginning', verse_id: 1_001_001, created_at: options.now },
    ])
  })

  it('lists what has no place here, and takes the rest', async () => {
    const file = databaseOf(
      [
        ANDBIBLE_13,
        andBibleRows([
          { id: 'a1', from: 25_000, words: 'on Tobit' },
          { id: 'a2', from: 9, to: 4, words: 'from the end to the beginning' },
          { id: 'a3', from: 4, words: 'x'.repeat(200_001) },
          { id: 'a4', from: 4, to: 4 + 70, label: '01' },
          { id: 'a5', from: 4, words: '<script>steal()</script><p>kept</p>' },
        ]),
        `INSERT INTO GenericBookmark VALUES (x'b1', 'a page', 0);`,
        `INSERT INTO StudyPadTextEntry VALUES (x'c1', x'01', 0);`,
      ].join(''),
    )
    const entries = await read(file)
    expect(itemsIn(entries)).toMatchObject([{ kind: 'note', text: 'kept' }])
    expect(refusalsIn(entries)).toEqual([
      [1, 'note', 'import_not_on_bible'],
      [2, 'note', 'import_not_on_bible'],
      [3, 'note', 'import_text_too_long'],
      [4, 'highlight', 'import_too_many_verses'],
      [6, 'note', 'import_not_on_bible'],
      [7, 'note', 'import_not_on_bible'],
    ])
  })

  it('has a long note on all its verses, and on those of the first chapter', async () => {
    const psalm119 = 16_517
    const file = andBibleDatabase(
      { id: 'a1', from: psalm119, to: psalm119 + 175, words: 'the law' },
      { id: 'a2', from: JOHN_3_16, to: JOHN_3_16 + 25, words: 'beyond the chapter' },
    )
    expect(itemsIn(await read(file))).toMatchObject([
      { verse_id: 19_119_001, end_verse_id: 19_119_176 },
      { verse_id: 43_003_016, end_verse_id: 43_003_036 },
    ])
  })

  it('stays on its words where the version numbers verses otherwise', async () => {
    // Psalm 51:1-2, whose title is two verses in the Hebrew numbering.
    const psalm51 = 15_242
    const file = andBibleDatabase(
      { id: 'a1', from: psalm51, to: psalm51 + 1, words: 'Have mercy', label: '01' },
      { id: 'a2', from: psalm51 },
    )
    expect(itemsIn(await read(file, 'plain', 'HEB'))).toMatchObject([
      { kind: 'note', version: 'HEB', verse_id: 19_051_003, end_verse_id: 19_051_004 },
      { kind: 'highlight', verse_id: 19_051_003, selected_text: 'words of 19051003' },
      { kind: 'highlight', verse_id: 19_051_004, selected_text: 'words of 19051004' },
      { kind: 'bookmark', chapter: 51, verse_id: 19_051_003 },
    ])
    const joel = databaseOf(`${MYSWORD}
      INSERT INTO commentary (book, chapter, fromverse, toverse, data) VALUES (29, 2, 28, 28, 'my spirit'),
        (29, 2, 26, 28, 'over the chapter')`)
    expect(itemsIn(await read(joel, 'plain', 'HEB'))).toMatchObject([
      { verse_id: 29_003_001, end_verse_id: 29_003_001 },
      { verse_id: 29_002_026, end_verse_id: 29_002_027 },
    ])
  })

  it('of many rows comes whole and in order', async () => {
    const many = Array.from({ length: 1_234 }, (_, n) => ({
      id: (n + 16).toString(16).padStart(8, '0'),
      ...{ from: 4, words: `note ${n}` },
    }))
    expect(itemsIn(await read(andBibleDatabase(...many)))).toMatchObject(many.map(({ words }) => ({ text: words })))
  })
})

it('notes of MySword come, each on its verses', async () => {
  const file = databaseOf(`${MYSWORD}
    INSERT INTO commentary (book, chapter, fromverse, toverse, data) VALUES (43, 3, 16, 17, '<p>So loved</p>'),
      (1, 1, 0, 0, 'the chapter'), (70, 1, 1, 1, 'Tobit'), (43, 3, 99, 99, 'no verse'), (43, 3, 16, 16, '');`)
  const entries = await read(file)
  expect(itemsIn(entries)).toMatchObject([
    { kind: 'note', verse_id: 43_003_016, end_verse_id: 43_003_017, text: 'So loved', created_at: options.now },
    { kind: 'note', verse_id: 1_001_001, end_verse_id: 1_001_001, text: 'the chapter' },
  ])
  expect(refusalsIn(entries)).toEqual([
    [3, 'note', 'import_not_on_bible'],
    [4, 'note', 'import_not_on_bible'],
  ])
  expect(await read(file)).toEqual(entries)
})

describe('a hostile file', () => {
  const good = andBibleDatabase({ id: 'a1', from: 4, words: 'kept' })
  const zipped = (files: Record<string, Uint8Array>) => Buffer.from(zipSync(files))
  const endless = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
    SELECT i AS book, 1 AS chapter, 1 AS fromverse, 1 AS toverse, 'x' AS data, i AS rowid FROM n`
  const damaged = (() => {
    const many = Array.from({ length: 500 }, (_, n) => ({
      id: (n + 4096).toString(16),
      from: 4,
      words: 'x'.repeat(400),
    }))
    const bytes = andBibleDatabase(...many)
    bytes.fill(0x5a, 20_000, bytes.length - 20_000)
    return bytes
  })()
  it.each<[string, Buffer, 'zip' | 'plain', string]>([
    ['of another app', databaseOf('CREATE TABLE notes (a TEXT)'), 'plain', 'import_unknown_database'],
    ['without tables', databaseOf('CREATE TABLE t (a); DROP TABLE t'), 'plain', 'import_unknown_database'],
    [
      'whose rows are a program without end',
      databaseOf(`CREATE VIEW commentary AS ${endless}`),
      'plain',
      'import_unknown_database',
    ],
    [
      'with a computed column',
      databaseOf(
        `CREATE TABLE commentary (book INT, chapter INT, fromverse INT, toverse INT, data TEXT AS (hex(zeroblob(1000000))))`,
      ),
      'plain',
      'import_unknown_database',
    ],
    [
      'whose words are found only by a search through all',
      databaseOf(ANDBIBLE_13.replace('contentType TEXT, PRIMARY KEY(bookmarkId)', 'contentType TEXT')),
      'plain',
      'import_unknown_database',
    ],
    ['that is cut off', good.subarray(0, good.length - 4_096), 'plain', 'import_cut_off'],
    ['that is a head alone', good.subarray(0, 50), 'plain', 'import_cut_off'],
    ['that is damaged', damaged, 'plain', 'import_database_broken'],
    ['of too many bytes', Buffer.concat([good, Buffer.alloc(50_000_001)]), 'plain', 'import_database_too_large'],
    [
      'that is a bomb',
      zipped({ 'db/bookmarks.sqlite3': new Uint8Array(50_000_001) }),
      'zip',
      'import_database_too_large',
    ],
    ['that is another zip', zipped({ 'notes.txt': Buffer.from('Hello') }), 'zip', 'import_packed'],
    ['that leads out of its folder', zipped({ '../db/bookmarks.sqlite3': good }), 'zip', 'import_cut_off'],
    ['that is a zip cut off', andBibleBackup(good).subarray(0, -30), 'zip', 'import_cut_off'],
    [
      'that is no database in a zip',
      zipped({ 'db/bookmarks.sqlite3': Buffer.alloc(500, 'x') }),
      'zip',
      'import_database_broken',
    ],
  ])('%s is refused', async (_name, file, packed, code) => {
    expect(await refusalOf(file, packed)).toBe(code)
    // The next file is read as if nothing had been.
    expect(itemsIn(await read(good))).toMatchObject([{ text: 'kept' }])
  })

  it('with a cell of 20 MB is read while the event loop stays free', async () => {
    const file = databaseOf(`${ANDBIBLE_13}${andBibleRows([{ id: 'a1', from: 4, words: 'kept' }])}
      INSERT INTO BibleBookmark SELECT 4, 4, 4, 4, 'KJVA', NULL, x'a2', 0, NULL, NULL, NULL, NULL, 0, 0, NULL;
      INSERT INTO BibleBookmarkNotes VALUES (x'a2', hex(zeroblob(10000000)), NULL);`)
    let [turns, over] = [0, false]
    const counting = (async () => {
      while (!over) {
        turns += 1
        await setImmediate()
      }
    })()
    const entries = await read(file)
    over = true
    await counting
    expect(turns).toBeGreaterThan(10)
    expect(itemsIn(entries)).toMatchObject([{ text: 'kept' }])
    expect(refusalsIn(entries)).toEqual([[2, 'note', 'import_text_too_long']])
  })
})
