// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Item } from '../api/pending-write.ts'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { manyTurns, until } from '../testing/until.ts'
import { answersHere } from './answers-here.ts'
import { studyKept } from './kept-study.ts'
import type { OfflineKind } from './offline-kind.ts'
import { studyHere } from './study-here.ts'

type Note = Item & { readonly text: string }
const kindAt = (path: string): OfflineKind => ({
  path,
  searched: () => {
    throw new Error('not searched here')
  },
})
const kinds = async () => [
  { name: 'notes' as const, history: 'note' as const, kind: kindAt('/api/note/user') },
  { name: 'bookmarks' as const, history: 'bookmark' as const, kind: kindAt('/api/bookmarks') },
]
afterEach(() => vi.unstubAllGlobals())

it('fetches again what could not be fetched, when something else changes', async () => {
  let text = 'Before'
  let position = '7'
  let lost = 0
  vi.stubGlobal('fetch', async (path: string) => {
    if (lost > 0 && path === '/api/note/user') {
      lost -= 1
      throw new TypeError('fetch failed')
    }
    const body =
      path === '/api/users/settings' ? { settings: {} } : path === '/api/note/user' ? [{ id: 'a', text }] : []
    return Response.json(body, { headers: { 'x-pathlight': '1', 'x-position': position } })
  })
  queryClient.setQueryData(SESSION_KEY, { id: 'ruth', username: 'ruth', email: 'ruth@example.org' })
  const settled = (status: string) => until(() => expect(studyHere.now().status).toBe(status))
  studyHere.keep('ruth', kinds)
  await settled('kept')

  // Another device changes the note while the connection is lost.
  text = 'After'
  position = '8'
  lost = 1
  studyHere.renew('ruth', kinds, [{ kind: 'note', id: 'a', position: '8' }])
  await settled('failed')
  // Later another device changes a bookmark.
  position = '9'
  studyHere.renew('ruth', kinds, [{ kind: 'bookmark', id: 'b', position: '9' }])
  await settled('kept')
  expect((await studyKept('ruth'))?.position).toBe('9')
  const notes = (await answersHere(await kinds())('ruth', '/api/note/user')) as { value: readonly Note[] } | null
  expect(notes?.value).toEqual([{ id: 'a', text: 'After' }])
})

it('applies what came while the code of the kinds could not be fetched, when something else changes', async () => {
  const bodies: Record<string, unknown> = {
    '/api/users/settings': { settings: {} },
    '/api/note/user': [{ id: 'a', text: 'Before' }],
  }
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(bodies[path] ?? [], { headers: { 'x-pathlight': '1', 'x-position': '20' } }),
  )
  studyHere.keep('ruth', kinds)
  await until(() => expect(studyHere.now()).toMatchObject({ status: 'kept', kept: { position: '20' } }))
  const fails = vi.fn(async () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  studyHere.renew('ruth', fails, [{ kind: 'note', id: 'a', position: '21', item: { id: 'a', text: 'After' } }])
  await until(() => expect(fails).toHaveBeenCalled())
  studyHere.renew('ruth', kinds, [{ kind: 'bookmark', id: 'b', position: '22', item: { id: 'b' } }])
  await until(async () => expect((await studyKept('ruth'))?.position).toBe('22'))
  const notes = (await answersHere(await kinds())('ruth', '/api/note/user')) as { value: readonly Note[] } | null
  expect(notes?.value).toEqual([{ id: 'a', text: 'After' }])
})

describe('a study that is removed', () => {
  const asked: string[] = []
  const { promise: comes, resolve: come } = Promise.withResolvers<void>()
  const answering = (until: Promise<void> | null) => {
    asked.length = 0
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path)
      if (path === '/api/note/user') await until
      const body = path === '/api/users/settings' ? { settings: {} } : []
      return Response.json(body, { headers: { 'x-pathlight': '1', 'x-position': '30' } })
    })
  }
  afterEach(() => localStorage.clear())

  it('stays away, though a change came just before', async () => {
    answering(null)
    studyHere.keep('ruth', kinds)
    await until(() => expect(studyHere.now()).toMatchObject({ status: 'kept', kept: { position: '30' } }))
    const asksForKinds = vi.fn(kinds)
    studyHere.renew('ruth', asksForKinds, [{ kind: 'note', id: 'a', position: '31', item: { id: 'a' } }])
    await studyHere.remove('ruth')
    asked.length = 0
    await until(() => expect(asksForKinds).toHaveBeenCalled())
    await manyTurns()
    expect(asked).toEqual([])
    expect(await studyKept('ruth')).toBeNull()
  })

  it('in another tab, while this one fetches it, is not kept by this one', async () => {
    answering(comes)
    studyHere.keep('ruth', kinds)
    await until(() => expect(asked).toContain('/api/note/user'))
    localStorage.setItem('offline.off', 'yes')
    come()
    await until(() => expect(studyHere.now().status).toBe('none'))
    expect(await studyKept('ruth')).toBeNull()
  })
})
