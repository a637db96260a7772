import type { ImportedRow, PassagesBegin } from '@pathlight/contracts/import.ts'
import { zipSync } from 'fflate'
import initSqlJs from 'sql.js'
import { describe, expect, it } from 'vitest'
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
import { linesOfFile } from './lines-of-file.ts'
import { FileUnreadable } from './unreadable.ts'

const JOHN_3_16 = 33_095
const sqlJs = await initSqlJs()

const read = (file: Buffer) => {
  const [first, ...rows] = [...linesOfFile(sqlJs, new Uint8Array(file))].map((line) => JSON.parse(line))
  return { first: first as PassagesBegin, rows: rows as ImportedRow[] }
}
const refusalOf = (file: Buffer) => {
  try {
    read(file)
  } catch (error) {
    return error instanceof FileUnreadable ? error.why.code : error
  }
  return 'nothing'
}

describe('a backup of AndBible', () => {
  it('has notes on verses, colours of its labels, and bookmarks, with their dates', () => {
    const file = andBibleDatabase(
      { id: 'a1', from: JOHN_3_16, to: JOHN_3_16 + 2, words: '<div>So <b>loved</b></div>', label: '01', book: 'WEB' },
      { id: 'a2', from: 4, label: '01', book: 'KJV' },
      { id: 'a3', from: 5, label: '02' },
      { id: 'a4', from: 4, words: 'Unknown text', book: 'Septuagint', numbering: 'LXX' },
    )
    const times = { created_at: CREATED_AT, updated_at: UPDATED_AT }
    const { first, rows } = read(file)
    expect(first).toEqual({ format: 'pathlight-passages', version: 1, app: 'andbible' })
    expect(rows).toEqual([
      {
        ...{ row: 1, id: 'A1', first: 43_003_016, last: 43_003_018, color: '#ffff00', version: 'WEB', ...times },
        ...{ text: 'So loved', tags: ['Grace and hope'] },
      },
      {
        ...{
          row: 2,
          id: 'A2',
          first: 1_001_001,
          last: 1_001_001,
          text: '',
          color: '#ffff00',
          version: 'KJV',
          ...times,
        },
        tags: ['Grace and hope'],
      },
      { row: 3, id: 'A3', first: 1_001_002, last: 1_001_002, text: '', color: null, version: null, tags: [], ...times },
      {
        row: 4,
        id: 'A4',
        first: 1_001_001,
        last: 1_001_001,
        text: 'Unknown text',
        color: null,
        version: null,
        tags: [],
        ...times,
      },
    ])
    expect(read(andBibleBackup(file))).toEqual({ first, rows })
  })

  it('of its first version, with words in the row', () => {
    const sql = `INSERT INTO Bookmark (id, kjvOrdinalStart, kjvOrdinalEnd, ordinalStart, ordinalEnd, v11n, createdAt, notes)
      VALUES (x'a1', 4, 4, 4, 4, 'KJV', 0, 'In the beginning')`
    const pad = `INSERT INTO Label VALUES (x'01', 'Hope', 0); INSERT INTO StudyPadTextEntry VALUES (x'c1', x'01', 'So it is', 0)`
    expect(read(databaseOf(`${ANDBIBLE_1};${sql};${pad}`)).rows).toMatchObject([
      { text: 'In the beginning', first: 1_001_001, created_at: 0 },
      { title: 'Hope', entries: [{ text: 'So it is' }] },
    ])
  })

  it('has listed what has no place here, and the rest', () => {
    const file = databaseOf(
      [
        ANDBIBLE_13,
        andBibleRows([
          { id: 'a1', from: 25_000, words: 'on Tobit' },
          { id: 'a2', from: 9, to: 4, words: 'from the end to the beginning' },
          { id: 'a3', from: 4, words: 'x'.repeat(200_001) },
          { id: 'a5', from: 4, words: '<script>steal()</script><p>kept</p>' },
        ]),
        `INSERT INTO GenericBookmark VALUES (x'b1', 'a page', 0);`,
      ].join(''),
    )
    expect(read(file).rows).toMatchObject([
      { row: 1, refused: 'import_not_on_bible' },
      { row: 2, refused: 'import_not_on_bible' },
      { row: 3, refused: 'import_text_too_long' },
      { row: 4, text: 'kept' },
      { row: 5, refused: 'import_not_on_bible' },
    ])
  })

  it('has a label with texts of its own as a study pad, in its order; a label without is a tag alone', () => {
    const pad = (more = '') =>
      databaseOf(`${ANDBIBLE_13}${andBibleRows([
        { id: 'a1', from: JOHN_3_16, to: JOHN_3_16 + 2, words: '<div>So <b>loved</b></div>', label: '01', book: 'WEB' },
        { id: 'a2', from: 4, label: '01' },
        { id: 'a3', from: 25_000, label: '01' },
        { id: 'a4', from: 5, label: '02' },
      ])}
        INSERT INTO Label VALUES (x'03', 'Empty', 0);
        UPDATE BibleBookmarkToLabel SET orderNumber = CASE hex(bookmarkId) WHEN 'A1' THEN 2 ELSE -1 END;
        INSERT INTO StudyPadTextEntry VALUES (x'c1', x'01', 3), (x'c2', x'01', 0), (x'c3', x'02', 0);
        INSERT INTO StudyPadTextEntryText VALUES (x'c1', '<p>At the end</p>'), (x'c2', 'First'), (x'c3', 'Spoken');${more}`)
    const pads = (file: Buffer) => read(file).rows.filter((row) => 'entries' in row || 'refused' in row)
    expect(pads(pad())).toEqual([
      { row: 3, refused: 'import_not_on_bible' },
      {
        ...{ row: 5, id: '01', title: 'Grace and hope' },
        entries: [
          { text: 'First' },
          { first: 43_003_016, last: 43_003_018, version: 'WEB', note: 'A1' },
          { text: 'At the end' },
          { first: 1_001_001, last: 1_001_001, version: null, note: null },
        ],
      },
      {
        ...{ row: 6, id: '02', title: 'SPEAK_LABEL' },
        entries: [{ text: 'Spoken' }, { first: 1_001_002, last: 1_001_002, version: null, note: null }],
      },
    ])
    const long = `UPDATE StudyPadTextEntryText SET text = '${'x'.repeat(200_001)}' WHERE text = 'First';`
    expect(pads(pad(long))).toMatchObject([{ row: 3 }, { row: 5, refused: 'import_text_too_long' }, { row: 6 }])
    // A pad that is longer than a line of the import may be.
    const many = `WITH RECURSIVE n(i) AS (SELECT 16 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
      INSERT INTO StudyPadTextEntry SELECT unhex('d' || printf('%x', i - 16)), x'01', i FROM n;
      INSERT INTO StudyPadTextEntryText SELECT id, '${'x'.repeat(190_000)}' FROM StudyPadTextEntry WHERE orderNumber > 9;`
    expect(pads(pad(many))).toMatchObject([{ row: 3 }, { row: 5, refused: 'import_text_too_long' }, { row: 6 }])
  })

  it('of many rows comes whole and in order', () => {
    const many = Array.from({ length: 1_234 }, (_, n) => ({
      id: (n + 16).toString(16).padStart(8, '0'),
      ...{ from: 4, words: `note ${n}` },
    }))
    expect(read(andBibleDatabase(...many)).rows).toMatchObject(many.map(({ words }) => ({ text: words })))
  })
})

it('notes of MySword come, each on its verses', () => {
  const file = databaseOf(`${MYSWORD}
    INSERT INTO commentary (book, chapter, fromverse, toverse, data) VALUES (43, 3, 16, 17, '<p>So loved</p>'),
      (1, 1, 0, 0, 'the chapter'), (70, 1, 1, 1, 'Tobit'), (43, 3, 99, 99, 'no verse'), (43, 3, 16, 16, '');`)
  const of = { color: null, version: null, created_at: null, updated_at: null }
  expect(read(file)).toEqual({
    first: { format: 'pathlight-passages', version: 1, app: 'mysword' },
    rows: [
      { row: 1, id: '43.3.16.17', first: 43_003_016, last: 43_003_017, text: 'So loved', ...of },
      { row: 2, id: '1.1.1.1', first: 1_001_001, last: 1_001_001, text: 'the chapter', ...of },
      { row: 3, refused: 'import_not_on_bible' },
      { row: 4, refused: 'import_not_on_bible' },
    ],
  })
})

describe('a hostile file', () => {
  const good = andBibleDatabase({ id: 'a1', from: 4, words: 'kept' })
  const zipped = (files: Record<string, Uint8Array>) => Buffer.from(zipSync(files))
  const endless = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
    SELECT i AS book, 1 AS chapter, 1 AS fromverse, 1 AS toverse, 'x' AS data, i AS rowid FROM n`
  const damaged = (() => {
    const many = Array.from({ length: 500 }, (_, n) => ({
      id: (n + 4096).toString(16),
      ...{ from: 4, words: 'x'.repeat(400) },
    }))
    const bytes = andBibleDatabase(...many)
    bytes.fill(0x5a, 20_000, bytes.length - 20_000)
    return bytes
  })()
  const computed = 'book INT, chapter INT, fromverse INT, toverse INT, data TEXT AS (hex(zeroblob(1000000)))'
  it.each<[string, Buffer, string]>([
    ['of another app', databaseOf('CREATE TABLE notes (a TEXT)'), 'import_unknown_database'],
    ['without tables', databaseOf('CREATE TABLE t (a); DROP TABLE t'), 'import_unknown_database'],
    [
      'whose rows are a program without end',
      databaseOf(`CREATE VIEW commentary AS ${endless}`),
      'import_unknown_database',
    ],
    ['with a computed column', databaseOf(`CREATE TABLE commentary (${computed})`), 'import_unknown_database'],
    ['that is cut off', good.subarray(0, good.length - 4_096), 'import_cut_off'],
    ['that is a head alone', good.subarray(0, 50), 'import_cut_off'],
    ['that is damaged', damaged, 'import_database_broken'],
    ['of too many bytes', Buffer.concat([good, Buffer.alloc(50_000_001)]), 'import_database_too_large'],
    ['that is a bomb', zipped({ 'db/bookmarks.sqlite3': new Uint8Array(50_000_001) }), 'import_database_too_large'],
    ['that is another zip', zipped({ 'notes.txt': Buffer.from('Hello') }), 'import_packed'],
    ['that is a zip cut off', andBibleBackup(good).subarray(0, -30), 'import_cut_off'],
    [
      'that is no database in a zip',
      zipped({ 'db/bookmarks.sqlite3': Buffer.alloc(500, 'x') }),
      'import_database_broken',
    ],
  ])('%s is refused', (_name, file, code) => {
    expect(refusalOf(file)).toBe(code)
    // The next file is read normally.
    expect(read(good).rows).toMatchObject([{ text: 'kept' }])
  })

  it('with a cell of 20 MB has it refused, and the rest comes', () => {
    const file = databaseOf(`${ANDBIBLE_13}${andBibleRows([{ id: 'a1', from: 4, words: 'kept' }])}
      INSERT INTO BibleBookmark SELECT 4, 4, 4, 4, 'KJVA', NULL, x'a2', 0, NULL, NULL, NULL, NULL, 0, 0, NULL;
      INSERT INTO BibleBookmarkNotes VALUES (x'a2', hex(zeroblob(10000000)), NULL);`)
    expect(read(file).rows).toMatchObject([{ text: 'kept' }, { row: 2, refused: 'import_text_too_long' }])
  })

  it('whose rows share one long text is given up before its lines fill the memory', () => {
    const sql = ANDBIBLE_13.replace('type TEXT DEFAULT NULL, PRIMARY KEY(id)', 'type TEXT DEFAULT NULL')
    const words = `INSERT INTO BibleBookmarkNotes VALUES (x'a1', '${'x'.repeat(190_000)}', 'HTML');`
    const rows = (many: number) =>
      databaseOf(`${sql}${words}
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})
          INSERT INTO BibleBookmark SELECT 4, 4, 4, 4, 'KJVA', NULL, x'a1', 0, NULL, NULL, NULL, NULL, 0, 0, NULL FROM n`)
    expect(read(rows(3)).rows).toHaveLength(3)
    expect(refusalOf(rows(600))).toBe('import_database_too_large')
  })
})
