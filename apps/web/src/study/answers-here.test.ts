import 'fake-indexeddb/auto'
import { findableText } from '@pathlight/contracts/find-rules.ts'
import { mentionsIn } from '@pathlight/contracts/mentions-rules.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pendingWrites } from '../api/pending-writes.ts'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import type { Served } from '../api/request.ts'
import { keptItems } from '../device/kept-items.ts'
import { forgetAnswers, keepAnswer } from '../device/seen-answers.ts'
import { answersHere } from './answers-here.ts'
import type { OfflineKind } from './offline-kind.ts'
import { passageOn } from './passage-on.ts'

const notes: OfflineKind<Note> = {
  path: '/api/note/user?limit=200',
  searched: (note) => ({
    passage: passageOn(note.book, note.version, note.verse_id, note.end_verse_id),
    ...{ title: note.title, text: note.text, color: null, changedAt: note.updated_at },
    findable: () => findableText(note),
    mentions: () => mentionsIn(note.text),
  }),
  onVerses: {
    name: 'notes',
    isOn: (note, { book, chapter }) => note.book === book && Math.floor(note.verse_id / 1000) % 1000 === chapter,
    shown: (note) => note,
  },
}
const answer = answersHere([{ name: 'notes', history: 'note', kind: notes as OfflineKind }])
const asked = async <T>(path: string) => (await answer('ruth', path)) as Served<T> | null
const ids = async (path: string) => (await asked<readonly Note[]>(path))?.value.map(({ id }) => id)

/** Note number `n` on John 3, made on day `n` of January. */
const note = (n: number, text: string, revision = 1): Note => ({
  ...{ id: `n${n}`, user_id: 'ruth', verse_id: 43_003_000 + n, end_verse_id: null, version: 'KJV', book: 'John' },
  ...{
    title: null,
    text,
    created_at: `2026-01-0${n}T00:00:00.000Z`,
    updated_at: `2026-01-0${n}T09:00:00.000Z`,
    revision,
  },
})
const served = <T>(value: T, at: string) => ({ value, at, next: null })
const study = (at: string, items: readonly Note[]) =>
  keptItems.keep(
    'ruth',
    {
      items: items.length,
      bytes: 1,
      at: '',
      position: at,
      latest: at,
      kinds: { notes: { items: items.length, bytes: 1 } },
    },
    new Map([
      [
        'notes',
        items.map((item) => [item.id, { item, shown: item, order: Number(item.id.slice(1)), on: [] }] as const),
      ],
    ]),
  )
beforeEach(() => forgetAnswers('ruth'))
afterEach(() => forgetAnswers('ruth'))

it('answers what names a verse or links to an item, as the server does', async () => {
  const id = '11111111-2222-4333-8444-555555555555'
  await study('9', [note(1, 'As in Rom 8:28'), note(2, `See [it](/my-memos/memos/${id})`), note(3, 'Neither')])
  expect(await ids('/api/writing?limit=50&names=45008026-45008030')).toEqual(['n1'])
  expect(await ids('/api/writing?limit=50&names=45008029')).toEqual([])
  expect(await ids(`/api/writing?limit=50&links_to=${id}`)).toEqual(['n2'])
})

it('answers a list by what it is asked by, as the server does', async () => {
  await study('9', [note(1, 'Bread of life'), note(2, 'Living water'), note(3, 'Bread again')])
  expect(await ids('/api/note/user?limit=50')).toEqual(['n3', 'n2', 'n1'])
  expect(await ids('/api/note/user?limit=50&query=bread')).toEqual(['n3', 'n1'])
  expect(await ids('/api/note/user?limit=50&book=John&query=water')).toEqual(['n2'])
  expect(await ids('/api/note/user?limit=50&book=Mark')).toEqual([])
  expect((await asked('/api/resource-counts'))?.value).toEqual({ notes_count: 3 })
  // Bookmarks and study pads are counted, although the overlay has no list of them.
  const { onVerses: _, ...pads } = notes as OfflineKind
  const counted = answersHere([{ name: 'pads', history: 'pad', kind: pads }])
  expect((await counted('ruth', '/api/resource-counts'))?.value).toEqual({ pads_count: 0 })
})

it('counts the tags of what is kept, as most items have them, and finds by a tag in whichever case', async () => {
  const tagged = (n: number, ...tags: string[]): Note => ({ ...note(n, 'Words'), tags })
  expect(await answer('ruth', '/api/tags')).toBeNull()
  await keepAnswer('ruth', '/api/tags', served({ tags: [{ tag: 'FAITH', count: 9, color: '#b5e48c' }] }, '5'))
  await study('9', [tagged(1, 'Faith', '은혜'), tagged(2, 'faith'), tagged(3, 'faith', 'hope'), note(4, 'None')])
  const tags = await asked<{ readonly tags: object[] }>('/api/tags')
  expect(tags).toMatchObject({ at: '9' })
  expect(tags?.value.tags).toHaveLength(3)
  expect(tags?.value.tags).toEqual(
    expect.arrayContaining([
      { tag: 'faith', count: 3, kinds: { note: 3 }, color: '#b5e48c' },
      { tag: '은혜', count: 1, kinds: { note: 1 }, color: null },
      { tag: 'hope', count: 1, kinds: { note: 1 }, color: null },
    ]),
  )
  expect(await ids('/api/note/user?limit=50&tag=FAITH')).toEqual(['n3', 'n2', 'n1'])
  expect(await ids(`/api/writing?limit=50&tag=${encodeURIComponent('은혜'.normalize('NFD'))}`)).toEqual(['n1'])
  expect((await asked<object[]>('/api/writing?limit=50&tag=hope'))?.value).toMatchObject([{ tags: ['faith', 'hope'] }])
})

it('finds in what was only seen, and says of no list that it is all of it', async () => {
  expect(await answer('ruth', '/api/note/user?limit=50')).toBeNull()
  await keepAnswer(
    'ruth',
    '/api/overlay?version=KJV&book=John&chapter=3',
    served({ notes: [note(1, 'Bread, older')] }, '5'),
  )
  await keepAnswer('ruth', '/api/note/user?limit=50', served([note(1, 'Bread of life'), note(2, 'Water')], '7'))
  expect(await answer('ruth', '/api/note/user?limit=50')).toBeNull()
  expect(await answer('ruth', '/api/resource-counts')).toBeNull()
  expect(await ids('/api/note/user?limit=50&query=bread')).toEqual(['n1'])
  const found = await asked<readonly { id: string; excerpt: string }[]>('/api/writing?limit=50&query=bread')
  expect(found?.value).toMatchObject([{ id: 'n1', excerpt: 'Bread of life' }])
  // The answer is as old as the oldest answer that it is made of.
  expect(found?.at).toBe('5')
  // Without a search, the answer has all items that the device has seen, or those of one kind.
  expect(await ids('/api/writing?limit=50')).toEqual(['n2', 'n1'])
  expect(await ids('/api/writing?limit=50&kind=notes&book=John')).toEqual(['n2', 'n1'])
  expect(await ids('/api/writing?limit=50&kind=sermons')).toEqual([])
})

it('answers a chapter where the server placed it before what is kept now', async () => {
  const path = '/api/overlay?version=KRV&book=John&chapter=3'
  await study('9', [note(1, 'Bread')])
  expect((await asked(path))?.at).toBe('9')
  await keepAnswer('ruth', path, served({ notes: [] }, '9'))
  expect(await answer('ruth', path)).toBeNull()
  await keepAnswer('ruth', path, served({ notes: [] }, '8'))
  expect((await asked(path))?.at).toBe('9')
})

it('the history of an item is what was seen of it, with what it is now', async () => {
  const path = '/api/history/note/n1?limit=20'
  type History = { revisions: { revision: number; action: string; item: Note }[] }
  const revisions = async () =>
    (await asked<History>(path))?.value.revisions.map(({ revision, action }) => [revision, action])
  expect(await revisions()).toBeUndefined()
  await study('9', [note(1, 'Bread of life', 2)])
  expect(await revisions()).toEqual([[2, 'edited']])
  const first = {
    revision: 1,
    at: '',
    action: 'added',
    device: { id: null, label: '', current: false },
    item: note(1, 'Bread'),
  }
  await keepAnswer('ruth', path, served({ revisions: [first], next: null }, '5'))
  expect(await revisions()).toEqual([
    [2, 'edited'],
    [1, 'added'],
  ])
  // The stored history already has this state, so the device need not make an answer.
  await study('9', [note(1, 'Bread')])
  expect(await revisions()).toBeUndefined()
  expect(await answer('ruth', '/api/history/note/n1?limit=20&before=1')).toBeNull()
})

it('all changes are the last one of each item, and what only the server knows is not answered', async () => {
  await study('9', [note(1, 'Bread of life', 2), note(2, 'Living water')])
  type Changes = { changes: { id: string; action: string; excerpt: string }[] }
  const changes = async (query: string) => (await asked<Changes>(`/api/history${query}`))?.value.changes
  expect(await changes('?')).toMatchObject([
    { id: 'n2', action: 'added', excerpt: 'Living water' },
    { id: 'n1', action: 'edited', excerpt: 'Bread of life' },
  ])
  expect((await changes('?kind=note&query=bread'))?.map(({ id }) => id)).toEqual(['n1'])
  for (const query of ['?removed=true', '?device=d', '?before=7', '?kind=settings'])
    expect(await changes(query)).toBeUndefined()
  await keepAnswer('ruth', '/api/history?', served({ changes: [], next: null, removed_count: 0 }, '9'))
  expect(await changes('?')).toBeUndefined()
})

it('a change that waits to be sent was made on this device; of the others it is not known where', async () => {
  queryClient.setQueryData(SESSION_KEY, { id: 'ruth', username: 'ruth', email: 'ruth@example.org' })
  await study('9', [note(1, 'Bread'), note(2, 'Living water')])
  const wanted = { ...note(1, 'Bread of life'), updated_at: '2026-02-01T00:00:00.000Z' }
  pendingWrites.add<Note>({ name: 'notes' }, 'ruth', { base: note(1, 'Bread'), wanted })
  type Changes = { changes: { id: string; device: { current: boolean } }[] }
  const changes = (await asked<Changes>('/api/history?'))?.value.changes
  expect(changes?.map(({ id, device }) => [id, device.current])).toEqual([
    ['n1', true],
    ['n2', false],
  ])
  pendingWrites.forget()
})

it('a search in what was only seen is newest first, whatever was seen last', async () => {
  await keepAnswer(
    'ruth',
    '/api/note/user?limit=50',
    served([note(3, 'Bread again'), note(1, 'Bread of life', 2)], '7'),
  )
  await keepAnswer(
    'ruth',
    '/api/overlay?version=KJV&book=John&chapter=3',
    served({ notes: [note(1, 'Bread'), note(2, 'Bread and fish')] }, '5'),
  )
  expect(await ids('/api/note/user?limit=50&query=bread')).toEqual(['n3', 'n2', 'n1'])
})

it('answers no further page of a chapter, of which the server gave the pages before', async () => {
  const path = '/api/overlay?version=KJV&book=John&chapter=3'
  await study('9', [note(1, 'Bread')])
  expect((await asked(path))?.at).toBe('9')
  expect(await answer('ruth', `${path}&after=notes.n1`)).toBeNull()
})

it('the history of what has more by itself than in lists begins with all of it, or with nothing', async () => {
  type Whole = Note & { readonly content?: string }
  const sermons = answersHere([
    {
      name: 'sermons',
      history: 'sermon',
      kind: {
        ...notes,
        path: '/api/sermon/user',
        pathOf: ({ id }) => `/api/sermon/${id}`,
        listed: (item) => item,
      } as OfflineKind,
    },
  ])
  const newest = async () =>
    (
      (await sermons('ruth', '/api/history/sermon/n1?limit=20'))?.value as
        | { revisions: { revision: number; item: Whole }[] }
        | undefined
    )?.revisions[0]
  await keepAnswer('ruth', '/api/sermon/user?limit=50', served([note(1, 'As its card shows it', 3)], '9'))
  expect(await newest()).toBeUndefined()
  await keepAnswer('ruth', '/api/sermon/n1', served({ ...note(1, '', 2), content: 'All of it' }, '7'))
  expect(await newest()).toMatchObject({ revision: 2, item: { content: 'All of it', revision: 2 } })
})
