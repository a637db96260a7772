import { describe, expect, it } from 'vitest'
import { placesOf } from './words-marked.tsx'

describe('where words stand in a text', () => {
  it('is each of their places, those that overlap as one', () => {
    expect(placesOf('So loved, so given', ['so', 'given'])).toEqual([
      [0, 2],
      [10, 12],
      [13, 18],
    ])
    expect(placesOf('beloved', ['love', 'loved', 'bel'])).toEqual([[0, 7]])
    expect(placesOf('빛이 있으라 하시니 빛이', ['빛이'])).toEqual([
      [0, 2],
      [11, 13],
    ])
    expect(placesOf('nothing', ['word'])).toEqual([])
    expect(placesOf('İstanbul word', ['word'])).toEqual([])
  })
})
