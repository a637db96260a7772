import { setImmediate as turn } from 'node:timers/promises'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { describe, expect, it, vi } from 'vitest'
import type { Kind } from '../kind.ts'
import { shownNow, titlesNow } from './shown-item.ts'

const NOTE = { title: 'Given', text: '빛'.repeat(50_000), version: 'KJV', verse_id: 43_003_016 }
const PASSAGE = { type: 'passage', version: 'KJV', verse_id: 43_003_016, end_verse_id: null }

/**
 * A log in which every stream is one event: the item itself. `asked`: the streams that were read. `most`: how many were
 * read at the same time.
 */
const partsOf = (entries: readonly object[]) => {
  const items = {
    pad: { title: 'With me', entries, updated_at: '2026-01-01T08:00:00.000Z' },
    note: NOTE,
    bookmark: { version: 'KJV', book: 'Psalms', chapter: 23, verse_id: null, end_verse_id: null },
  }
  const kinds = Object.entries(items).map(([kind, item]) => ({
    item: { kind, keyOf: (id: string) => id, itemAfter: () => item, streams: { name: (_: string, id: string) => id } },
  }))
  const reads = { asked: [] as string[], most: 0, now: 0 }
  const readEnds = async (stream: string) => {
    reads.asked.push(stream)
    reads.most = Math.max(reads.most, ++reads.now)
    await turn()
    reads.now -= 1
    return { events: [{}], version: 1n, found: null }
  }
  const versesBetween = vi.fn((version: string, first: number) =>
    version === 'KJV' ? [{ verse_id: first, text: 'For God so loved the world' }] : [],
  )
  return { reads, log: { readEnds } as unknown as EventLog, kinds: kinds as unknown as Kind[], versesBetween }
}
const under = (entries: readonly object[], parts = partsOf(entries)) => shownNow(parts, 'ann', 'pad', 'one')
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
    const named = Array.from({ length: 40 }, (_, nth) => ({ type: 'item', kind: 'note', id: `${nth % 3}` }))
    const parts = partsOf(named)
    const { item } = (await under(named, parts)) as unknown as Shown
    expect(item.entries).toHaveLength(40)
    expect(parts.reads.asked).toEqual(['one', '0', '1', '2'])
  })

  it('names a bookmark on a whole chapter by the chapter', async () => {
    const { item } = (await under([{ type: 'item', kind: 'bookmark', id: 'a' }])) as unknown as Shown
    const own = { type: 'own', title: null, text: '', isQuoted: false }
    expect(item.entries).toEqual([{ ...own, version: 'KJV', verse_id: 19_023_000, end_verse_id: null }])
  })

  it('reads the verses of a passage at once', async () => {
    const chapter = { ...PASSAGE, version: 'NIV', end_verse_id: 43_003_036 }
    const parts = partsOf([chapter])
    const { item } = (await under([chapter], parts)) as unknown as Shown
    expect(item.entries[0]?.verses).toEqual([])
    expect(parts.versesBetween).toHaveBeenCalledTimes(1)
  })
})

it('reads few of the items at once that a person shares, for their titles', async () => {
  const parts = partsOf([])
  const items = Array.from({ length: 200 }, (_, nth) => ({ kind: 'note', id: `${nth}` }) as const)
  expect(await titlesNow(parts, 'ann', items)).toEqual(items.map(() => 'Given'))
  expect(parts.reads.asked).toHaveLength(200)
  expect(parts.reads.most).toBe(8)
})
