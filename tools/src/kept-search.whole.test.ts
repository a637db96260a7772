import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Library, openLibrary } from '@pathlight/bible-library/library.ts'
import { openPacks } from '@pathlight/bible-library/pack/make-pack.ts'
import { type FindVerses, findVersesIn } from '@pathlight/bible-library/search/find-verses.ts'
import { openFindVerses } from '@pathlight/bible-library/search/search-index.ts'
import type { PackHead } from '@pathlight/contracts/pack-rules.ts'
import { copyBuiltLibrary } from '@pathlight/testing/built-library.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type IndexedText, indexPack, openKeptIndex } from '../../apps/web/src/bible/kept-texts/kept-index.ts'

// The browser's search in downloaded versions must answer like the server's search. This test compares the answers to
// all queries in search-queries.tsv, and to queries with filters, with several pages and without hits.

const folder = mkdtempSync(join(tmpdir(), 'pathlight-kept-search-'))
let library: Library
let onServer: FindVerses
let onDevice: FindVerses
beforeAll(async () => {
  const file = join(folder, 'bibles.sqlite')
  await copyBuiltLibrary(file)
  library = openLibrary(file)
  onServer = openFindVerses(library)
  const packs = openPacks(library)
  const texts: IndexedText[] = []
  for (const { code } of library.installed()) {
    const pack = await packs(code)
    const [first = '', ...lines] = gunzipSync(pack?.bytes ?? '')
      .toString()
      .trimEnd()
      .split('\n')
    const head = JSON.parse(first) as PackHead
    const index = indexPack(head, lines)
    if (head.kind === 'version' && index !== null) texts.push({ version: head.version, index })
  }
  expect(texts.map(({ version }) => version.code).sort()).toEqual(['ASV', 'KJV', 'WEB'])
  const textOf = (version: string, id: number) => library.verses(version, id, id)[0]?.text ?? ''
  onDevice = findVersesIn(openKeptIndex(texts, textOf))
})
afterAll(() => {
  library.close()
  rmSync(folder, { recursive: true })
})

const table = readFileSync(new URL('../../libs/bible-library/src/search/search-queries.tsv', import.meta.url), 'utf8')
const queries = [
  ...new Set(
    table
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t')[0] ?? ''),
  ),
]

describe('a search on a device', () => {
  it.each(queries)('finds what the server finds: %s', (query) => {
    for (const versions of [undefined, ['KJV'], ['WEB', 'ASV']])
      expect(onDevice({ query, versions, limit: 20 })).toEqual(onServer({ query, versions, limit: 20 }))
  })

  it.each([
    { query: 'love', testament: 'new', order: 'book' },
    { query: 'faith hope', book: 46 },
    { query: '"in the beginning" -god' },
    { query: 'John 3:16-18; Romans 8' },
    { query: 'Genesis 60' },
    { query: 'rightousness' },
    { query: 'ㅣㅐㅍㄷ' },
    { query: 'zzzz qqqq' },
    { query: '...' },
  ] as const)('answers %j as the server does, page after page', (asked) => {
    let after: { score: number; id: number } | undefined
    for (let page = 0; page < 3; page++) {
      const [there, here] = [onServer, onDevice].map((find) => find({ ...asked, limit: 5, after, prefer: ['WEB'] }))
      expect(here).toEqual(there)
      if (!there?.next) return
      const [score, id] = JSON.parse(Buffer.from(there.next, 'base64url').toString())
      after = { score, id }
    }
  })
})
