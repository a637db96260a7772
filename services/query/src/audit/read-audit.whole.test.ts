import { HISTORY_KINDS } from '@pathlight/contracts/kind-rules.ts'
import { postgresReadModelStore } from '@pathlight/engine-postgres/read-models/read-model-store.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { liveCheckpoint } from '@pathlight/read-models/test/world.contract.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { listeningPool, rowsPassedOver } from '@pathlight/testing/rows-passed-over.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuditDocument, audit } from './projection.ts'
import { type Asked, auditRows, questionsOf } from './read-audit.ts'

/**
 * The number of rows like OTHER, and of rows like ELSEWHERE. All are newer than the wanted rows, so a reader that took
 * the newest rows first would read all of them.
 */
const OTHERS = 20_000
const WANTED = 5
const PAGE = 50
/** The number of rows that a reader may fetch without need. */
const FEW = 100

const JOHN_3 = 43_003
const AT = '2026-01-01T00:00:00.000Z'
const wanted: Omit<AuditDocument, 'key' | 'position'> = {
  ...{ at: AT, person: 'ann', actor: 'bob', kind: 'highlight', item: 'wanted', action: 'removed', revision: 3 },
  ...{ own: false, device: 'ann.1', book: 43, version: 'KJV', bytes: 0, digest: '' },
  ...{ first_verse: JOHN_3 * 1_000 + 16, last_verse: JOHN_3 * 1_000 + 16, looked: null },
}
const EVE: Partial<AuditDocument> = { person: 'eve', actor: 'eve', own: true, device: 'eve.1', item: 'eve.9' }
/**
 * The sorts of unwanted rows near John 3:16. A row has the fields of `wanted`, then those of EVE, then these; later
 * fields replace earlier ones. The test stores thousands of rows of each sort.
 */
const OTHER: readonly Partial<AuditDocument>[] = [
  {
    kind: 'note',
    action: 'edited',
    item: 'eve.1',
    first_verse: 43_003_015,
  },
  {
    person: 'ann',
    actor: 'ann',
    own: true,
    device: 'ann.2',
    kind: 'note',
    action: 'edited',
    item: 'ann.1',
    first_verse: 43_003_017,
  },
  {
    kind: 'highlight',
    action: 'added',
    item: 'eve.2',
    first_verse: 43_003_001,
  },
  {
    kind: 'note',
    action: 'removed',
    item: 'eve.3',
    first_verse: 43_003_018,
  },
  // Two rows that span verses or chapters, without reaching John 3:16.
  {
    kind: 'sermon',
    action: 'edited',
    first_verse: 43_003_001,
    last_verse: 43_003_009,
  },
  {
    kind: 'sermon',
    action: 'edited',
    first_verse: 43_001_001,
    last_verse: 43_002_001,
  },
]

/** Rows of other people elsewhere in the Bible, outside every passage that the test asks for. */
const ELSEWHERE = { kind: 'note', action: 'edited', book: 19, first_verse: 19_023_001, last_verse: 19_023_001 } as const

/** Reads the audit by filters, as its pages do. */
const readerOf = (store: ReadModelStore) => {
  const rowsOf = auditRows(store)
  return async (asked: Asked, page: Parameters<typeof rowsOf.page>[1]) => {
    const { rows: found, next } = await rowsOf.page(questionsOf(asked), page)
    return { found, next }
  }
}

/** An empty audit in a database of its own. `asked`: the queries that the database got. */
const openAudit = async () => {
  const database = await freshDatabase()
  const { pool, asked } = listeningPool(database.pool)
  const store = postgresReadModelStore({ pool, listener: database.listener() })
  await store.make(audit, 1)
  await store.put(null, liveCheckpoint('audit_rows', { version: audit.version }))
  return {
    ...{ database, asked, read: readerOf(store) },
    /** Writes `count` copies of a document, at positions from `from` on. */
    put: (from: number, count: number, doc: object) =>
      database.pool.query(
        `INSERT INTO read_models.doc_audit_rows_1 (id, at, doc)
         SELECT lpad(n::text, 20, '0'), n,
           ($3::jsonb || jsonb_build_object('key', $4 || lpad(n::text, 20, '0'), 'position', n::text))::json
         FROM generate_series($1::int, $2::int) n`,
        [from, from + count - 1, JSON.stringify(doc), `${AT}.`],
      ),
    close: async () => {
      await store.close()
      await database.drop()
    },
  }
}

describe('the audit of a long log', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let read: ReturnType<typeof readerOf>
  let asked: ReturnType<typeof listeningPool>['asked']
  let close = async () => {}
  beforeAll(async () => {
    const opened = await openAudit()
    asked = opened.asked
    database = opened.database
    read = opened.read
    close = opened.close
    const { put } = opened
    await put(1, WANTED, wanted)
    const each = Math.ceil(OTHERS / OTHER.length)
    for (const [nth, other] of OTHER.entries()) {
      const last = { last_verse: other.first_verse ?? null }
      await put(1_000 + nth * each, each, { ...wanted, ...EVE, ...last, ...other })
    }
    await put(100_000, OTHERS, { ...wanted, ...EVE, ...ELSEWHERE })
    await database.pool.query('ANALYZE read_models.doc_audit_rows_1')
  })
  afterAll(() => close())

  const one: Readonly<Record<string, Asked>> = {
    'person and device': { person: 'ann', device: 'ann.1' },
    actor: { actor: 'bob' },
    'kind and action': { kind: 'highlight', action: 'removed' },
    item: { item: 'wanted' },
    device: { device: 'ann.1' },
    'a verse': { passage: 'John 3:16' },
    'a verse and a time': { passage: 'John 3:16', from: AT },
    'person and kind': { person: 'ann', kind: 'highlight' },
    'person and action': { person: 'ann', action: 'removed' },
    'person and a verse': { person: 'ann', passage: 'John 3:16' },
    'a chapter, kind and action': { passage: 'John 3', kind: 'highlight', action: 'removed' },
    'a book, kind and action': { passage: 'John', kind: 'highlight', action: 'removed' },
    'a verse and kind': { passage: 'John 3:16', kind: 'highlight' },
    'a verse and action': { passage: 'John 3:16', action: 'removed' },
    'actor and action': { actor: 'bob', action: 'removed' },
    'up to a time': { to: `${AT}.${'6'.padStart(20, '0')}` },
    'everything at once': {
      ...{ person: 'ann', actor: 'bob', kind: 'highlight', item: 'wanted', action: 'removed', device: 'ann.1' },
      ...{ passage: 'John 3:16', from: AT },
    },
  }
  it.each(Object.entries(one))(
    'finds the few that match, by %s, without looking through the others',
    async (_name, filters) => {
      asked.length = 0
      const { found, next } = await read(filters, { before: undefined, limit: PAGE })
      expect([found.length, next]).toEqual([WANTED, null])
      const queries = asked.filter(({ text }) => text.includes('doc_audit_rows_1'))
      expect(queries.length).toBeGreaterThan(0)
      for (const query of queries)
        expect(await rowsPassedOver(database.pool, query), query.text.slice(0, 400)).toBeLessThan(FEW)
    },
  )

  it.each([
    ...HISTORY_KINDS.filter((kind) => ![wanted, ...OTHER, ELSEWHERE].some((doc) => doc.kind === kind)).map(
      (kind): [string, Asked] => [`kind (${kind})`, { kind }],
    ),
    ['action', { action: 'restored' }],
    ['kind and action', { kind: 'sermon', action: 'removed' }],
    ['person', { person: 'ruth' }],
    ['a verse', { passage: 'John 3:36' }],
    ['another chapter', { passage: 'John 5' }],
    ['another chapter and verse', { passage: 'John 4:2' }],
    ['from a time on', { from: '2026-01-02T00:00:00.000Z' }],
  ] satisfies [string, Asked][])(
    'knows without looking through it that nothing matches, by %s',
    async (_name, filters) => {
      asked.length = 0
      expect((await read(filters, { before: undefined, limit: PAGE })).found).toEqual([])
      for (const query of asked.filter(({ text }) => text.includes('doc_audit_rows_1')))
        expect(await rowsPassedOver(database.pool, query), query.text.slice(0, 400)).toBeLessThan(FEW)
    },
  )
})

/** The number of rows that match one filter of a pair. Only the WANTED rows match both filters of a pair. */
const OF_EACH = 2_500
/**
 * For each filter: the filter, and the fields of a document that matches this filter alone. John 3:16 matches every
 * passage of this list.
 */
const FILTERS: Readonly<Record<string, readonly [Asked, Partial<AuditDocument>]>> = {
  person: [{ person: 'ann' }, { person: 'ann', own: false }],
  actor: [{ actor: 'bob' }, { actor: 'bob', own: false }],
  kind: [{ kind: 'highlight' }, { kind: 'highlight' }],
  action: [{ action: 'removed' }, { action: 'removed' }],
  device: [{ device: 'ann.1' }, { device: 'ann.1' }],
  'a book': [{ passage: 'John' }, {}],
  'many chapters': [{ passage: 'John 2-20' }, {}],
  'some chapters': [{ passage: 'John 2-5' }, {}],
  'a chapter': [{ passage: 'John 3' }, {}],
}
const isPlace = (name: string) => FILTERS[name]?.[0].passage !== undefined
const PAIRS = Object.keys(FILTERS).flatMap((one, nth, all) =>
  all.slice(nth + 1).flatMap((other) => (isPlace(one) && isPlace(other) ? [] : [[one, other] as const])),
)

describe('two filters that match much each, and little together', () => {
  let opened: Awaited<ReturnType<typeof openAudit>>
  beforeAll(async () => {
    opened = await openAudit()
    await opened.put(1, WANTED, wanted)
    const elsewhere = { book: 1, first_verse: 1_001_001, last_verse: 1_001_001 }
    const at = (chapter: number) => ({
      first_verse: chapter * 1_000 + 16,
      last_verse: chapter * 1_000 + 16,
    })
    const nothing: Partial<AuditDocument> = { ...EVE, kind: 'note', action: 'edited' }
    const others: readonly Partial<AuditDocument>[] = [
      ...Object.values(FILTERS).flatMap(([{ passage }, doc]) =>
        passage === undefined ? [{ ...elsewhere, ...doc }] : [],
      ),
      at(JOHN_3),
      // Rows in the same book, but outside the chapters of every filter that names chapters.
      at(43_021),
      { ...at(43_001), last_verse: 43_001_051 },
    ]
    for (const [nth, other] of others.entries())
      await opened.put(1_000 + nth * OF_EACH, OF_EACH, { ...wanted, ...nothing, ...other })
    await opened.database.pool.query('ANALYZE read_models.doc_audit_rows_1')
  })
  afterAll(() => opened.close())

  const passes = async (filters: Asked, count: number) => {
    opened.asked.length = 0
    const { found } = await opened.read(filters, { before: undefined, limit: PAGE })
    expect(found).toHaveLength(count)
    for (const query of opened.asked.filter(({ text }) => text.includes('doc_audit_rows_1')))
      expect(await rowsPassedOver(opened.database.pool, query), query.text.slice(0, 600)).toBeLessThan(FEW)
  }
  it.each(PAIRS)('%s and %s', (one, other) => passes({ ...FILTERS[one]?.[0], ...FILTERS[other]?.[0] }, WANTED))
  it.each(['John 4-20', 'John 4-6', 'John 4:2-19:3'])('a stretch in which nothing changed: %s', (passage) =>
    passes({ passage }, 0),
  )
})

it('finds by a passage each change that has a verse of it, once, newest first', async () => {
  const { read, put, close } = await openAudit()
  const places: { readonly first: number; readonly last: number }[] = []
  const ofBook = (book: number) => {
    for (let chapter = 1; chapter <= 21; chapter++)
      for (const [chapters, from, to] of [
        [0, 16, 16],
        [0, 3, 3],
        [0, 14, 18],
        [0, 0, 999],
        [1, 16, 2],
        [2, 1, 16],
        [15, 5, 5],
      ] as const)
        places.push({
          first: (book * 1_000 + chapter) * 1_000 + from,
          last: (book * 1_000 + chapter + chapters) * 1_000 + to,
        })
  }
  for (const book of [42, 43]) ofBook(book)
  for (const [nth, { first, last }] of places.entries()) {
    const book = Math.floor(first / 1_000_000)
    await put(1 + nth, 1, { ...wanted, book, first_verse: first, last_verse: last })
  }
  const ends = (from: [number, number], to: [number, number]) =>
    [from, to].map(([chapter, verse]) => (43_000 + chapter) * 1_000 + verse) as [number, number]
  const passages: Readonly<Record<string, [number, number]>> = {
    'John 3:16': ends([3, 16], [3, 16]),
    'John 3:14-17': ends([3, 14], [3, 17]),
    'John 3:1-30': ends([3, 1], [3, 30]),
    'John 4': ends([4, 0], [4, 999]),
    'John 3-5': ends([3, 0], [5, 999]),
    'John 3:17-5:2': ends([3, 17], [5, 2]),
    'John 2-20': ends([2, 0], [20, 999]),
    John: ends([1, 0], [99, 999]),
  }
  for (const [passage, [first, last]] of Object.entries(passages)) {
    const touching = places.flatMap((one, nth) => (one.first <= last && one.last >= first ? [String(1 + nth)] : []))
    const found: string[] = []
    for (let before: string | undefined | null; before !== null; ) {
      const page = await read({ passage }, { before: before ?? undefined, limit: 20 })
      found.push(...page.found.map(({ position }) => position))
      before = page.next
    }
    expect(found, passage).toEqual(touching.toReversed())
  }
  await close()
})
