import { describe, expect, it } from 'vitest'
import type { InStream } from '../aggregate.ts'
import { givenStreamOf, keepsWhatWasRecorded, placed, standsOnItsEnds } from '../given.contract.ts'
import { RuleBroken } from '../rule.ts'
import { hasTags } from '../tagged.contract.ts'
import type { SermonEvent, SermonRange } from './events.ts'
import recorded from './recorded-events.json' with { type: 'json' }
import { sermon } from './sermon.ts'
import { type SermonItem, sermonKind } from './sermon-item.ts'

const given = givenStreamOf(sermon)
const own = { sermonId: 's', userId: 'ann' }
const range: SermonRange = {
  version: 'KJV',
  book: 'John',
  startChapter: 3,
  startVerseId: 43_003_016,
  endChapter: 3,
  endVerseId: 43_003_018,
}
const later: SermonRange = { ...range, endChapter: 4, endVerseId: 43_004_002 }
const contentOf = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const words = (text = 'Loved.') => ({ title: 'Love', speaker: 'Ann', content: contentOf(text) })
const [first, second] = ['2026-01-01T08:00:00.000Z', '2026-01-02T08:00:00.000Z']

const add = (on: SermonRange = range) =>
  ({ type: 'AddSermon', data: { ...own, ...on, ...words() }, metadata: { now: new Date(first) } }) as const
const edit = (text: string, on: SermonRange = range) =>
  ({ type: 'EditSermon', data: { ...on, ...words(text) }, metadata: { now: new Date(second) } }) as const
const remove = { type: 'RemoveSermon', data: {}, metadata: { now: new Date(second) } } as const

const added: SermonEvent = { type: 'SermonAdded', data: { ...own, ...range, ...words(), addedAt: first } }
const edited = (text: string, on = range, before = range): SermonEvent => ({
  type: 'SermonEdited',
  data: { ...own, ...on, ...words(text), before, editedAt: second },
})
const removed: SermonEvent = { type: 'SermonRemoved', data: { ...own, ...range, removedAt: second } }

const restored: SermonEvent = {
  type: 'SermonRestored',
  data: { ...own, ...range, ...words(), addedAt: first, restoredAt: second },
}
const asItWas = sermonKind.itemAfter(null, placed([added])[0] as InStream<SermonEvent>) as SermonItem
const restore = {
  type: 'Restore',
  data: { userId: own.userId, item: asItWas },
  metadata: { now: new Date(second), madeAt: 1 },
} as const

const broken = (code: string) => (error: Error) => error instanceof RuleBroken && error.code === code

describe('a sermon', () => {
  it('is written on a range of verses', () => given([]).when(add()).then([added]))
  it('is written once, and not again after it was removed', () => {
    given([added]).when(add()).thenThrows(broken('sermon_exists'))
    given([added, removed]).when(add()).thenThrows(broken('sermon_exists'))
  })
  it.each<[string, Partial<SermonRange>]>([
    ['ends before it starts', { endVerseId: 43_003_015 }],
    ['ends in another book', { endChapter: 1, endVerseId: 44_001_001 }],
    ['starts in another book than its own', { book: 'Mark' }],
    ['names another chapter for its start', { startChapter: 2 }],
    ['names another chapter for its end', { endChapter: 4 }],
    ['ends where there is no verse', { endVerseId: 43_003_999 }],
  ])('has no range that %s', (_what, wrong) => {
    given([])
      .when(add({ ...range, ...wrong }))
      .thenThrows(broken('bad_range'))
    given([added])
      .when(edit('Other.', { ...range, ...wrong }))
      .thenThrows(broken('bad_range'))
  })
  it('may be on one verse, or on several chapters', () => {
    const one = { ...range, endVerseId: range.startVerseId }
    given([])
      .when(add(one))
      .then([{ ...added, data: { ...added.data, ...one } } as SermonEvent])
    given([added])
      .when(edit('Loved.', later))
      .then([edited('Loved.', later)])
  })
  it('says, moving, where it was before', () =>
    given([added, edited('Loved.', later)])
      .when(edit('Loved.', range))
      .then([edited('Loved.', range, later)]))
  it('records nothing when nothing changes', () => {
    given([added]).when(edit('Loved.')).thenNothingHappened()
    given([added, edited('Other.', later)])
      .when(edit('Other.', later))
      .thenNothingHappened()
  })
  it('is removed, and refuses every change after that and before it is written', () => {
    given([added]).when(remove).then([removed])
    given([added, removed]).when(remove).thenThrows(broken('sermon_not_found'))
    given([added, removed]).when(edit('x')).thenThrows(broken('sermon_not_found'))
    given([]).when(edit('x')).thenThrows(broken('sermon_not_found'))
  })
  it('is brought back to what it was, words and range, after an edit and after its removal', () => {
    given([added, edited('Other.', later)])
      .when(restore)
      .then(restored)
    given([added, edited('Other.', later), removed])
      .when(restore)
      .then(restored)
    given([added, removed, restored]).when(restore).thenThrows(broken('already_current'))
    given([]).when(restore).thenThrows(broken('sermon_not_found'))
  })
  it('keeps what it was when it is removed', () => {
    const state = placed([added, edited('Other.'), removed]).reduce(sermon.evolve, sermon.initialState())
    expect(state).toMatchObject({ status: 'removed', item: { content: contentOf('Other.'), revision: 2 } })
    expect(sermon.item(state)).toBeNull()
  })

  standsOnItsEnds(sermon, [
    [added],
    [added, edited('a'), edited('b', later), edited('c', range, later)],
    [added, edited('a'), edited('b'), removed],
    [added, edited('a'), removed, restored, edited('b'), removed],
  ])
  hasTags(sermon, {
    add: { AddSermon: { ...own, ...range, ...words() } },
    edit: { EditSermon: { ...range, ...words() } },
    ...{ edited: 'SermonEdited', id: own.sermonId },
  })
  keepsWhatWasRecorded(sermon, recorded.streams)
})
