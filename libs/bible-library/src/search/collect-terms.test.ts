import { expect, it } from 'vitest'
import { indexVerses } from './collect-terms.ts'

it('a hyphenated word without end is indexed by a few terms for each of its parts', () => {
  const text = Array.from({ length: 300 }, (_, n) => `w${n}`).join('-')
  let terms = 0
  indexVerses([{ id: 1_001_001, text, through: null }], { language: 'en', versification: 'eng' }, () => {
    terms += 1
  })
  // Without a bound 2,000 parts took 15 seconds, and their number grew with its square: a verse may have 25,000.
  expect(terms).toBeLessThanOrEqual(300 * 10)
})
