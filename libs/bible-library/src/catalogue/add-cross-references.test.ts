import { globSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeLock } from '@pathlight/stores/exclusive-lock.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCrossReferences } from '../cross-references/cross-references.ts'
import { openLibrary } from '../library.ts'
import { openForWriting } from '../schema.ts'
import { addCrossReferences } from './add-cross-references.ts'
import { openCatalogue } from './open-catalogue.ts'
import { serveCatalogue } from './test-catalogue.contract.ts'

const HASTY = {
  patience: {
    answerMs: 60_000,
    silentMs: 60_000,
    stallMs: 60_000,
    totalMs: 120_000,
    again: { retries: 0, minTimeout: 0, factor: 1, maxTimeout: 0 },
  },
}
const LOCK = 'open-cross-ref.lock.sqlite'
const DATASET = {
  id: 'open-cross-ref',
  name: 'Bible Cross References',
  website: 'https://www.openbible.info/labs/cross-references/',
  licenseUrl: 'https://creativecommons.org/licenses/by/4.0/',
  totalNumberOfReferences: 3,
}
const chapterOf = (number: number, content: unknown[]) => ({ dataset: DATASET, chapter: { number, content } })
const TREE = {
  '/api/available_datasets.json': { datasets: [DATASET] },
  '/api/d/open-cross-ref/books.json': {
    dataset: DATASET,
    books: [
      { id: 'JHN', numberOfChapters: 3 },
      { id: 'JUD', numberOfChapters: 1 },
    ],
  },
  '/api/d/open-cross-ref/JHN/1.json': chapterOf(1, []),
  '/api/d/open-cross-ref/JHN/3.json': chapterOf(3, [
    {
      verse: 16,
      references: [
        { book: 'ROM', chapter: 5, verse: 8, endVerse: 9, score: 20 },
        { book: '1JN', chapter: 4, verse: 9, score: 70 },
        { book: 'TOB', chapter: 1, verse: 1, score: 99 },
        { book: 'ROM', chapter: 77, verse: 8 },
      ],
    },
  ]),
  '/api/d/open-cross-ref/JUD/1.json': chapterOf(1, [
    { verse: 14, references: [{ book: 'GEN', chapter: 5, verse: 18 }] },
  ]),
}

let folder = ''
let file = ''
const closing: (() => Promise<unknown>)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'references-'))
  file = join(folder, 'bibles.sqlite')
  openForWriting(file).close()
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  rmSync(folder, { recursive: true })
})
const serve = async (...given: Parameters<typeof serveCatalogue>) => {
  const served = await serveCatalogue(...given)
  closing.push(served.close)
  return served
}
const referencesOf = (verse: number) => {
  const library = openLibrary(file)
  const found = openCrossReferences(library)(verse, null, 10)
  library.close()
  return found
}

/** Downloads all chapters, and fails at the writing, as on a full disk. */
const failAtWriting = async (catalogue: ReturnType<typeof openCatalogue>) => {
  const change = (sql: string) => {
    const db = openForWriting(file)
    db.exec(sql)
    db.close()
  }
  change("CREATE TRIGGER full BEFORE INSERT ON cross_reference BEGIN SELECT RAISE(ABORT, 'The disk is full'); END")
  await expect(addCrossReferences({ library: file, catalogue })).rejects.toThrow('The disk is full')
  change('DROP TRIGGER full')
}

describe('the list of cross-references', () => {
  it('comes best first, under its licence; what names no verse is passed over', async () => {
    const { address, asked } = await serve(TREE)
    const seen: string[] = []
    const added = await addCrossReferences({
      library: file,
      catalogue: openCatalogue(address, HASTY),
      onProgress: (done, of) => {
        seen.push(`${done}/${of}`)
        // The lock is held, because another process would delete the chapters after its own work.
        expect(takeLock(join(folder, 'downloads', LOCK))).toBeNull()
      },
    })
    const credit = {
      text: 'Bible Cross References: openbible.info',
      licence: 'CC BY 4.0',
      url: 'https://creativecommons.org/licenses/by/4.0/',
    }
    // The catalogue has no file for John 2, which has no references.
    expect(added).toEqual({ status: 'added', entries: 3, credit })
    expect(seen).toEqual(['1/4', '2/4', '3/4', '4/4'])
    expect(referencesOf(43_003_016)).toMatchObject({
      credit,
      total: 2,
      references: [
        { book: '1 John', chapter: 4, verse: 9, endVerse: 9 },
        { book: 'Romans', chapter: 5, verse: 8, endVerse: 9 },
      ],
    })
    expect(readdirSync(join(folder, 'downloads'))).toEqual([LOCK])
    asked.splice(0)
    const again = await addCrossReferences({ library: file, catalogue: openCatalogue(address, HASTY), onlyIfNew: true })
    expect(again).toEqual({ status: 'same' })
    expect(asked).toEqual(['/api/available_datasets.json'])
  })

  it('goes on where another try ended, and changes nothing before it is whole', async () => {
    let fails = true
    const { address, asked } = await serve(TREE, (request, response) => {
      if (!fails || !request.url?.includes('JUD')) return false
      // The call for the chapter of Jude fails once the other three chapters are on disk.
      void eventually(() => expect(globSync(join(folder, 'downloads', '*', '*.json'))).toHaveLength(3)).then(() =>
        response.writeHead(500).end(),
      )
      return true
    })
    const catalogue = openCatalogue(address, HASTY)
    await expect(addCrossReferences({ library: file, catalogue })).rejects.toThrow(/JUD\/1\.json answered 500/)
    expect(referencesOf(43_003_016)).toMatchObject({ available: false })
    fails = false
    asked.splice(0)
    await addCrossReferences({ library: file, catalogue })
    expect(asked.filter((path) => /\/\d+\.json$/.test(path))).toEqual(['/api/d/open-cross-ref/JUD/1.json'])
    expect(referencesOf(43_003_016)).toMatchObject({ available: true, total: 2 })
  })

  it('is not downloaded again where only the writing failed', async () => {
    const { address, asked } = await serve(TREE)
    const catalogue = openCatalogue(address, HASTY)
    await failAtWriting(catalogue)
    asked.splice(0)
    expect(await addCrossReferences({ library: file, catalogue })).toMatchObject({ status: 'added', entries: 3 })
    expect(asked.filter((path) => /\/\d+\.json$/.test(path))).toEqual([])
    expect(readdirSync(join(folder, 'downloads'))).toEqual([LOCK])
  })

  it('is downloaded again where a power failure cut a chapter off', async () => {
    const { address } = await serve(TREE)
    const catalogue = openCatalogue(address, HASTY)
    await failAtWriting(catalogue)
    const downloads = join(folder, 'downloads')
    const [chapter = ''] = globSync('*/*-3.json', { cwd: downloads })
    writeFileSync(join(downloads, chapter), '[{')
    await expect(addCrossReferences({ library: file, catalogue })).rejects.toThrow(SyntaxError)
    expect(await addCrossReferences({ library: file, catalogue })).toMatchObject({ status: 'added', entries: 3 })
  })

  it.each([
    ['has none', { ...TREE, '/api/available_datasets.json': { datasets: [] } }, /has no cross-references/],
    ['names no books', { ...TREE, '/api/d/open-cross-ref/books.json': { books: 'many' } }, /something else/],
    [
      'gives nonsense',
      { ...TREE, '/api/d/open-cross-ref/JHN/1.json': { chapter: 1 } },
      /JHN 1 are not as the catalogue/,
    ],
    [
      'gives nothing at all',
      { ...TREE, '/api/d/open-cross-ref/books.json': { books: [] } },
      /gave no cross-references/,
    ],
  ])('is left as it was where the catalogue %s', async (_what, tree, message) => {
    const good = await serve(TREE)
    await addCrossReferences({ library: file, catalogue: openCatalogue(good.address, HASTY) })
    const { address } = await serve(tree)
    await expect(addCrossReferences({ library: file, catalogue: openCatalogue(address, HASTY) })).rejects.toThrow(
      message,
    )
    expect(referencesOf(43_003_016)).toMatchObject({ available: true, total: 2 })
  })
})
