import { expect, it } from 'vitest'
import { type Asked, isAskedFor } from './writing-rules.ts'

const ANY: Asked = { words: [], book: null, color: null, begin: null, end: null }
const facts = { color: '#b5e48c', changedAt: 100, book: 'John', text: 'so loved\njohn 3:16' }

it.each([
  ['anything', ANY, true],
  ['all of its words', { ...ANY, words: ['loved', 'john'] }, true],
  ['a word that it has not', { ...ANY, words: ['loved', 'ruth'] }, false],
  ['its book', { ...ANY, book: 'John' }, true],
  ['another book', { ...ANY, book: 'Ruth' }, false],
  ['its colour', { ...ANY, color: '#b5e48c' }, true],
  ['another colour', { ...ANY, color: 'settings' }, false],
  ['a time that begins with it', { ...ANY, begin: 100, end: 101 }, true],
  ['a time that ends before it', { ...ANY, end: 100 }, false],
  ['a later time', { ...ANY, begin: 101 }, false],
] as const)('an item is asked for by %s: %s', (_, asked, isOne) => {
  expect(isAskedFor(asked, facts)).toBe(isOne)
})
