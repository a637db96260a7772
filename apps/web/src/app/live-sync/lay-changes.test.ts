import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { Item } from '../../api/pending-write.ts'
import { MINE } from '../../api/query-client.ts'
import { layChanges } from './lay-changes.ts'
import { type Changed, refreshQueries } from './refresh-queries.ts'

const isOn = (item: object, { book, chapter }: { book: string; chapter: number }) =>
  'book' in item && item.book === book && 'chapter' in item && item.chapter === chapter
const KINDS: Parameters<typeof layChanges>[2] = [
  {
    ...{ name: 'notes', history: 'note' },
    kind: { path: '/api/note/user?limit=200', onVerses: { name: 'notes', isOn, shown: (note) => note } },
  },
  { ...{ name: 'bookmarks', history: 'bookmark' }, kind: { path: '/api/bookmarks?limit=500' } },
  {
    ...{ name: 'sermons', history: 'sermon', moves: true },
    kind: {
      ...{ path: '/api/sermon/user?limit=20', pathOf: ({ id }: Item) => `/api/sermon/${id}` },
      onVerses: { name: 'sermons', isOn, shown: (sermon) => ({ ...sermon, shown_from: 1 }) },
    },
  },
]
const note = (id: string, text = 'Words', version = 'KJV', chapter = 3) => ({
  id,
  book: 'John',
  chapter,
  version,
  text,
})
const served = (value: unknown, at = '10', next: string | null = null) => ({ value, at, next })

const device = () => {
  const queries = new QueryClient()
  const set = (key: readonly unknown[], data: unknown) => queries.setQueryData([MINE, 'ann', ...key], data)
  set(['overlay', 'John', 3, 'KJV'], served({ notes: [note('a')], sermons: [] }))
  set(['overlay', 'John', 3, 'WEB'], served({ notes: [{ ...note('a'), shown_at: 7 }], sermons: [] }))
  set(['overlay', 'Ruth', 1, 'KJV'], served({ notes: [], sermons: [] }))
  set(['notes', 'list'], {
    pages: [served([note('a')], '10', '/api/note/user?after=a'), served([note('0')])],
    pageParams: ['/api/note/user?limit=50', '/api/note/user?after=a'],
  })
  set(['notes', 'list', 'love'], { pages: [served([note('a')])], pageParams: ['/api/note/user?query=love'] })
  set(['bookmarks'], served([{ id: 'm' }]))
  set(['sermons', 'one', 's'], served({ id: 's', title: 'Manna' }))
  set(['counts'], { notes_count: 2 })
  const keep = vi.fn()
  return {
    get: (...key: readonly unknown[]) => queries.getQueryData<{ value: never; at: string }>([MINE, 'ann', ...key]),
    pages: () =>
      queries
        .getQueryData<{ pages: { value: Item[] }[] }>([MINE, 'ann', 'notes', 'list'])
        ?.pages.map(({ value }) => value.map(({ id }) => id)),
    keep,
    lay: (...changes: readonly Changed[]) => {
      layChanges(queries, 'ann', KINDS, changes, keep)
      void refreshQueries(queries, 'ann', KINDS, changes)
    },
    /** The keys of the queries to be fetched again, without the person. */
    refetched: () =>
      queries
        .getQueryCache()
        .getAll()
        .filter(({ state }) => state.isInvalidated)
        .map(({ queryKey }) => queryKey.slice(2).join(' ')),
  }
}
const change = (
  id: string,
  action: Changed['action'],
  item: Changed['item'],
  position = '11',
  kind: Changed['kind'] = 'note',
): Changed => ({ position, kind, id, action, item })

it('an item that was added elsewhere is laid on its chapter and into the list, and only filters and counts are asked for', () => {
  const { lay, get, pages, keep, refetched } = device()
  lay(change('b', 'added', note('b')))
  expect(get('overlay', 'John', 3, 'KJV')).toMatchObject({ at: '11', value: { notes: [{ id: 'a' }, { id: 'b' }] } })
  expect(get('overlay', 'Ruth', 1, 'KJV')).toMatchObject({ at: '11', value: { notes: [] } })
  expect(pages()).toEqual([['b', 'a'], ['0']])
  // Only the server knows the number of the verse in another version.
  expect(refetched()).toEqual(['overlay John 3 WEB', 'notes list love', 'counts'])
  expect(keep.mock.calls.map(([path]) => path)).toEqual([
    '/api/overlay?version=KJV&book=John&chapter=3',
    '/api/note/user?limit=50',
  ])
})

it('one that was edited is the same everywhere, in its place', () => {
  const { lay, get, pages, refetched } = device()
  lay(change('a', 'edited', note('a', 'Other words')))
  expect(get('overlay', 'John', 3, 'KJV')?.value).toMatchObject({ notes: [{ text: 'Other words' }] })
  expect(get('overlay', 'John', 3, 'WEB')?.value).toMatchObject({ notes: [{ text: 'Other words', shown_at: 7 }] })
  expect(pages()).toEqual([['a'], ['0']])
  expect(refetched()).toEqual(['notes list love'])
})

it('one that was removed is nowhere, and what was moved is where it is now', () => {
  const { lay, get, pages, refetched } = device()
  lay(change('a', 'removed', null), change('s', 'edited', { ...note('s'), title: 'Bread' }, '12', 'sermon'))
  expect(get('overlay', 'John', 3, 'KJV')).toMatchObject({
    ...{ at: '12', value: { notes: [], sermons: [{ id: 's', shown_from: 1 }] } },
  })
  expect(get('sermons', 'one', 's')).toMatchObject({ at: '12', value: { title: 'Bread' } })
  expect(pages()).toEqual([[], ['0']])
  lay(change('s', 'edited', { ...note('s'), chapter: 4 }, '13', 'sermon'))
  expect(get('overlay', 'John', 3, 'KJV')?.value).toMatchObject({ sermons: [] })
  expect(refetched()).toContain('overlay John 3 WEB')
})

it('one that was removed is not on the device either, wherever it was shown before', () => {
  const { lay, keep } = device()
  lay(change('x', 'removed', null, '11', 'sermon'))
  expect(keep).toHaveBeenCalledWith('/api/sermon/x', null)
})

it('what was served already, or waits to be asked for, stays as it is', () => {
  const { lay, get, refetched } = device()
  lay(change('a', 'edited', note('a', 'Older'), '10'))
  expect(get('overlay', 'John', 3, 'KJV')?.value).toMatchObject({ notes: [{ text: 'Words' }] })
  // The item was too long to be in its message. A later change must not hide that the item is missing.
  lay(change('a', 'edited', undefined, '11'))
  lay(change('b', 'added', note('b'), '12'))
  expect(get('overlay', 'John', 3, 'KJV')).toMatchObject({ at: '10', value: { notes: [{ id: 'a' }] } })
  expect(refetched()).toContain('overlay John 3 KJV')
})

it.each([
  ['before', [change('a', 'edited', undefined, '11'), change('b', 'added', note('b'), '12')]],
  ['after', [change('b', 'added', note('b'), '12'), change('a', 'edited', undefined, '11')]],
  [
    'of unknown items before',
    [{ ...change('', null, undefined, '11'), id: null }, change('b', 'added', note('b'), '12')],
  ],
])('a change without its item %s another one is not hidden by it', (_when, changes) => {
  const { lay, get, pages, keep, refetched } = device()
  lay(...changes)
  expect(get('overlay', 'John', 3, 'KJV')).toMatchObject({ at: '10', value: { notes: [{ id: 'a' }] } })
  expect(pages()).toEqual([['a'], ['0']])
  expect(keep).not.toHaveBeenCalled()
  expect(refetched()).toEqual(expect.arrayContaining(['overlay John 3 KJV', 'overlay Ruth 1 KJV', 'notes list']))
  // A change of another kind is applied.
  lay(change('m', 'edited', { id: 'm' }, '13', 'bookmark'))
  expect(get('bookmarks')?.at).toBe('13')
})

it('a restored one is put into a list by the server, and bookmarks are one list', () => {
  const { lay, get, refetched } = device()
  lay(change('x', 'restored', note('x')), change('n', 'added', { id: 'n' }, '12', 'bookmark'))
  expect(refetched()).toContain('notes list')
  expect(get('bookmarks')).toMatchObject({ at: '12', value: [{ id: 'n' }, { id: 'm' }] })
})
