import type { NoteEvent } from '@pathlight/domain/notes/events.ts'
import type { EventMetadata, Recorded } from '@pathlight/event-log/event-log.ts'
import type { Projection } from '@pathlight/read-models/projection.ts'
import type { Document } from '@pathlight/read-models/read-model-store.ts'
import { describe, expect, it } from 'vitest'
import { chapterOverlay } from './chapter-overlay/projection.ts'
import { resourceCounts } from './resource-counts/projection.ts'
import { userNotes } from './user-notes/projection.ts'

const recorded = <E extends NoteEvent>(event: E, position: number): Recorded<E> => {
  const metadata: EventMetadata = {
    messageId: crypto.randomUUID(),
    userId: event.data.userId,
    deviceId: null,
    correlationId: 'request',
    causationId: 'request',
    schemaVersion: 1,
    occurredAt: '2026-01-01T00:00:00.000Z',
  }
  const place = { streamName: 'note', streamPosition: BigInt(position), globalPosition: BigInt(position) }
  return { kind: 'Event', type: event.type, data: event.data, metadata: { ...metadata, ...place } } as Recorded<E>
}

/** The documents after these events. */
const project = <D extends Document, E extends NoteEvent>(
  projection: Projection<D, E>,
  events: readonly NoteEvent[],
) => {
  const documents = new Map<string, D>()
  for (const [index, event] of events.entries()) {
    if (!projection.handles.includes(event.type)) continue
    const known = recorded(event, index + 1) as unknown as Recorded<E>
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
  data: { noteId, userId, verseId, version: 'KJV', title: null, text: `text of ${noteId}`, addedAt },
})
const edited = (noteId: string, text: string, verseId = JOHN_3_16): NoteEvent => ({
  type: 'NoteEdited',
  data: { noteId, userId: 'ann', verseId, title: 'New', text, editedAt: '2026-01-02T00:00:00.000Z' },
})
const removed = (noteId: string, verseId = JOHN_3_16): NoteEvent => ({
  type: 'NoteRemoved',
  data: { noteId, userId: 'ann', verseId, removedAt: '2026-01-03T00:00:00.000Z' },
})

describe('the chapter overlay', () => {
  it('is one document a person and chapter, in the order of the verses', () => {
    const documents = project(chapterOverlay, [
      added('b'),
      added('a', JOHN_3_3),
      added('c', 1_001_001),
      added('d', JOHN_3_16, 'bob'),
    ])
    expect(Object.keys(documents).sort()).toEqual(['ann.1.1', 'ann.43.3', 'bob.43.3'])
    expect(documents['ann.43.3']).toMatchObject({ book: 'John', chapter: 3, user_id: 'ann' })
    expect(documents['ann.43.3']!.notes.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('puts the older of two notes on one verse first', () => {
    const later = added('a', JOHN_3_16, 'ann', '2026-01-02T00:00:00.000Z')
    expect(project(chapterOverlay, [later, added('b')])['ann.43.3']!.notes.map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('shows an edited note as it is now and counts its revisions', () => {
    const documents = project(chapterOverlay, [added('a'), added('b'), edited('a', 'other'), edited('a', 'third')])
    expect(documents['ann.43.3']!.notes).toMatchObject([
      { id: 'a', text: 'third', title: 'New', revision: 3, created_at: '2026-01-01T00:00:00.000Z' },
      { id: 'b', text: 'text of b', revision: 1 },
    ])
  })

  it('is gone with its last note', () => {
    expect(project(chapterOverlay, [added('a'), removed('a')])).toEqual({})
  })
})

describe('the notes of a person', () => {
  it('are one document each, gone when removed', () => {
    const documents = project(userNotes, [added('a'), added('b'), edited('b', 'other'), removed('a')])
    expect(documents).toMatchObject({ 'ann.b': { text: 'other', revision: 2, book: 'John', user_id: 'ann' } })
    expect(Object.keys(documents)).toEqual(['ann.b'])
  })
})

describe('the counts of a person', () => {
  it('follow what is written and removed, and nobody else’s', () => {
    const events = [added('a'), added('b'), added('x', JOHN_3_16, 'bob'), edited('a', 'other'), removed('b')]
    expect(project(resourceCounts, events)).toMatchObject({ ann: { notes_count: 1 }, bob: { notes_count: 1 } })
  })
})
