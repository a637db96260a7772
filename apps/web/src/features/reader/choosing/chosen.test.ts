import type { Verse } from '@pathlight/contracts/bible.ts'
import { UNSET_COPY_STYLE } from '@pathlight/contracts/copy-rules.ts'
import type { BookLanguage } from '@pathlight/scripture/books.ts'
import { describe, expect, it } from 'vitest'
import { copiedPassage } from '../../../study/copying/copied-passage.ts'
import type { Chosen } from '../../../study/study-kind.ts'
import { type Choice, choiceUpTo } from '../columns/reader-state.ts'
import { chosenIn } from './chosen.ts'
import { chosenNumbers, copyOf } from './copied.ts'

const verse = (number: number, text: string, more: Partial<Verse> = {}): Verse => ({
  version: 'KJV',
  book: 'John',
  chapter: 3,
  verse: number,
  verse_id: 43_003_000 + number,
  text,
  ...more,
})
const verses = [
  verse(14, 'And as Moses.'),
  verse(15, 'That whosoever.', { through: 16 }),
  verse(17, 'For God sent not.'),
]
const column = { id: 'c1', version: 'KJV', book: 'John', chapter: 3 }
const range = (from: number, to: number): Choice => choiceUpTo(null, 'c1', to, from)
const texts = (choice: Choice) => chosenIn(column, verses, choice)?.parts.map(({ text }) => text) ?? null

describe('what is chosen in a column', () => {
  it('is whole verses, in the order of the text whichever way they were drawn', () => {
    expect(texts(range(17, 14))).toEqual(['And as Moses.', 'That whosoever.', 'For God sent not.'])
    expect(texts(range(16, 16))).toEqual(['That whosoever.'])
    expect(texts({ ...range(14, 14), by: 'verses', verses: [14, 17], anchor: 17, held: true })).toEqual([
      'And as Moses.',
      'For God sent not.',
    ])
  })

  it('is words of verses', () => {
    const words = [
      { verse: 14, start: 7, end: 13 },
      { verse: 17, start: 0, end: 7 },
    ]
    expect(texts({ by: 'words', column: 'c1', words })).toEqual(['Moses.', 'For God'])
  })

  it.each([
    ['another column’s', range(14, 14), 'c2'],
    ['a verse that is not there', range(99, 99), 'c1'],
    ['words beyond the text', { by: 'words', column: 'c1', words: [{ verse: 14, start: 3, end: 99 }] } as Choice, 'c1'],
    [
      'words that end before they begin',
      { by: 'words', column: 'c1', words: [{ verse: 14, start: 3, end: 3 }] } as Choice,
      'c1',
    ],
  ])('is nothing when it is %s', (_what, choice, id) => {
    expect(chosenIn({ ...column, id }, verses, choice)).toBeNull()
  })
})

describe('copying', () => {
  const textOf = (chosen: Chosen | null, language: BookLanguage = 'en') => {
    const copied = chosen && copyOf(chosen, language)
    return copied && copiedPassage(copied.passage, UNSET_COPY_STYLE).text
  }
  const copied = (choice: Choice) => textOf(chosenIn(column, verses, choice))
  it('gives one verse as it is, with its reference', () =>
    expect(copied(range(14, 14))).toBe('And as Moses.\nJohn 3:14 (KJV)'))
  it('gives several with their numbers', () =>
    expect(copied(range(14, 15))).toBe('14 And as Moses. 15-16 That whosoever.\nJohn 3:14-16 (KJV)'))
  it('gives words with the reference of their verse, in the language of the text', () => {
    const chosen = chosenIn(column, verses, { by: 'words', column: 'c1', words: [{ verse: 17, start: 4, end: 7 }] })
    expect(textOf(chosen, 'ko')).toBe('God\n요한복음 3:17 (KJV)')
  })
  it('names one psalm as such', () => {
    const psalm = { version: 'KJV', book: 'Psalms', chapter: 23 }
    const parts = [{ verse: verse(1, 'A Psalm.', psalm), start: 0, end: 8, text: 'A Psalm.' }] as const
    const chosen: Chosen = { by: 'verses', column: psalm, parts }
    expect([textOf(chosen), textOf(chosen, 'ko')]).toEqual(['A Psalm.\nPsalm 23:1 (KJV)', 'A Psalm.\n시편 23:1 (KJV)'])
  })
  it('refuses the text of another version', () =>
    expect(
      copyOf(
        { by: 'verses', column, parts: [{ verse: verse(1, 'x', { version: 'WEB' }), start: 0, end: 1, text: 'x' }] },
        'en',
      ),
    ).toBeNull())
  it('names verses apart that do not follow each other', () => {
    const parts = [14, 17].map((number) => ({
      verse: verses.find((one) => one.verse === number)!,
      start: 0,
      end: 1,
      text: 'x',
    }))
    expect(chosenNumbers({ by: 'words', column, parts: [parts[0]!, parts[1]!] })).toBe('14, 17')
  })
})
