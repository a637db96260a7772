import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { describe, expect, it } from 'vitest'
import type { Kind } from '../kind.ts'
import { shownNow } from './shown-item.ts'

const NOTE = { title: 'Given', text: '빛'.repeat(50_000), version: 'KJV', verse_id: 43_003_016 }
const PASSAGE = { type: 'passage', version: 'KJV', verse_id: 43_003_016, end_verse_id: null }

/** A log in which every stream is one event: the item itself. `asked`: the streams that were read. */
const under = (entries: readonly object[], asked: string[] = []) => {
  const items = { pad: { title: 'With me', entries, updated_at: '2026-01-01T08:00:00.000Z' }, note: NOTE }
  const kinds = Object.entries(items).map(([kind, item]) => ({
    item: { kind, keyOf: (id: string) => id, itemAfter: () => item, streams: { name: (_: string, id: string) => id } },
  }))
  return shownNow(
    {
      log: {
        readEnds: async (stream: string) => {
          asked.push(stream)
          return { events: [{}], version: 1n, found: null }
        },
      } as unknown as EventLog,
      kinds: kinds as unknown as Kind[],
      verseText: () => 'For God so loved the world',
    },
    'ann',
    'pad',
    'one',
  )
}
type Shown = { readonly item: { readonly entries: readonly { readonly text: string; readonly verses: readonly [] }[] } }

describe('what a shared pad shows', () => {
  it('quotes so many own words, and names what comes later by its title and place', async () => {
    const { item } = (await under(
      Array.from({ length: 1_000 }, () => ({ type: 'item', kind: 'note', id: 'a' })),
    )) as unknown as Shown
    const own = {
      type: 'own',
      title: 'Given',
      isQuoted: false,
      version: 'KJV',
      verse_id: 43_003_016,
      end_verse_id: null,
    }
    expect(item.entries).toHaveLength(1_000)
    expect(item.entries.slice(0, 4)).toEqual(Array(4).fill({ ...own, text: NOTE.text }))
    expect(item.entries.slice(4)).toEqual(Array(996).fill({ ...own, text: '' }))
  })

  it('has one bound for own words and for those of the Bible, and passes it by no character', async () => {
    const notes = Array.from({ length: 4 }, () => ({ type: 'item', kind: 'note', id: 'a' }))
    const { item } = (await under([PASSAGE, ...notes, PASSAGE])) as unknown as Shown
    expect(item.entries[0]?.verses).toEqual([{ verse: 16, text: 'For God so loved the world' }])
    expect(item.entries.slice(1, 5).map(({ text }) => text.length)).toEqual([50_000, 50_000, 50_000, 0])
    expect(item.entries[5]?.verses).toEqual([])
  })

  it('reads an item once, however often the pad names it', async () => {
    const asked: string[] = []
    const named = Array.from({ length: 40 }, (_, nth) => ({ type: 'item', kind: 'note', id: `${nth % 3}` }))
    const { item } = (await under(named, asked)) as unknown as Shown
    expect(item.entries).toHaveLength(40)
    expect(asked).toEqual(['one', '0', '1', '2'])
  })
})
