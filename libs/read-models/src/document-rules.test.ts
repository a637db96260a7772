import { describe, expect, it } from 'vitest'
import { checkDocument, checkIndexed } from './document-rules.ts'
import { type Document, InvalidDocument } from './read-model-store.ts'

const refused: [string, unknown][] = [
  ['a NUL', { text: 'a\0b' }],
  ['a lone surrogate', { text: '\ud83d' }],
  ['a key with a dot', { inner: { 'a.b': 1 } }],
  ['a key with a leading dollar sign', { $set: 1 }],
  ['a key with a NUL', { 'a\0': 1 }],
  ['an empty key', { '': 1 }],
  ['NaN', { n: Number.NaN }],
  ['Infinity', { list: [1, Number.POSITIVE_INFINITY] }],
  ['undefined in a list', { list: [undefined] }],
  ['a list in a list', { list: [1, [2]] }],
  ['a date object', { at: new Date(0) }],
  ['a bigint', { n: 1n }],
  ['a function', { f: () => 1 }],
  ['a map', { m: new Map() }],
  ['more than 90 levels', JSON.parse(`${'{"a":'.repeat(95)}1${'}'.repeat(95)}`)],
  ['more than 2 million characters', { text: 'x'.repeat(2_000_001) }],
  ['as many numbers as would be 16 MB', { list: Array.from({ length: 1_000_000 }, (_, i) => i) }],
]

describe('a document that not every engine could keep as it is', () => {
  it.each(refused)('is refused: with %s', (_, doc) => {
    expect(() => checkDocument('things', 'a', doc as Document)).toThrow(InvalidDocument)
  })

  it.each(['', 'a\0', '\udc00', 'x'.repeat(501)])('is refused: under the id %j', (id) => {
    expect(() => checkDocument('things', id, {})).toThrow(InvalidDocument)
  })

  it('is refused: with more in an index than an index takes', () => {
    const model = { name: 'things', indexes: [['user_id', 'word']] }
    expect(() => checkIndexed(model, 'a', { user_id: 'ann', word: '길'.repeat(900) })).toThrow(/user_id, word/)
    expect(() => checkIndexed(model, 'a', { user_id: 'ann', word: '길'.repeat(800) })).not.toThrow()
    expect(() => checkIndexed(model, 'a', { user_id: 'ann', word: 'short', other: '길'.repeat(9_000) })).not.toThrow()
  })
})
