import { expect, it } from 'vitest'
import { verseOfOrdinal } from './kjva-ordinal.ts'

// The first and last verse of each Testament, among others. In JSword's KJV the Old Testament ends at 24,114 and the
// Bible at 32,359. KJVA ends 5,913 ordinals later.
it.each([
  [3, 1_001_001],
  [4, 1_001_001],
  [5, 1_001_002],
  [24_114, 39_004_006],
  [30_031, 40_001_001],
  [33_095, 43_003_016],
  [32_359 + 5_913, 66_022_021],
])('has place %d be verse %d', (ordinal, verse) => expect(verseOfOrdinal(ordinal)).toBe(verse))

it.each([-1, 0, 1, 2, 24_115, 27_000, 30_028, 38_273, 1e12, 4.5, Number.NaN])('has no verse at place %d', (ordinal) =>
  expect(verseOfOrdinal(ordinal)).toBeNull(),
)
