import 'fake-indexeddb/auto'
import { type PackedReferences, type PackHead, packChapter } from '@pathlight/contracts/pack-rules.ts'
import { expect, it } from 'vitest'
import { keptTexts } from '../../device/kept-texts.ts'
import { keptChapter } from './kept-chapter.ts'
import { keptReferences, withKeptLetters } from './kept-references.ts'

const path = '/api/bible/cross-references?version=TST&book=John&chapter=3&verse=16&limit=2'
const of = (chapter: number, verse: number, text: string) => {
  return { version: 'TST', book: 'Romans', chapter, verse, verse_id: 0, text }
}

it('cross-references are read from the device, best first, with their texts where the version is kept', async () => {
  expect(await keptReferences(path)).toBeNull()
  const credit = { text: 'Somebody', licence: 'CC BY', url: 'https://example.org' }
  const list: PackHead = { format: 1, chapters: 1, kind: 'cross-references', credit }
  const references: PackedReferences = [43, 3, { 16: [45005001, 45005004, 45005008, 45005008, 62004009, 62004010] }]
  const line = { book: 43, chapter: 3, line: JSON.stringify(references) }
  await keptTexts.keep({ name: 'cross-references', tag: 'a', size: 1, head: list }, [line], null)
  const first = { book: 'Romans', chapter: 5, verse: 1, endChapter: 5, endVerse: 4, text: null, truncated: false }
  const second = { ...first, verse: 8, endVerse: 8 }
  const answer = { available: true, hint: null, credit, total: 3, references: [first, second] }
  expect(await keptReferences(path)).toEqual(answer)

  const details = { code: 'TST', name: 'T', localName: 'T', language: 'en', direction: 'ltr', licence: 'x' } as const
  const version = { ...details, copyright: null, books: [45], versification: 'eng' }
  const verses = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((text, at) => of(5, at + 1, text))
  const chapter = { book: 45, chapter: 5, line: JSON.stringify(packChapter(45, 5, verses)) }
  const head: PackHead = { format: 1, chapters: 1, kind: 'version', version }
  await keptTexts.keep({ name: 'TST', tag: 'b', size: 1, head }, [chapter], null)
  expect((await keptReferences(path))?.references).toEqual([
    { ...first, text: 'a b c', truncated: true },
    { ...second, text: 'h' },
  ])

  // The chapter has letters at the verses for which the list has references.
  const john = {
    book: 43,
    chapter: 3,
    line: JSON.stringify(
      packChapter(
        43,
        3,
        [15, 16, 17].map((verse) => ({ ...of(3, verse, 'x'), book: 'John' })),
      ),
    ),
  }
  await keptTexts.keep({ name: 'TST', tag: 'c', size: 1, head }, [john], null)
  const kept = await keptChapter({ version: 'TST', book: 'John', chapter: 3 })
  if (kept === null || kept === 'no such chapter') throw new Error('It is kept')
  expect((await withKeptLetters(kept)).verses.map(({ letter }) => letter)).toEqual([undefined, 'a', undefined])
  await keptTexts.remove('cross-references')
  expect(await withKeptLetters(kept)).toBe(kept)
})
