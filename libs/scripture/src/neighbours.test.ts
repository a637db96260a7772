import { expect, it } from 'vitest'
import { findBook } from './books.ts'
import { neighboursIn } from './neighbours.ts'

const around = (name: string, chapter: number, versification: string, books: readonly number[] = []) => {
  const { previous, next } = neighboursIn({ book: findBook(name)!, chapter }, { books, versification })
  return [previous, next].map((one) => one && `${one.book} ${one.chapter}`)
}

it.each([
  ['Joel', 3, 'eng', ['Joel 2', 'Amos 1']],
  ['Joel', 3, 'org', ['Joel 2', 'Joel 4']],
  ['Joel', 4, 'org', ['Joel 3', 'Amos 1']],
  ['Amos', 1, 'org', ['Joel 4', 'Amos 2']],
  ['Malachi', 3, 'eng', ['Malachi 2', 'Malachi 4']],
  ['Malachi', 3, 'org', ['Malachi 2', 'Matthew 1']],
  ['Matthew', 1, 'org', ['Malachi 3', 'Matthew 2']],
  ['Malachi', 3, 'eng MAL=org', ['Malachi 2', 'Matthew 1']],
  ['Psalms', 150, 'lxx', ['Psalms 149', 'Proverbs 1']],
  ['Daniel', 12, 'vul', ['Daniel 11', 'Hosea 1']],
  ['Genesis', 1, 'eng', [null, 'Genesis 2']],
  ['Revelation', 22, 'eng', ['Revelation 21', null]],
])('has the chapters around %s %i of %s', (name, chapter, versification, expected) =>
  expect(around(name, chapter, versification)).toEqual(expected),
)

it('has none of a book that the text lacks', () => {
  expect(around('John', 1, 'eng', [40, 43, 45])).toEqual(['Matthew 28', 'John 2'])
  expect(around('John', 21, 'eng', [40, 43, 45])).toEqual(['John 20', 'Romans 1'])
  expect(around('Luke', 3, 'eng', [40, 43])).toEqual(['Matthew 28', 'John 1'])
})
