import { asReadToday, recordedEventsOf } from '@pathlight/domain/given.contract.ts'
import type { NoteEvent } from '@pathlight/domain/notes/note-item.ts'
import { type SermonEvent, sermonEvents } from '@pathlight/domain/sermons/events.ts'
import type { EventMetadata, Recorded } from '@pathlight/event-log/event-log.ts'
import type { Projection } from '@pathlight/read-models/projection.ts'
import type { Document } from '@pathlight/read-models/read-model-store.ts'
import { describe, expect, it } from 'vitest'
import { type ChangeDocument, changesModel } from './changes.ts'
import { highlightKind } from './highlights/kind.ts'
import { kinds } from './kinds.ts'
import { notes } from './notes/kind.ts'
import { padKind } from './pads/kind.ts'
import { projections } from './projections.ts'
import { type SermonOutlineDocument, sermonOutlines } from './sermons/projection.ts'
import { taggedItems } from './tags/tagged-items.ts'

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

describe('the items that have tags', () => {
  const tagged = (event: NoteEvent, ...tags: string[]) => ({ ...event, data: { ...event.data, tags } }) as NoteEvent
  const projection = taggedItems as unknown as Projection<Document, NoteEvent>

  it('have a document each as long as they have some, and the others none', () => {
    const events = [added('a'), tagged(added('b'), 'x'), tagged(added('c'), 'x'), tagged(edited('a', 'other'), 'y')]
    expect(Object.keys(project(projection, events)).sort()).toEqual(['ann.note.a', 'ann.note.b', 'ann.note.c'])
    const later = project(projection, [...events, edited('b', 'third'), removed('c')])
    expect(later).toEqual({
      'ann.note.a': { user_id: 'ann', kind: 'note', item_id: 'a', tags: ['y'], list_key: 'p00000000000000000004.a' },
    })
  })
  it('cost nothing where a new item has none', () => {
    expect(projection.ids(recorded(added('a'), 1, 1))).toEqual([])
  })
})

describe('the changes of a person', () => {
  it('have the beginning of the words as they read, without their Markdown', () => {
    const [change] = Object.values(
      project(changesModel as unknown as Projection<ChangeDocument, NoteEvent>, [edited('n1', '# **So** *loved*')]),
    )
    expect(change?.excerpt).toBe('New — So loved')
    const pad = { title: 'Advent', entries: [{ type: 'text', text: '**Night** train' }] }
    expect(padKind.excerptOf({ type: 'PadEdited', data: pad })).toBe('Advent — Night train')
  })
})

describe('a sermon in outline', () => {
  it('has the beginning of its words for its content', () => {
    const [stream = { events: [], item: null }] = recordedEventsOf('sermon').streams
    const events = asReadToday<SermonEvent>(sermonEvents, stream) as unknown as Recorded<SermonEvent>[]
    const outline = events.reduce<SermonOutlineDocument | null>(
      (doc, event) => sermonOutlines.evolve(doc, event, ''),
      null,
    )
    expect(outline).toMatchObject({ book_index: 43, excerpt: '그다음 — 하나님이 세상을' })
    expect(outline).not.toHaveProperty('content')
  })
})

it.each(['changes', 'last_known', 'tagged_items', 'audit_rows'])(
  'makes %s anew where a program handles more types of events than the one that made it',
  (name) => {
    const { version = 0, handles = [] } = projections.find((one) => one.name === name) ?? {}
    expect(handles.length).toBeGreaterThan(0)
    expect(version).toBeGreaterThan(handles.length)
  },
)

describe('every shape of event ever recorded', () => {
  /** Every projection with every recorded stream of its kind. `stream.item`: the item after the stream's last event. */
  const cases = kinds.flatMap(({ item, projections: of }) =>
    recordedEventsOf(item.kind).streams.flatMap((stream) =>
      of.map((projection) => ({ name: projection.name, projection, catalog: item.events, stream })),
    ),
  )

  it('is folded by every projection there is, each of which handles all of its kind', () => {
    expect([...new Set(cases.map(({ name }) => name))].sort()).toEqual(
      kinds.flatMap((kind) => kind.projections.map(({ name }) => name)).sort(),
    )
    for (const { projection, catalog } of cases)
      expect([...projection.handles].sort()).toEqual(Object.keys(catalog).sort())
  })

  it('writes three documents where a highlight is made: the item, its change and the audit of it', () => {
    const [stream] = recordedEventsOf('highlight').streams
    const [made] = stream ? asReadToday<RecordedEvent>(highlightKind.item.events, stream) : []
    const metadata = { ...recorded(added('n1'), 1, 1).metadata, globalPosition: 1n, streamPosition: 1n }
    const event = { ...made, metadata } as unknown as Recorded
    const written = projections.flatMap((projection) => {
      const { handles, removes = [] } = projection
      const isWritten = handles.includes(event.type) && !removes.includes(event.type)
      const ids = isWritten ? [projection.ids(event)].flat() : []
      return ids.flatMap((id) => (projection.evolve(null, event, id) === null ? [] : [projection.name]))
    })
    expect(written).toEqual(['highlights', 'changes', 'audit_rows'])
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
      // The outline of a sermon has all fields but the content.
      const { content, ...outline } = stream.item as { readonly content?: unknown }
      expect(document).toMatchObject(projection.name === sermonOutlines.name ? outline : { ...stream.item })
      expect(content === undefined || document?.content !== undefined).toBe(projection.name !== sermonOutlines.name)
    }
  })
})
