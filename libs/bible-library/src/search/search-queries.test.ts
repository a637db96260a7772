import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBook } from '@pathlight/scripture/books.ts'
import { copyBuiltLibrary } from '@pathlight/testing/built-library.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importBible } from '../importers/import-bible.ts'
import { type Library, openLibrary } from '../library.ts'
import type { FindVerses } from './find-verses.ts'
import { openFindVerses } from './search-index.ts'

// search-queries.tsv has queries for KJV, ASV, WEB and KRV with their expected results. The expected numbers were
// counted in the texts by patterns, without the search index.
const [, ...lines] = readFileSync(new URL('search-queries.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const rows = lines.map((line) => {
  const [query = '', version = '', book = '', total = '', first = '', among = '', same = ''] = line.split('\t')
  return { query, version, book, total, first, among: among.split('; ').filter(Boolean), same }
})

const samples = process.env.BIBLE_SAMPLES_DIR ?? new URL('../../../../../shared/data/bibles', import.meta.url).pathname
const krv = join(samples, 'krv.osis.xml')
const hasKrv = existsSync(krv)
if (!hasKrv)
  console.warn(`Skipped: searches in KRV. Set BIBLE_SAMPLES_DIR to a folder with krv.osis.xml (not in ${samples}).`)

const folder = mkdtempSync(join(tmpdir(), 'pathlight-queries-'))
let library: Library
let find: FindVerses
beforeAll(async () => {
  const file = join(folder, 'bibles.sqlite')
  await copyBuiltLibrary(file)
  if (hasKrv) await importBible({ library: file, path: krv, code: 'KRV', language: 'ko' })
  library = openLibrary(file)
  find = openFindVerses(library)
})
afterAll(() => {
  library.close()
  rmSync(folder, { recursive: true })
})

const searched = (query: string, version: string, book: string) => {
  const versions = version === '' ? undefined : [version]
  const { total, hits } = find({ query, versions, book: findBook(book)?.index, limit: 20 })
  const texts = hits.flatMap((hit) =>
    hit.texts.map((text) => `${text.version} ${hit.book} ${text.chapter}:${text.verse}`),
  )
  return { total, hits: texts }
}

describe('the table of searches', () => {
  it('has at least 200', () => {
    expect(rows.length).toBeGreaterThanOrEqual(200)
  })

  // A row without a version searches all versions. Its numbers are right only if the KRV is installed.
  for (const { query, version, book, total, first, among, same } of rows) {
    const within = [version, book].filter(Boolean).join(', ')
    it.runIf(hasKrv || !['', 'KRV'].includes(version))(`${query}${within && ` (${within})`}`, () => {
      const found = searched(query, version, book)
      if (total !== '') expect(found.total).toBe(Number(total))
      if (first !== '') expect(found.hits[0]).toBe(first)
      expect(found.hits).toEqual(expect.arrayContaining(among))
      if (same !== '') expect(found).toEqual(searched(same, version, book))
    })
  }
})
