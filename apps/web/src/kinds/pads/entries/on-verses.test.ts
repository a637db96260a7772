import type { Overlay } from '@pathlight/contracts/overlay.ts'
import { expect, it } from 'vitest'
import type { KeptKind } from '../../../study/offline-kind.ts'
import { itemsOnVerses } from './on-verses.ts'

type Any = { readonly title?: string; readonly text?: string; readonly selected_text?: string }
const kind = (name: string, history: string, onVerses = true) =>
  ({
    ...{ name, history },
    kind: {
      searched: ({ title, text, selected_text }: Any) => ({ title, text: text ?? selected_text ?? '' }),
      ...(onVerses && { onVerses: { name } }),
    },
  }) as unknown as KeptKind
const kinds = [
  kind('notes', 'note'),
  kind('highlights', 'highlight'),
  kind('sermons', 'sermon'),
  kind('bookmarks', 'bookmark', false),
  // Two kinds with invented names. The overlay has no list for `psalms`, as in an answer that an older build stored.
  kind('prayers', 'prayer'),
  kind('psalms', 'psalm'),
]

const overlay = {
  notes: [
    { id: 'n1', verse_id: 43_003_016, title: null, text: 'x'.repeat(61) },
    { id: 'n2', verse_id: 43_003_010, end_verse_id: 43_003_015, title: 'Ten', text: 'to fifteen' },
    // A note in a version with different verse numbers.
    {
      id: 'n3',
      verse_id: 43_003_001,
      end_verse_id: 43_003_002,
      shown_at: 43_003_017,
      shown_to: 43_003_018,
      text: 'There',
    },
  ],
  highlights: [
    { id: 'h1', verse_id: 43_003_016, selected_text: 'so loved' },
    { id: 'h2', verse_id: 43_003_015, selected_text: 'eternal life' },
  ],
  sermons: [{ id: 's1', title: 'The width', shown_from: 43_003_014, shown_to: 43_003_021 }],
  prayers: [{ id: 'p1', verse_id: 43_003_030, text: 'May he grow' }],
} as unknown as Overlay

it('what stands on the chosen verses is offered, called by its title or first words', () => {
  const found = (from: number, to: number) => itemsOnVerses(overlay, kinds, { from, to }).map(({ entry }) => entry.id)
  expect(found(16, 16)).toEqual(['n1', 'h1', 's1'])
  expect(found(15, 17)).toEqual(['n1', 'n2', 'n3', 'h1', 'h2', 's1'])
  expect(found(22, 29)).toEqual([])
  expect(found(30, 36)).toEqual(['p1'])
  const [note, highlight] = itemsOnVerses(overlay, kinds, { from: 16, to: 16 })
  expect(note).toEqual({ entry: { type: 'item', kind: 'note', id: 'n1' }, words: `${'x'.repeat(60)}…` })
  expect(highlight?.words).toBe('so loved')
})
