// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answeringServer } from '../testing/answering-server.ts'
import { until } from '../testing/until.ts'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const boaz = { id: 'boaz', username: 'boaz', email: 'boaz@example.org' }

const COOKIE = 'pathlight_signed_in'
const setCookie = (value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the tests set the cookie that the page reads
  document.cookie = value === '' ? `${COOKIE}=; Max-Age=0; Path=/` : `${COOKIE}=${value}; Path=/`
}

const pages: (() => void)[] = []
afterEach(() => {
  for (const close of pages.splice(0)) close()
})

/** Opens a page with fresh modules. Of an earlier page only the device's storage is left. */
const openPage = async () => {
  vi.resetModules()
  const { queryClient, SESSION_KEY } = await import('../api/query-client.ts')
  const { sessionQuery } = await import('./session-query.ts')
  // main.tsx also asks for the session before the rest of the app loads.
  await queryClient.prefetchQuery(sessionQuery)
  const person = await import('./kept-person.ts')
  const { QueryObserver } = await import('@tanstack/react-query')
  pages.push(new QueryObserver(queryClient, sessionQuery).subscribe(() => undefined))
  return {
    ...person,
    says: (user: typeof ruth | null) => queryClient.setQueryData(SESSION_KEY, user),
    shows: () => queryClient.getQueryData(SESSION_KEY),
  }
}

beforeEach(async () => {
  localStorage.clear()
  const { forgetAnswers } = await import('../device/seen-answers.ts')
  await forgetAnswers('')
  server.asked.length = 0
  server.answer = () => ({ lost: true })
  setCookie('1')
})

describe('who was signed in when the browser ended without warning', () => {
  it('is known though the local storage was never written', async () => {
    const { says, keptPerson } = await openPage()
    await until(async () => expect(await keptPerson()).toBeNull())
    says(ruth)
    await until(async () => expect(await keptPerson()).toEqual(ruth))
    localStorage.clear()
    expect((await openPage()).shows()).toEqual(ruth)
  })

  it('is no one after a log-out that the local storage has not heard of', async () => {
    const { says, keptPerson } = await openPage()
    says(ruth)
    await until(async () => expect(await keptPerson()).toEqual(ruth))
    says(null)
    await until(async () => expect(await keptPerson()).toBeNull())
    localStorage.setItem('person', JSON.stringify(ruth))
    expect((await openPage()).shows()).toBeUndefined()
  })

  it('is who the local storage says, where the database does not answer', async () => {
    localStorage.setItem('person', JSON.stringify(ruth))
    const never = () => new Promise(() => undefined)
    vi.doMock('../device/seen-answers.ts', () => ({ readAnswer: never, seenAnswer: never, keepAnswer: never }))
    try {
      expect((await openPage()).shows()).toEqual(ruth)
    } finally {
      vi.doUnmock('../device/seen-answers.ts')
    }
  })

  it('is the one who logged in last', async () => {
    const { says, keptPerson } = await openPage()
    says(ruth)
    says(boaz)
    await until(async () => expect(await keptPerson()).toEqual(boaz))
    localStorage.setItem('person', JSON.stringify(ruth))
    expect((await openPage()).shows()).toEqual(boaz)
  })
})

describe('a browser that ended before it wrote the cookies', () => {
  const logInAndEnd = async (remember: boolean) => {
    const { says, keptPerson, keepNewPerson } = await openPage()
    says(ruth)
    if (remember) keepNewPerson(ruth)
    await until(async () => expect(await keptPerson()).toEqual(ruth))
    setCookie('')
  }

  it('shows the account of a person who had logged in to stay, while the server is away', async () => {
    await logInAndEnd(true)
    const { shows } = await openPage()
    await until(() => expect(shows()).toEqual(ruth))
  })

  it('asks the server as soon as it answers, and shows no account where the session is lost', async () => {
    await logInAndEnd(true)
    server.answer = () => ({ status: 401, body: { code: 'not_logged_in' } })
    server.asked.length = 0
    const { shows, keptPerson } = await openPage()
    await until(() => expect(server.asked).toMatchObject([{ path: '/api/auth/' }]))
    await until(async () => expect(await keptPerson()).toBeNull())
    expect(shows()).toBeNull()
    expect(document.cookie).not.toContain(COOKIE)
  })

  it('shows no account where the session was to end with the browser', async () => {
    await logInAndEnd(false)
    const { shows, keptPerson } = await openPage()
    await until(async () => expect(await keptPerson()).toBeNull())
    expect(shows()).toBeNull()
  })

  it('shows no account later on: by then a cookie that is not there has ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { says, keepNewPerson } = await openPage()
      says(ruth)
      keepNewPerson(ruth)
      const { seenAnswer } = await import('../device/seen-answers.ts')
      await until(async () => expect(await seenAnswer('', '/api/auth/login')).toBe('ruth'))
      vi.advanceTimersByTime(60_000)
      await until(async () => expect(await seenAnswer('', '/api/auth/login')).toBeUndefined())
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('what the device has of a person whose session ended elsewhere', () => {
  const NOTES = { value: [{ id: 'a', text: 'Of ruth.' }], at: '7', next: null }
  const UNSENT = ['draft.ruth.a', 'write.key', 'sermon.ruth.b']
  /** A page on which Ruth has read her notes. The device stores her items offline, and has unsent words. */
  const ruthHasRead = async () => {
    const page = await openPage()
    const { keepAnswer } = await import('../device/seen-answers.ts')
    page.says(ruth)
    await until(async () => expect(await page.keptPerson()).toEqual(ruth))
    await keepAnswer('ruth', '/api/note/user', NOTES)
    await keepAnswer('ruth', 'study/list/notes', NOTES)
    for (const [key, value] of [
      ...UNSENT.map((key) => [key, '{"text":"Unsent."}'] as const),
      ...([
        ['kept-study', 'ruth'],
        ['searches', '["mercy"]'],
        ['sermon.speaker.ruth', 'Ruth'],
        ['share.keys.ruth', '{}'],
        ['share.keys', '{}'],
      ] as const),
      ...([
        ['columns', '[]'],
        ['appearance', '{}'],
        ['offline.on', 'yes'],
        ['offline.off', 'yes'],
      ] as const),
    ])
      localStorage.setItem(key, value)
    return page
  }
  const has = async () => {
    const { seenAnswer } = await import('../device/seen-answers.ts')
    return [await seenAnswer('ruth', '/api/note/user'), await seenAnswer('ruth', 'study/list/notes')]
  }
  const keys = () => Object.keys(localStorage).toSorted()
  /** Stands in for `caches.delete`. Its calls have the names of the deleted caches. */
  const deleted = vi.fn(async (_name: string) => true)
  beforeEach(() => {
    deleted.mockClear()
    vi.stubGlobal('caches', { delete: deleted, match: async () => undefined })
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('goes when the server says so, but for words that it does not have', async () => {
    await ruthHasRead()
    server.answer = () => ({ status: 401, body: { code: 'not_logged_in' } })
    const { shows } = await openPage()
    expect(shows()).toBeNull()
    await until(async () => expect(await has()).toEqual([undefined, undefined]))
    expect(keys()).toEqual(['appearance', 'columns', 'offline.on', 'offline.off', ...UNSENT].toSorted())
    await until(() => expect(deleted.mock.calls).toEqual([['bible']]))
  })

  it('stays where something else says so', async () => {
    await ruthHasRead()
    server.answer = () => ({ status: 401, foreign: '{"code":"not_logged_in"}' })
    const { shows } = await openPage()
    await until(() => expect(shows()).toEqual(ruth))
    expect(await has()).toEqual([NOTES, NOTES])
  })

  it('goes when another person logs in, also where they read', async () => {
    const { says, keptPerson } = await ruthHasRead()
    says(boaz)
    await until(async () => expect(await has()).toEqual([undefined, undefined]))
    await until(async () => expect(await keptPerson()).toEqual(boaz))
    // The key offline.on is gone, so the device does not store the next person's items until they switch that on.
    expect(keys()).toEqual(['appearance', 'offline.off', 'person', ...UNSENT].toSorted())
    await until(() => expect(deleted.mock.calls).toEqual([['bible']]))
  })

  it('stays while they are signed in, and when they log in again', async () => {
    const { says } = await ruthHasRead()
    says({ ...ruth, email: 'new@example.org' })
    const { keptPerson } = await openPage()
    await until(async () => expect(await keptPerson()).toMatchObject({ id: 'ruth' }))
    expect(await has()).toEqual([NOTES, NOTES])
    // The texts that she read before she logged in are not deleted.
    expect(deleted).not.toHaveBeenCalled()
  })
})
