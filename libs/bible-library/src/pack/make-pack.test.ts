import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  hundredOf,
  type PackedReferences,
  type PackHead,
  unpackChapter,
  unpackWordsOfChapter,
} from '@pathlight/contracts/pack-rules.ts'
import { bookByIndex } from '@pathlight/scripture/books.ts'
import { copyBuiltLibrary } from '@pathlight/testing/built-library.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCrossReferences } from '../cross-references/cross-references.ts'
import { type Library, openLibrary } from '../library.ts'
import { inTransaction, openForWriting } from '../schema.ts'
import { writeVersion } from '../search/library-of.contract.ts'
import { openWords } from '../words/open-words.ts'
import { openPacks } from './make-pack.ts'

const folder = mkdtempSync(join(tmpdir(), 'pathlight-packs-'))
const file = join(folder, 'bibles.sqlite')
let library: Library
beforeAll(async () => {
  await copyBuiltLibrary(file)
  library = openLibrary(file)
})
afterAll(() => {
  library.close()
  rmSync(folder, { recursive: true })
})

const linesOf = (bytes: Buffer) => {
  const [head = '', ...lines] = gunzipSync(bytes).toString().trimEnd().split('\n')
  return { head: JSON.parse(head) as PackHead, lines: lines.map((line) => JSON.parse(line)) }
}

describe('a packed version', () => {
  it.each(['KJV', 'ASV', 'WEB'])('has every verse of %s as the library has it, in 1.5 MB at most', async (code) => {
    const pack = await openPacks(library)(code.toLowerCase())
    if (pack === null) throw new Error('not packed')
    expect(pack.bytes.length).toBeLessThanOrEqual(1_500_000)
    const { head, lines } = linesOf(pack.bytes)
    expect(head).toMatchObject({ format: 1, kind: 'version', chapters: lines.length, version: { code } })
    const verses = lines.flatMap((line) => unpackChapter(code, bookByIndex(line[0])?.name.en ?? '', line))
    expect(verses).toEqual(library.verses(code, 0, 99_999_999))
  })

  it('is made once, and anew when the text is another one', async () => {
    const packs = openPacks(library)
    writeVersion(file, 'ONE', { language: 'en', verses: { 43003016: 'For God so loved' }, through: { 43003016: 17 } })
    const [first, same] = await Promise.all([packs('ONE'), packs('one')])
    expect(same).toBe(first)
    expect(await packs('ONE')).toBe(first)
    writeVersion(file, 'ONE', { language: 'en', verses: { 43003016: 'For God so greatly loved' } })
    const second = await packs('ONE')
    expect(second?.tag).not.toBe(first?.tag)
    writeVersion(file, 'ONE', null)
    expect(await packs('ONE')).toBeNull()
    expect(await packs('NONE')).toBeNull()
  })
})

describe('the packed words beneath a version', () => {
  it('are those of the library, with the lexicon, in 2.5 MB at most', async () => {
    const words = openWords(library)
    const pack = await openPacks(library)('KJV.words')
    if (pack === null) throw new Error('not packed')
    expect(pack.bytes.length).toBeLessThanOrEqual(2_500_000)
    const { head, lines } = linesOf(pack.bytes)
    expect(head).toMatchObject({ kind: 'words', version: 'KJV', chapters: lines.length })
    for (const [book, chapter] of [
      [1, 1],
      [19, 119],
      [43, 3],
      [66, 22],
    ] as const) {
      const line = lines.find((one) => one[0] === book && one[1] === chapter)
      const expected = Object.fromEntries(words.ofChapter('KJV', book, chapter)?.verses ?? [])
      expect(Object.keys(expected).length).toBeGreaterThan(0)
      expect(unpackWordsOfChapter(line)).toEqual(expected)
    }
    const [, , entries] = lines.find((one) => one[0] === 0 && one[1] === hundredOf('G25'))
    const { source: _, ...love } = words.lexiconEntry('G25') ?? {}
    expect(entries).toContainEqual(love)
  })

  it('count a word in their own text', async () => {
    const countsIn = async (code: string) => {
      const pack = await openPacks(library)(`${code}.words`)
      const [, , entries] = linesOf(pack?.bytes ?? Buffer.of()).lines.find((one) => one[1] === hundredOf('G25'))
      return entries.find(({ strongs }: { strongs: string }) => strongs === 'G25').occurrences
    }
    const words = openWords(library)
    for (const code of ['KJV', 'WEB']) expect(await countsIn(code)).toBe(words.lexiconEntry('G25', code)?.occurrences)
    expect(await countsIn('KJV')).not.toBe(await countsIn('WEB'))
  })

  it('are none where a text has none', async () => {
    expect(await openPacks(library)('ASV.words')).toBeNull()
    expect(await openPacks(library)('NONE.words')).toBeNull()
  })
})

describe('packed cross-references', () => {
  it('are those of the library, best first; nothing where it has none', async () => {
    const packs = openPacks(library)
    expect(await packs('cross-references')).toBeNull()
    const credit = { text: 'Somebody', licence: 'CC BY', url: 'https://example.org' }
    const all = [
      {
        verse: 1001001,
        targets: [
          { target: 43001001, through: 43001003 },
          { target: 58011003, through: 58011003 },
        ],
      },
      { verse: 43003016, targets: [{ target: 45005008, through: 45005008 }] },
    ]
    const db = openForWriting(file)
    inTransaction(db, () => writeCrossReferences(db, all, { credit, fingerprint: 'x' }))
    db.close()
    const pack = await packs('cross-references')
    if (pack === null) throw new Error('not packed')
    const { head, lines } = linesOf(pack.bytes)
    expect(head).toEqual({ format: 1, kind: 'cross-references', chapters: 2, credit })
    const expected: PackedReferences[] = [
      [1, 1, { 1: [43001001, 43001003, 58011003, 58011003] }],
      [43, 3, { 16: [45005008, 45005008] }],
    ]
    expect(lines).toEqual(expected)
  })
})
