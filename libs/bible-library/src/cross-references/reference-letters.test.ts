import type { Verse } from '@pathlight/contracts/bible.ts'
import { expect, it } from 'vitest'
import { withLetters } from './reference-letters.ts'

const verseOf = (chapter: number, verse: number, through?: number): Verse => {
  const verse_id = 19_000_000 + chapter * 1_000 + verse
  const shared = { version: 'T', book: 'Psalms', chapter, verse, verse_id, text: 'x' }
  return through === undefined ? shared : { ...shared, through }
}
const ENGLISH = { versification: 'eng', language: 'en' }
const lettersOf = (verses: readonly Verse[]) => verses.map(({ letter }) => letter ?? '-').join('')

it('gives the verses that have references letters in their order, and begins anew after the last one', () => {
  const verses = Array.from({ length: 60 }, (_, at) => verseOf(119, at + 1))
  const even = (id: number) => id % 2 === 0
  expect(lettersOf(withLetters(verses, ENGLISH, even)).replaceAll('-', '')).toBe('abcdefghijklmnopqrstuvwxyzabcd')
  expect(lettersOf(withLetters(verses, { ...ENGLISH, language: 'ko' }, even)).replaceAll('-', '')).toBe(
    'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎㄱㄴ',
  )
})

it('asks in the standard numbering, for each of the verses that a bridge joins, and changes no other verse', () => {
  const verses = [verseOf(51, 1), verseOf(51, 2, 4), verseOf(51, 5)]
  expect(lettersOf(withLetters(verses, ENGLISH, (id) => id === 19_051_004))).toBe('-a-')
  // In the Hebrew numbering this psalm's title is two verses, so verse 5 is verse 3 of the standard numbering.
  const hebrew = { versification: 'org', language: 'he' }
  const lettered = withLetters(verses, hebrew, (id) => id === 19_051_003)
  expect(lettersOf(lettered)).toBe('--a')
  expect(lettered[0]).toBe(verses[0])
})
