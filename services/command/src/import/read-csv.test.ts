import { expect, it, vi } from 'vitest'
import type { Entry } from './entry.ts'
import { readCsv } from './read-csv.ts'

/** Verses without a text of their own in the edition. */
const WITHOUT_WORDS = new Set([40_017_021])
const options = {
  ...{ userId: 'ann', columns: null, dates: null, version: 'KJV', now: '2026-01-01T00:00:00.000Z' },
  knowsVersion: () => true,
  verseText: (version: string, verse: number) =>
    version !== 'KJV' ? null : WITHOUT_WORDS.has(verse) ? '' : `words of ${verse}`,
}
const HEADS = 'Reference;Note;Colour;Version'
/** Reads rows under HEADS. Returns the items by kind and verses, and the reasons of refusals. */
const read = (...rows: string[]) => readTable([HEADS, ...rows])
const readTable = async (rows: readonly string[], more: object = {}) => {
  async function* file() {
    yield Buffer.from(rows.join('\n'))
  }
  const entries: Entry[] = []
  for await (const entry of readCsv(file(), { ...options, ...more })) entries.push(entry)
  const items = entries.flatMap((entry) => ('changes' in entry ? entry.changes : []))
  return {
    notes: items.flatMap(({ kind, item }) => (kind === 'note' ? [[item?.verse_id, item?.end_verse_id]] : [])),
    highlights: items.flatMap(({ kind, item }) => (kind === 'highlight' ? [item?.verse_id] : [])),
    times: items.map(({ item }) => item?.created_at),
    refused: entries.flatMap((entry) => ('refused' in entry ? [[entry.line, entry.kind, entry.refused.code]] : [])),
  }
}

it('a row highlights all verses of its passage, across chapters too, and of a chapter', async () => {
  const { highlights } = await read('John 3:35-4:2;;yellow;')
  expect(highlights).toEqual([43_003_035, 43_003_036, 43_004_001, 43_004_002])
  expect((await read('Psalm 23;;yellow;')).highlights).toHaveLength(6)
})

it('a row on more verses than may be highlighted says so', async () => {
  expect(await read('Psalm 119;;yellow;')).toMatchObject({
    ...{ notes: [], highlights: [], refused: [[2, 'note', 'import_too_many_verses']] },
  })
})

it('a note stands on all its verses, on those of its first chapter, or on a chapter’s first verse', async () => {
  const { notes } = await read('Psalm 119:1-176;long;;', 'John 3:35-4:2;two chapters;;', 'Psalm 23;a chapter;;')
  expect(notes).toEqual([
    [19_119_001, 19_119_176],
    [43_003_035, 43_003_036],
    [19_023_001, 19_023_001],
  ])
})

it('a row’s words are kept where its verses cannot be highlighted, or not all of them', async () => {
  expect(await read('Matthew 17:20-22;a verse is left out;yellow;')).toMatchObject({
    notes: [[40_017_020, 40_017_022]],
    ...{ highlights: [40_017_020, 40_017_022], refused: [] },
  })
  expect(await read('John 3:16;no text;yellow;NIV', 'John 3:16;no such colour;mauve;')).toMatchObject({
    notes: [
      [43_003_016, 43_003_016],
      [43_003_016, 43_003_016],
    ],
    highlights: [],
    refused: [
      [2, 'highlight', 'import_text_not_here'],
      [3, 'highlight', 'import_unknown_color'],
    ],
  })
})

it('a row of several passages is a note on each, and highlights on all, and its first note keeps the id it has alone', async () => {
  expect(await read('"John 3:16; Romans 5:8-9";both;yellow;', '요 3:16, 18;두 절;;')).toMatchObject({
    refused: [],
    notes: [
      [43_003_016, 43_003_016],
      [45_005_008, 45_005_009],
      [43_003_016, 43_003_016],
      [43_003_018, 43_003_018],
    ],
  })
  expect((await read('"John 3:16; Romans 5:8";;yellow;')).highlights).toEqual([43_003_016, 45_005_008])
})

it.each(['John 3; 16', 'Psalm 23, 24', 'John 3:16; Psalm 23', 'Genesis-Exodus', 'John 1:1,3,5,7,9,11,13,15,17,19,21'])(
  'a row on %s is listed and put nowhere',
  async (reference) =>
    expect(await read(`"${reference}";words;yellow;`)).toMatchObject({
      ...{ notes: [], highlights: [], refused: [[2, 'note', 'import_several_passages']] },
    }),
)

it.each(['Joh 3,16', 'Mt 5,3-12', 'Matthew 1,6f', '요 3,16', 'Ps 1,2'])(
  'a row on %s is on that verse, or listed: never on another',
  async (reference) => {
    const right = { 'Joh 3,16': [43_003_016, 43_003_016], 'Mt 5,3-12': [40_005_003, 40_005_012] }
    const more = { 'Matthew 1,6f': [40_001_006, 40_001_007], '요 3,16': [43_003_016, 43_003_016] }
    const { notes, refused } = await read(`${reference};words;;`)
    const its = { ...right, ...more, 'Ps 1,2': [19_001_002, 19_001_002] }[reference]
    expect(refused.length === 1 ? [its] : notes).toEqual([its])
  },
)

it('a passage may stand in columns of its own, in English and Korean', async () => {
  const english = [
    'Book,Chapter,Verse,End Verse,Note',
    'John,3,16,18,a',
    '1 John,4,8,,b',
    'Psalms,23,,,c',
    'Jude,1,3,3,d',
  ]
  expect(await readTable(english)).toMatchObject({
    refused: [],
    notes: [
      [43_003_016, 43_003_018],
      [62_004_008, 62_004_008],
      [19_023_001, 19_023_001],
      [65_001_003, 65_001_003],
    ],
  })
  expect((await readTable(['성경,장,절,메모', '요한복음,3장,16절,가', '시편,23,1-3,나'])).notes).toEqual([
    [43_003_016, 43_003_016],
    [19_023_001, 19_023_003],
  ])
  expect((await readTable(['Book,Verse,Note', 'John,3:16,a'])).notes).toEqual([[43_003_016, 43_003_016]])
  expect(await readTable(['Book,Chapter,Verse,Note', 'John 3,16,1,a', 'Nowhere,1,1,b', '43,3,16,c'])).toMatchObject({
    ...{ notes: [], refused: [2, 3, 4].map((line) => [line, 'note', 'import_no_reference']) },
  })
})

it('a column of passages goes before those of their parts, and a note’s words before those of a verse', async () => {
  const { notes, refused } = await readTable(['Reference,Book,Chapter,Text,Note', 'John 3:16,Acts,8,For God,mine'])
  expect([notes, refused]).toEqual([[[43_003_016, 43_003_016]], []])
})

it.each(['sep=;', 'SEP=;', '"sep=;"', '\uFEFFsep=;'])(
  'a first line %j says what stands between cells',
  async (first) => {
    const { notes, refused } = await readTable(
      [first, HEADS, 'John 3:16;a, b, c;;', 'Nowhere 1;x;;'].map((row) => `${row}\r`),
    )
    expect([notes, refused]).toEqual([[[43_003_016, 43_003_016]], [[4, 'note', 'import_no_reference']]])
  },
)

it('asks once how dates are meant that can be read in two ways, and gives no row another date in silence', async () => {
  const rows = [
    'Verse,Note,Date',
    'John 3:16,a,05/03/2022',
    'John 3:17,b,2024년 3월 1일',
    'John 3:18,c,someday',
    'John 3:19,d,',
  ]
  let asked = 0
  const askDates = () => {
    asked += 1
  }
  expect(await readTable(rows, { askDates })).toMatchObject({
    times: ['2024-03-01T00:00:00.000Z', options.now],
    refused: [
      [2, 'note', 'import_date_either'],
      [4, 'note', 'import_no_date'],
    ],
  })
  expect(asked).toBe(1)
  expect((await readTable(rows, { dates: 'day', askDates })).times[0]).toBe('2022-03-05T00:00:00.000Z')
  expect((await readTable(rows, { dates: 'month', askDates })).times[0]).toBe('2022-05-03T00:00:00.000Z')
  expect(asked).toBe(1)
})

it('words of HTML come as words where a cell is HTML from its first tag to its last, and letters stay letters else', async () => {
  const texts: unknown[] = []
  async function* file() {
    yield Buffer.from(
      'Verse;Note\nJohn 3:16;"<p>So <b>loved</b> &amp; gave</p><ul><li>one</li></ul>"\nJohn 3:17;"a <b> c &amp; d"',
    )
  }
  for await (const entry of readCsv(file(), options))
    if ('changes' in entry) for (const { item } of entry.changes) texts.push(item?.text)
  expect(texts).toEqual(['So loved & gave\n- one', 'a <b> c &amp; d'])
})

it('a row of more cells or tags, or of longer HTML, than any note has is listed, and the others are taken', async () => {
  const rows = ['Verse,Note,Tags', ','.repeat(400_000), `John 3:16,a,"${'x;'.repeat(200_000)}"`]
  const html = `John 3:16,<p>${'<b>'.repeat(12_000)}</p>,`
  const stringify = vi.spyOn(JSON, 'stringify')
  expect(await readTable([...rows, html, 'John 3:17,b,c'])).toMatchObject({
    notes: [[43_003_017, 43_003_017]],
    refused: [
      [2, 'note', 'import_too_many_cells'],
      [3, 'note', 'import_too_many_tags'],
      [4, 'note', 'import_text_too_long'],
    ],
  })
  // The CSV parser copies a row that is longer or shorter than the heads with JSON.stringify.
  const cells = stringify.mock.calls.map(([value]) => (Array.isArray(value) ? value.length : 0))
  expect(Math.max(...cells)).toBeGreaterThan(1_000)
  expect(Math.max(...cells)).toBeLessThan(100_000)
  stringify.mockRestore()
})
