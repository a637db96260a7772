import { bookmarkEvents } from '@pathlight/domain/bookmarks/events.ts'
import recordedBookmarks from '@pathlight/domain/bookmarks/recorded-events.json' with { type: 'json' }
import type { EventCatalog } from '@pathlight/domain/event-catalog.ts'
import { asReadToday, type RecordedStream } from '@pathlight/domain/given.contract.ts'
import { highlightEvents } from '@pathlight/domain/highlights/events.ts'
import recordedHighlights from '@pathlight/domain/highlights/recorded-events.json' with { type: 'json' }
import { type NoteEvent, noteEvents } from '@pathlight/domain/notes/events.ts'
import recordedNotes from '@pathlight/domain/notes/recorded-events.json' with { type: 'json' }
import { type SermonEvent, sermonEvents } from '@pathlight/domain/sermons/events.ts'
import recordedSermons from '@pathlight/domain/sermons/recorded-events.json' with { type: 'json' }
import { settingsEvents } from '@pathlight/domain/settings/events.ts'
import recordedSettings from '@pathlight/domain/settings/recorded-events.json' with { type: 'json' }
import type { EventMetadata, Recorded } from '@pathlight/event-log/event-log.ts'
import type { AnyProjection, Projection } from '@pathlight/read-models/projection.ts'
import type { Document } from '@pathlight/read-models/read-model-store.ts'
import { describe, expect, it } from 'vitest'
import { bookmarks } from './bookmarks/projection.ts'
import { highlights } from './highlights/projection.ts'
import { kinds } from './kinds.ts'
import { notes } from './notes/projection.ts'
import { projections } from './projections.ts'
import { type SermonOutlineDocument, sermonOutlines, sermons } from './sermons/projection.ts'
import { settings } from './settings/projection.ts'
import { type Pack, packs } from './writing/packs.ts'

type RecordedEvent = { type: string; data: Record<string, unknown> }

const recorded = <E extends NoteEvent>(event: E, position: number, streamPosition: number): Recorded<E> => {
  const metadata: EventMetadata = {
    messageId: crypto.randomUUID(),
    userId: event.data.userId,
    actorId: event.data.userId,
    deviceId: null,
    correlationId: 'request',
    causationId: 'request',
    schemaVersion: 1,
    occurredAt: '2026-01-01T00:00:00.000Z',
  }
  const place = {
    streamName: `note-${event.data.noteId}`,
    streamPosition: BigInt(streamPosition),
    globalPosition: BigInt(position),
  }
  return { type: event.type, data: event.data, metadata: { ...metadata, ...place } } as Recorded<E>
}

/** The documents after these events. */
const project = <D extends Document, E extends NoteEvent>(
  projection: Projection<D, E>,
  events: readonly NoteEvent[],
) => {
  const documents = new Map<string, D>()
  const lengths = new Map<string, number>()
  for (const [index, event] of events.entries()) {
    if (!projection.handles.includes(event.type)) continue
    const length = (lengths.get(event.data.noteId) ?? 0) + 1
    lengths.set(event.data.noteId, length)
    const known = recorded(event, index + 1, length) as unknown as Recorded<E>
    for (const id of [projection.ids(known)].flat()) {
      const after = projection.evolve(documents.get(id) ?? null, known, id)
      if (after === null) documents.delete(id)
      else documents.set(id, after)
    }
  }
  return Object.fromEntries(documents)
}

const JOHN_3_16 = 43_003_016
const JOHN_3_3 = 43_003_003
const added = (
  noteId: string,
  verseId = JOHN_3_16,
  userId = 'ann',
  addedAt = '2026-01-01T00:00:00.000Z',
): NoteEvent => ({
  type: 'NoteAdded',
  data: { noteId, userId, verseId, endVerseId: null, version: 'KJV', title: null, text: `text of ${noteId}`, addedAt },
})
const edited = (noteId: string, text: string, verseId = JOHN_3_16): NoteEvent => ({
  type: 'NoteEdited',
  data: {
    noteId,
    userId: 'ann',
    verseId,
    endVerseId: null,
    version: 'KJV',
    title: 'New',
    text,
    editedAt: '2026-01-02T00:00:00.000Z',
  },
})
const removed = (noteId: string, verseId = JOHN_3_16): NoteEvent => ({
  type: 'NoteRemoved',
  data: { noteId, userId: 'ann', verseId, endVerseId: null, version: 'KJV', removedAt: '2026-01-03T00:00:00.000Z' },
})

describe('the packs of what a person wrote', () => {
  const itemsOf = (...events: NoteEvent[]) =>
    Object.values(project(packs as unknown as Projection<Pack, NoteEvent>, events))
      .flatMap(({ items }) => items)
      .toSorted((a, b) => a.id.localeCompare(b.id))

  it('have each item once, as it was last edited, in its place in the list', () => {
    const [a, b, ...others] = itemsOf(added('a'), added('b', JOHN_3_3), edited('a', 'Other WORDS'))
    expect(others).toEqual([])
    expect(a).toMatchObject({ kind: 'note', id: 'a', list_key: 'p00000000000000000001.a', book: 'John', color: null })
    expect(a?.changed_at).toBe(Date.parse('2026-01-02T00:00:00.000Z'))
    expect(a?.text).toContain('other words')
    expect(a?.text).toContain('john 3:16')
    expect(b?.text).toContain('text of b')
  })

  it('lose what is removed, and are gone with their last item', () => {
    expect(itemsOf(added('a'), added('b'), removed('a')).map(({ id }) => id)).toEqual(['b'])
    expect(project(packs as unknown as Projection<Pack, NoteEvent>, [added('a'), removed('a')])).toEqual({})
  })

  it('have no text that is long, and all the rest of its item', () => {
    const [a] = itemsOf(added('a'), edited('a', 'long '.repeat(500)))
    expect(a).toMatchObject({ id: 'a', book: 'John', text: null })
  })

  it('have nothing any more where a person has more than a search keeps, so that no write writes it all again', () => {
    const long = 'word '.repeat(190)
    const many = Array.from({ length: 12_000 }, (_, n) => edited(`n${n}`, `${long}${n}`))
    const adding = many.flatMap((edit, n) => [added(`n${n}`), edit])
    const lengthOf = (documents: readonly Pack[]) => JSON.stringify(documents).length
    const packsAfter = (count: number) =>
      Object.values(project(packs as unknown as Projection<Pack, NoteEvent>, adding.slice(0, 2 * count)))
    const kept = packsAfter(4_500)
    expect(kept.filter(({ isFull }) => isFull)).toEqual([])
    expect(kept.flatMap(({ items }) => items)).toHaveLength(4_500)
    const full = packsAfter(12_000)
    expect(full.length).toBe(kept.length)
    expect(full.filter(({ isFull }) => !isFull)).toEqual([])
    expect(lengthOf(full)).toBeLessThan(20_000)
  })

  it('are some of many, so that a write touches few items', () => {
    const many = Array.from({ length: 300 }, (_, n) => added(`n${n}`))
    const documents = Object.values(project(packs as unknown as Projection<Pack, NoteEvent>, many))
    expect(documents.length).toBeGreaterThan(50)
    expect(Math.max(...documents.map(({ items }) => items.length))).toBeLessThan(20)
  })
})

describe('the notes of a person', () => {
  it('are one document each, with the chapter it is found by', () => {
    const documents = project(notes, [added('a'), added('b', JOHN_3_3), added('c', 1_001_001, 'bob')])
    expect(Object.keys(documents).sort()).toEqual(['ann.a', 'ann.b', 'bob.c'])
    expect(documents['ann.a']).toEqual({
      id: 'a',
      user_id: 'ann',
      verse_id: JOHN_3_16,
      end_verse_id: null,
      text: 'text of a',
      book: 'John',
      title: null,
      version: 'KJV',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
      revision: 1,
      list_key: 'p00000000000000000001.a',
      book_index: 43,
      chapter: 3,
    })
    expect(documents['bob.c']).toMatchObject({ book: 'Genesis', book_index: 1, chapter: 1 })
  })

  it('are as they were last edited, and their revision is the place in their stream', () => {
    const documents = project(notes, [added('a'), added('b'), edited('a', 'other'), edited('a', 'third')])
    expect(documents['ann.a']).toMatchObject({
      text: 'third',
      title: 'New',
      revision: 3,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-02T00:00:00.000Z',
    })
    expect(documents['ann.b']).toMatchObject({ text: 'text of b', revision: 1 })
  })

  it('are gone when removed', () => {
    expect(project(notes, [added('a'), removed('a')])).toEqual({})
  })
})

describe('a sermon in outline', () => {
  it('has the beginning of its words for its content', () => {
    const [stream = { events: [], item: null }] = recordedSermons.streams
    const events = asReadToday<SermonEvent>(sermonEvents, stream) as unknown as Recorded<SermonEvent>[]
    const outline = events.reduce<SermonOutlineDocument | null>(
      (doc, event) => sermonOutlines.evolve(doc, event, ''),
      null,
    )
    expect(outline).toMatchObject({ book_index: 43, excerpt: '그다음 하나님이 세상을' })
    expect(outline).not.toHaveProperty('content')
  })
})

describe('every shape of event ever recorded', () => {
  /** What every projection of these events makes of each recorded stream; `item` is what it made when it was recorded. */
  const recordedIn = (
    catalog: EventCatalog,
    { streams }: { readonly streams: readonly RecordedStream[] },
    of: readonly AnyProjection[],
  ) => of.flatMap((projection) => streams.map((stream) => ({ name: projection.name, projection, catalog, stream })))
  const cases = [
    ...recordedIn(noteEvents, recordedNotes, [notes as AnyProjection]),
    ...recordedIn(sermonEvents, recordedSermons, [sermons, sermonOutlines] as AnyProjection[]),
    ...recordedIn(highlightEvents, recordedHighlights, [highlights as AnyProjection]),
    ...recordedIn(bookmarkEvents, recordedBookmarks, [bookmarks as AnyProjection]),
    ...recordedIn(settingsEvents, recordedSettings, [settings as AnyProjection]),
  ]

  it('is folded by every projection there is, each of which handles all of its kind', () => {
    expect([...new Set(cases.map(({ name }) => name))].sort()).toEqual(
      kinds.flatMap((kind) => kind.projections.map(({ name }) => name)).sort(),
    )
    for (const { projection, catalog } of cases)
      expect([...projection.handles].sort()).toEqual(Object.keys(catalog).sort())
  })

  it('writes four documents where a highlight is made: the item, its change, its pack and the audit of it', () => {
    const [stream] = (recordedHighlights as { readonly streams: readonly RecordedStream[] }).streams
    const [made] = stream ? asReadToday<RecordedEvent>(highlightEvents, stream) : []
    const metadata = { ...recorded(added('n1'), 1, 1).metadata, globalPosition: 1n, streamPosition: 1n }
    const event = { ...made, metadata } as unknown as Recorded
    const written = projections.flatMap((projection) => {
      const { handles, removes = [] } = projection
      const isWritten = handles.includes(event.type) && !removes.includes(event.type)
      const ids = isWritten ? [projection.ids(event)].flat() : []
      return ids.flatMap((id) => (projection.evolve(null, event, id) === null ? [] : [projection.name]))
    })
    expect(written).toEqual(['highlights', 'changes', 'writing_packs', 'audit'])
  })

  it.each(cases)('still makes the document of $name that it made', ({ projection, catalog, stream }) => {
    const documents = new Map<string, Document | null>()
    for (const [index, { type, data }] of asReadToday<RecordedEvent>(catalog, stream).entries()) {
      const metadata = { streamPosition: BigInt(index + 1) }
      const event = { type, data, metadata } as unknown as Recorded
      for (const id of [projection.ids(event)].flat())
        documents.set(id, projection.evolve(documents.get(id) ?? null, event, id))
    }
    const [document, ...others] = documents.values()
    expect(others).toEqual([])
    if (typeof stream.item !== 'object' || stream.item === null) expect(document).toBeNull()
    else {
      // An outline has all but the content.
      const { content, ...outline } = stream.item as { readonly content?: unknown }
      expect(document).toMatchObject(projection.name === sermonOutlines.name ? outline : { ...stream.item })
      expect(content === undefined || document?.content !== undefined).toBe(projection.name !== sermonOutlines.name)
    }
  })
})
