import { expect, it } from 'vitest'
import { indexVerses } from './collect-terms.ts'

it('a hyphenated word without end is indexed by a few terms for each of its parts', () => {
  const text = Array.from({ length: 300 }, (_, n) => `w${n}`).join('-')
  let terms = 0
  indexVerses([{ id: 1_001_001, text, through: null }], { language: 'en', versification: 'eng' }, () => {
    terms += 1
  })
  // Without HYPHENATED_MAX, the number of terms would grow with the square of the number of hyphenated parts.
  expect(terms).toBeLessThanOrEqual(300 * 10)
})
