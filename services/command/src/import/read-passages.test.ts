import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { padWords } from '@pathlight/contracts/pad-rules.ts'
import { padShapes } from '@pathlight/contracts/pads.ts'
import { describe, expect, it, vi } from 'vitest'
import type { Entry } from './entry.ts'
import { readFile } from './read-file.ts'

const BEGINS = '{"format":"pathlight-passages","version":1,"app":"andbible"}'
const AT = Date.UTC(2022, 2, 4, 5, 6, 7)
const LATER = Date.UTC(2023, 2, 4, 5, 6, 7)
const JOHN_3_16 = 43_003_016

const options = {
  ...{ userId: 'ann', columns: null, dates: null, version: 'KJV', now: '2026-01-01T00:00:00.000Z' },
  knowsVersion: (code: string) => ['KJV', 'WEB', 'HEB'].includes(code),
  versificationOf: (code: string) => (code === 'HEB' ? 'org' : 'eng') as 'org' | 'eng',
  verseText: (version: string, verse: number) => (version === 'WEB' ? null : `words of ${verse}`),
}
const passage = (row: number, some: object) => ({
  ...{ row, id: `A${row}`, first: JOHN_3_16, last: JOHN_3_16, text: '', color: null, version: null },
  ...{ created_at: AT, updated_at: LATER, ...some },
})
const read = async (lines: readonly (object | string)[], more: object = {}, begins = BEGINS) => {
  const text = [begins, ...lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))].join('\n')
  async function* file() {
    yield Buffer.from(`${text}\n`)
  }
  const entries: Entry[] = []
  for await (const entry of readFile(file(), { ...options, ...more })) entries.push(entry)
  return entries
}
const itemsIn = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => ('changes' in entry ? entry.changes.map(({ kind, item }) => ({ kind, ...item })) : []))
const refusalsIn = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => ('refused' in entry ? [[entry.line, entry.kind, entry.refused.code]] : []))

describe('lines of passages', () => {
  it('bring notes on verses, highlights, and bookmarks, with their dates, under ids of the person', async () => {
    const lines = [
      passage(1, {
        ...{ last: JOHN_3_16 + 2, text: 'So loved', color: '#ffff00', version: 'WEB' },
        tags: ['Grace and hope', 'x'.repeat(50)],
      }),
      passage(2, { first: 1_001_001, last: 1_001_001, color: '#ffff00', version: 'KJV' }),
      passage(3, { first: 1_001_002, last: 1_001_002, created_at: null, updated_at: null }),
      passage(4, { text: 'Unknown text', version: 'Septuagint', created_at: 1e300, updated_at: -1 }),
    ]
    const entries = await read(lines)
    const times = { created_at: new Date(AT).toISOString(), updated_at: new Date(LATER).toISOString() }
    expect(itemsIn(entries)).toMatchObject([
      {
        ...{ kind: 'note', verse_id: JOHN_3_16, end_verse_id: JOHN_3_16 + 2, version: 'WEB', title: null, ...times },
        ...{ text: 'So loved', tags: ['Grace and hope', 'x'.repeat(40)] },
      },
      {
        ...{ kind: 'highlight', verse_id: 1_001_001, version: 'KJV', color: '#ffff00', created_at: times.created_at },
        ...{ selected_text: 'words of 1001001', start_offset: 0, end_offset: 16 },
      },
      { kind: 'bookmark', book: 'Genesis', chapter: 1, verse_id: 1_001_002, version: 'KJV', created_at: options.now },
      { kind: 'note', version: 'KJV', text: 'Unknown text', created_at: options.now, updated_at: options.now },
    ])
    expect(refusalsIn(entries)).toEqual([[1, 'highlight', 'import_text_not_here']])
    expect(await read(lines)).toEqual(entries)
    const [his] = itemsIn(await read(lines, { userId: 'bob' }))
    expect(his).toMatchObject({ kind: 'note', text: 'So loved' })
    expect(his).not.toEqual(itemsIn(entries)[0])
  })

  it('have ids that are the same as when the server read the databases itself: nothing comes twice', async () => {
    const [note] = itemsIn(await read([passage(1, { text: 'So loved' })]))
    expect(note).toMatchObject({ id: '790a6101-69de-592d-b4c6-3aa595b48b4b' })
  })

  it('bring a study pad, with the notes that its passages became, and as several where it is too large', async () => {
    const place = { first: JOHN_3_16, last: JOHN_3_16 + 1, version: 'WEB' }
    const pad = (entries: readonly object[], some: object = {}) => ({
      row: 2,
      id: '01',
      title: ' Hope ',
      entries,
      ...some,
    })
    const lines = [
      passage(1, { text: 'So loved' }),
      pad([{ text: 'First' }, { ...place, note: 'A1' }, { ...place, version: null, note: null }, { text: '' }]),
    ]
    const [note, hope, ...more] = itemsIn(await read(lines))
    expect(more).toEqual([])
    expect(hope).toMatchObject({
      ...{ kind: 'pad', title: 'Hope', tags: [], created_at: options.now },
      entries: [
        { type: 'text', text: 'First' },
        { type: 'item', kind: 'note', id: note && 'id' in note ? note.id : '' },
        { type: 'passage', verse_id: JOHN_3_16, end_verse_id: JOHN_3_16 + 1, version: 'KJV' },
      ],
    })
    expect(await read(lines)).toEqual(await read(lines))
    const large = itemsIn(
      await read([
        pad([
          { text: '길'.repeat(60_000) },
          { text: '빛'.repeat(60_000) },
          ...Array.from({ length: 1_000 }, () => ({ ...place, note: null })),
        ]),
      ]),
    )
    expect(large.map((item) => 'title' in item && item.title)).toEqual(['Hope', 'Hope (2)', 'Hope (3)'])
    expect(new Set(large.map((item) => 'id' in item && item.id)).size).toBe(3)
    const all = large.flatMap((item) => ('entries' in item ? (item.entries as PadEntry[]) : []))
    expect(padWords(all).join('')).toBe('길'.repeat(60_000) + '빛'.repeat(60_000))
    for (const item of large) expect(padShapes.imported.safeParse({ ...item }).success).toBe(true)
    expect(refusalsIn(await read([pad([{ ...place, last: 1, note: null }])]))).toEqual([
      [2, 'note', 'import_bad_entry'],
    ])
    expect(itemsIn(await read([pad([{ text: 'First' }], { title: '' })]))).toMatchObject([{ title: 'andbible' }])
  })

  it('have a long note on all its verses, and on those of the first chapter', async () => {
    const entries = await read([
      passage(1, { first: 19_119_001, last: 19_119_176, text: 'the law' }),
      passage(2, { last: 43_004_005, text: 'beyond the chapter' }),
      passage(3, { first: 1_001_001, last: 66_022_021, color: '#ffff00' }),
    ])
    expect(itemsIn(entries)).toMatchObject([
      { verse_id: 19_119_001, end_verse_id: 19_119_176 },
      { verse_id: JOHN_3_16, end_verse_id: 43_003_036 },
    ])
    expect(refusalsIn(entries)).toEqual([[3, 'highlight', 'import_too_many_verses']])
  })

  it('stay on their words where the version numbers verses otherwise', async () => {
    // Psalm 51:1-2, whose title counts as two verses in the Hebrew numbering. Joel 2:28 is Joel 3:1 in that numbering.
    const psalm = { first: 19_051_001, last: 19_051_002 }
    const lines = [
      passage(1, { ...psalm, text: 'Have mercy', color: '#ffff00' }),
      passage(2, { first: 19_051_001, last: 19_051_001 }),
      passage(3, { first: 29_002_028, last: 29_002_028, text: 'my spirit' }),
      passage(4, { first: 29_002_026, last: 29_002_028, text: 'over the chapter' }),
    ]
    expect(itemsIn(await read(lines, { version: 'HEB' }))).toMatchObject([
      { kind: 'note', version: 'HEB', verse_id: 19_051_003, end_verse_id: 19_051_004 },
      { kind: 'highlight', verse_id: 19_051_003, selected_text: 'words of 19051003' },
      { kind: 'highlight', verse_id: 19_051_004, selected_text: 'words of 19051004' },
      { kind: 'bookmark', chapter: 51, verse_id: 19_051_003 },
      { verse_id: 29_003_001, end_verse_id: 29_003_001 },
      { verse_id: 29_002_026, end_verse_id: 29_002_027 },
    ])
  })

  it('have listed what cannot be taken, and the rest comes', async () => {
    const long = 'x'.repeat(10_000)
    const entries = await read([
      { row: 1, refused: 'import_not_on_bible' },
      { row: 2, refused: 'import_text_too_long' },
      { row: 3, refused: 'import_of_my_own' },
      'no JSON',
      '',
      passage(6, { first: 99_001_001, last: 99_001_001 }),
      passage(7, { first: JOHN_3_16, last: JOHN_3_16 - 1 }),
      passage(8, { first: 1, last: 66_022_021 }),
      passage(9, { color: 'red' }),
      passage(10, { id: long }),
      passage(11, { version: long }),
      passage(12, { text: null }),
      passage(13, { text: 'kept' }),
    ])
    expect(itemsIn(entries)).toMatchObject([{ kind: 'note', text: 'kept' }])
    expect(refusalsIn(entries)).toEqual([
      [1, 'note', 'import_not_on_bible'],
      [2, 'note', 'import_text_too_long'],
      ...[4, 5, 7, 8, 9, 10, 11, 12, 13].map((line) => [line, 'note', 'import_bad_entry']),
    ])
  })

  it('have unread what has more parts than anything that is kept, also in their first line', async () => {
    const pad = (many: number) => ({ row: 1, id: 'P', title: 'Pad', entries: Array.from({ length: many }, () => 1) })
    const keys = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`k${n}`, 1]))
    const parse = vi.spyOn(JSON, 'parse')
    expect(refusalsIn(await read([pad(10_001), passage(2, keys), passage(3, { text: 'kept' })]))).toEqual([
      [2, 'note', 'import_too_many_parts'],
      [3, 'note', 'import_too_many_parts'],
    ])
    await expect(read([], {}, `${BEGINS.slice(0, -1)},${JSON.stringify(keys).slice(1)}`)).rejects.toMatchObject({
      code: 'import_unknown_format',
    })
    expect(parse.mock.calls.filter(([text]) => text.length > 10_000)).toHaveLength(0)
    parse.mockRestore()
  })

  it('of a newer program, or of no app that is known, are refused as a whole', async () => {
    const refusalOf = (begins: string) => read([], {}, begins).catch(({ code }) => code)
    expect(await refusalOf(BEGINS.replace('1,', '2,'))).toBe('import_newer')
    expect(await refusalOf(BEGINS.replace('andbible', 'another'))).toBe('import_unknown_format')
    expect(await refusalOf(BEGINS.slice(0, -1))).toBe('import_unknown_format')
  })
})

it.each([
  ['a database of SQLite', 'SQLite format 3\u0000'],
  ['a zip', 'PK\u0003\u0004'],
])('%s is refused by its first bytes, with what to do', async (_what, begins) => {
  let asked = 0
  async function* file() {
    for (;;) {
      asked += 1
      yield Buffer.from(asked === 1 ? begins : 'x'.repeat(1_000))
    }
  }
  const reading = readFile(file(), options).next()
  await expect(reading).rejects.toMatchObject({
    code: 'import_on_your_device',
    message: expect.stringContaining('browser'),
  })
  expect(asked).toBeLessThan(4)
})
