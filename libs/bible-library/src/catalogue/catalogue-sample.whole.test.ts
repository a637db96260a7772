import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatReference } from '@pathlight/scripture/format-reference.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importBible } from '../importers/import-bible.ts'
import { type Library, openLibrary } from '../library.ts'
import { openForWriting } from '../schema.ts'
import { addVersion } from './add-version.ts'
import { openCatalogue } from './open-catalogue.ts'
import { serveCatalogue } from './test-catalogue.contract.ts'

// This test needs a tree of the catalogue's documents, made by the catalogue's own tool, and the same text in USFM. The
// two are not in this repository. BIBLE_CATALOGUE_DIR and BIBLE_SAMPLES_DIR name their folders.
const beside = join(import.meta.dirname, '../../../../../shared/data')
const tree = process.env.BIBLE_CATALOGUE_DIR ?? join(beside, 'catalogue')
const usfm = join(process.env.BIBLE_SAMPLES_DIR ?? join(beside, 'bibles'), 'bsb-usfm')
const here = existsSync(join(tree, 'api/BSB/complete.json')) && existsSync(usfm)
if (!here)
  console.log('SKIPPED: a tree of the catalogue. Name one with api/BSB by BIBLE_CATALOGUE_DIR, and BIBLE_SAMPLES_DIR.')

describe.skipIf(!here)('the Berean Standard Bible, from the catalogue and from USFM', () => {
  const folder = here ? mkdtempSync(join(tmpdir(), 'catalogue-sample-')) : ''
  let library: Library
  let served: Awaited<ReturnType<typeof serveCatalogue>>

  beforeAll(async () => {
    const file = join(folder, 'bibles.sqlite')
    openForWriting(file).close()
    const paths = ['/api/available_translations.json', '/api/BSB/complete.json']
    served = await serveCatalogue(
      Object.fromEntries(paths.map((path) => [path, readFileSync(join(tree, path), 'utf8')])),
    )
    await addVersion({ library: file, catalogue: openCatalogue(served.address), wanted: 'BSB' })
    await importBible({ library: file, path: usfm, code: 'USFM', language: 'en', verify: true })
    library = openLibrary(file)
  })
  afterAll(async () => {
    library?.close()
    await served?.close()
    if (folder) rmSync(folder, { recursive: true })
  })

  const all = (code: string) => new Map(library.verses(code, 0, 67_000_000).map((verse) => [verse.verse_id, verse]))
  const named = (id: number, verse: { book: string; chapter: number; verse: number } | undefined) => {
    if (verse === undefined) return String(id)
    const { book, chapter, verse: number } = verse
    return formatReference({ book, chapter, verse: number, endChapter: chapter, endVerse: number }, 'en', 'short')
  }

  it('agrees verse by verse, but for what this tree lost and where a dash ends a line', () => {
    const [catalogue, files] = [all('BSB'), all('USFM')]
    const ids = [...new Set([...catalogue.keys(), ...files.keys()])].sort((a, b) => a - b)
    const lost = ids.filter((id) => !catalogue.has(id))
    // In the USFM some psalms lack the number of their first verse. The USFM has the words of these verses, and the
    // tree lacks them.
    expect(lost.map((id) => named(id, files.get(id))).filter((one) => !/^Ps \d+:1$/.test(one))).toEqual([])
    expect(lost).toHaveLength(32)
    expect(ids.filter((id) => !files.has(id))).toEqual([])
    const different = ids.filter((id) => catalogue.has(id) && files.get(id)?.text !== catalogue.get(id)?.text)
    expect(different.map((id) => named(id, files.get(id)))).toEqual(['2 Sam 6:2', 'Isa 11:2', 'Amos 4:13'])
    const dashes = (text = '') => text.replaceAll('— ', '—')
    for (const id of different) expect(dashes(catalogue.get(id)?.text)).toBe(dashes(files.get(id)?.text))
  })

  it('brings poetry, titles of psalms, footnotes and headings', () => {
    expect(library.chapter('BSB', 19, 23)[0]).toMatchObject({
      text: 'The LORD is my shepherd; I shall not want.',
      headings: [
        { kind: 'section', text: 'The LORD Is My Shepherd' },
        { kind: 'psalm', text: 'A Psalm of David.' },
      ],
      breaks: [
        { at: 0, kind: 'line', indent: 1 },
        { at: 25, kind: 'line', indent: 2 },
      ],
    })
    expect(library.chapter('BSB', 49, 3).flatMap(({ notes = [] }) => notes).length).toBeGreaterThan(3)
    const prose = library.chapter('BSB', 1, 3).flatMap(({ breaks = [] }) => breaks.map(({ kind }) => kind))
    expect(prose).toContain('paragraph')
  })
})
