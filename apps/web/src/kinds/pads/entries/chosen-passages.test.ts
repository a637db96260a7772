import type { Verse } from '@pathlight/contracts/bible.ts'
import { expect, it } from 'vitest'
import type { Chosen } from '../../../study/study-kind.ts'
import { chosenPassages } from './chosen-passages.ts'

const part = (verse: number, through?: number) => ({
  verse: {
    ...{ version: 'WEB', book: 'John', chapter: 3, verse, verse_id: 43_003_000 + verse, text: 'Words' },
    ...(through && { through }),
  } as Verse,
  ...{ start: 0, end: 5, text: 'Words' },
})
const chosen = (...[first, ...rest]: [ReturnType<typeof part>, ...ReturnType<typeof part>[]]): Chosen => ({
  ...{ by: 'verses', column: { version: 'WEB', book: 'John', chapter: 3 }, parts: [first, ...rest] },
})

it('verses that follow each other are one passage, bridges included', () => {
  const ranges = chosenPassages(chosen(part(1), part(2), part(4, 5), part(6), part(9))).map(
    ({ verse_id, end_verse_id }) => [verse_id % 1000, end_verse_id && end_verse_id % 1000],
  )
  expect(ranges).toEqual([
    [1, 2],
    [4, 6],
    [9, null],
  ])
})

it('two selections in one verse are that verse, in the version in which they were chosen', () => {
  expect(chosenPassages(chosen(part(16), part(16)))).toEqual([
    { type: 'passage', version: 'WEB', verse_id: 43_003_016, end_verse_id: null },
  ])
})
