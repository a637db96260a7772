import { expect, it } from 'vitest'
import { typedPassages } from './typed-passages.ts'

/** A version whose Romans 14 ends with the doxology, verses 24 to 26. */
const WEB = { code: 'WEB', versification: 'byz' }

it.each([
  ['John 3:16', [[43_003_016, null]]],
  ['요 3:16-18', [[43_003_016, 43_003_018]]],
  [
    '요한복음 3장 35절-4장 2절',
    [
      [43_003_035, 43_003_036],
      [43_004_001, 43_004_002],
    ],
  ],
  [
    'Matthew 5-7',
    [
      [40_005_001, 40_005_048],
      [40_006_001, 40_006_034],
      [40_007_001, 40_007_029],
    ],
  ],
  [
    'Gen 1:31-2:1',
    [
      [1_001_031, null],
      [1_002_001, null],
    ],
  ],
  ['Psalm 23', [[19_023_001, 19_023_006]]],
  ['시편 23편', [[19_023_001, 19_023_006]]],
  ['Romans 14', [[45_014_001, 45_014_026]]],
  [
    'Rom 8:28-30, 35; Isa 43:2 (KJV)',
    [
      [45_008_028, 45_008_030],
      [45_008_035, null],
      [23_043_002, null],
    ],
  ],
])('%s is these passages', (text, verses) => {
  expect(typedPassages(text, WEB)).toEqual({
    passages: verses.map(([verse_id, end_verse_id]) => ({ type: 'passage', version: 'WEB', verse_id, end_verse_id })),
    problem: null,
  })
})

it('a text that is no reference is none, and says why', () => {
  const { passages, problem } = typedPassages('Open with the story of the night train', WEB)
  expect(passages).toEqual([])
  expect(problem?.code).toBe('not_a_reference')
})
