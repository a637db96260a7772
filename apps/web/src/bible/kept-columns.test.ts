import { describe, expect, it } from 'vitest'
import { parseColumns } from './kept-columns.ts'

const john = { version: 'KJV', book: 'John', chapter: 3 }

describe('columns that were kept', () => {
  it('come back as they were, three at most', () => {
    const many = [john, { ...john, version: 'KRV' }, { ...john, chapter: 4 }, { ...john, chapter: 5 }]
    expect(parseColumns(JSON.stringify(many))).toEqual(many.slice(0, 3))
  })

  it('are known by a book’s name in either language, and keep nothing else', () => {
    expect(parseColumns(JSON.stringify([{ ...john, version: 'KRV', book: '요한복음', verses: [1] }]))).toEqual([
      { version: 'KRV', book: 'John', chapter: 3 },
    ])
  })

  it.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '{}',
    '"x"',
    '[null, 7, "x", {}]',
    '[{"version":"KJV","book":"Hezekiah","chapter":3}]',
    '[{"version":"KJV","book":"John","chapter":0}]',
  ])('are none where %j is kept', (kept) => expect(parseColumns(kept)).toBeNull())
})
