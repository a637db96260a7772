// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { type Answer, answeringServer } from '../testing/answering-server.ts'
import { until } from '../testing/until.ts'
import { lastPerson } from './kept-person.ts'
import { sessionQuery } from './session-query.ts'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const ask = async (answer: Answer) => {
  server.answer = () => answer
  queryClient.clear()
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

beforeEach(() => {
  localStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: the tests set the cookie that the page reads
  document.cookie = 'pathlight_signed_in=1; Path=/'
})

describe('who is signed in', () => {
  it('is who it was while the server is away', async () => {
    expect(await ask({ body: ruth })).toEqual(ruth)
    // The device stores the person only after it has read whom it stored before.
    await until(() => expect(lastPerson()).toBe('ruth'))
    for (const away of [{ lost: true }, { status: 502, foreign: '' }, { status: 504, foreign: '' }] as const)
      expect(await ask(away)).toEqual(ruth)
  })

  it('is not known where the server answers that it cannot say, or no one was', async () => {
    await expect(ask({ lost: true })).rejects.toMatchObject({ status: 0 })
    await ask({ body: ruth })
    await expect(ask({ status: 503 })).rejects.toMatchObject({ status: 503 })
  })

  it('is no one once the session is over, also without the server', async () => {
    await ask({ body: ruth })
    expect(await ask({ status: 401 })).toBeNull()
    expect(await ask({ lost: true })).toBeNull()
    // lastPerson() is the person whose data is deleted if the account was closed.
    expect(lastPerson()).toBe('ruth')
  })

  it('is the person who logged in just now', async () => {
    queryClient.setQueryData(SESSION_KEY, ruth)
    expect(await ask({ lost: true })).toEqual(ruth)
    queryClient.setQueryData(SESSION_KEY, null)
    await expect(ask({ lost: true })).rejects.toMatchObject({ status: 0 })
  })
})
