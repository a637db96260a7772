import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyBuiltLibrary } from '@pathlight/testing/built-library.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Library, openLibrary } from '../library.ts'
import { openWords } from '../words/open-words.ts'

// The fixture has five chapters of the source editions (Debian's sword-text-kjv and sword-text-web), read by a program
// that is not Pathlight's. Each line is a verse: the version, the verse id, and English words, each with the Strong's
// numbers of its original words (`God:H430`).
const SOURCE = readFileSync(join(import.meta.dirname, 'words-of-source.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))

/**
 * Small English words, which are not compared in the WEB. In the source a program chose the Strong's numbers of the
 * WEB's words. Where a small word got a wrong number, the installed WEB has no number.
 */
const SMALL = new Set(
  `a also an and any are as at be been being but by do for from had has have he him his i in is it its let may me might my no
   nor of on or our own shall should so that the their them then there they this those to up upon us was we were when which
   who whom will with would you your out into than these`.split(/\s+/),
)

/**
 * Words of the source that the installed WEB may lack, by verse id. In Genesis 1:1 the source has no space between
 * `God` and `created`. In John 1:14 the installed edition has no `born`.
 */
const DIFFERENT: Readonly<Record<string, readonly string[]>> = {
  1001001: ['God:H430', 'created:H1254'],
  43001014: ['born:G1096'],
}

let folder = ''
let library: Library
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'words-of-source-'))
  await copyBuiltLibrary(join(folder, 'bibles.sqlite'))
  library = openLibrary(join(folder, 'bibles.sqlite'))
})
afterAll(() => {
  library.close()
  rmSync(folder, { recursive: true })
})

/** The installed words of a verse in the fixture's form. */
const ours = (code: string, id: number): readonly string[] => {
  const [text = ''] = library.verses(code, id, id).map((verse) => verse.text)
  const words = openWords(library).ofChapter(code, Math.floor(id / 1_000_000), Math.floor(id / 1000) % 1000)
  return (words?.verses.get(id % 1000) ?? []).flatMap(({ start, end, strongs }) =>
    [
      ...text
        .slice(start, end)
        .replaceAll('’', "'")
        .matchAll(/\p{L}+(?:'\p{L}+)*/gu),
    ].map(([letters]) => `${letters}:${strongs.join('+')}`),
  )
}

it.each(['KJV', 'WEB'])('every word of five chapters of the %s equals the source', (code) => {
  const isCompared = (id: string) => (word: string) =>
    code === 'KJV' || !(SMALL.has(word.split(':')[0]?.toLowerCase() ?? '') || DIFFERENT[id]?.includes(word))
  const verses = SOURCE.filter(([of]) => of === code)
  expect(verses).toHaveLength(121)
  for (const [, id = '', words = ''] of verses)
    expect([id, ours(code, Number(id)).filter(isCompared(id))]).toEqual([id, words.split(' ').filter(isCompared(id))])
})

it.each([
  ['H430', 2604],
  ['H3068', 6512],
  ['H7225', 50],
  ['H1254', 54],
  ['H157', 208],
  ['G26', 117],
  ['G25', 143],
  ['G3056', 339],
  ['G2316', 1358],
  ['G4102', 247],
])('%s is under as many words of the KJV’s verses as in the source', (number, count) => {
  expect(openWords(library).lexiconEntry(number, 'KJV')?.occurrences).toBe(count)
})
