import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { expect, it } from 'vitest'
import { padChanges } from './pad-changes.ts'

const passage = (verse_id: number): PadEntry => ({ type: 'passage', version: 'KJV', verse_id, end_verse_id: null })
const text = (said: string): PadEntry => ({ type: 'text', text: said })
const [A, B, C, D] = [1, 2, 3, 4].map((verse) => passage(19_023_000 + verse)) as [
  PadEntry,
  PadEntry,
  PadEntry,
  PadEntry,
]
const kinds = (before: readonly PadEntry[], after: readonly PadEntry[]) =>
  padChanges(before, after).map(({ kind, entry }) => [kind, entry])

it('says what was added and removed, in its place', () => {
  expect(kinds([A, B, C], [A, D, C])).toEqual([
    ['same', A],
    ['removed', B],
    ['added', D],
    ['same', C],
  ])
  expect(kinds([], [A])).toEqual([['added', A]])
  expect(kinds([A], [])).toEqual([['removed', A]])
})

it('says what was moved once, where it stands now; one of two that are alike may be removed', () => {
  expect(kinds([A, B, C, D], [D, A, B, C])).toEqual([
    ['moved', D],
    ['same', A],
    ['same', B],
    ['same', C],
  ])
  expect(kinds([A, B, C, A], [B, A, C])).toEqual([
    ['removed', A],
    ['same', B],
    ['same', A],
    ['moved', C],
  ])
})

it('takes a text in the place of another for the same, edited', () => {
  const heading: PadEntry = { type: 'heading', text: 'In the valley' }
  expect(padChanges([A, text('From he.'), B], [A, heading, text('From he to you.'), B])).toEqual([
    { kind: 'same', entry: A },
    { kind: 'added', entry: heading },
    { kind: 'changed', entry: text('From he to you.'), before: 'From he.' },
    { kind: 'same', entry: B },
  ])
})
