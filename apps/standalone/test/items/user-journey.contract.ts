import type { Note } from '@pathlight/contracts/notes.ts'
import { eventually, positionOf, reflecting } from '@pathlight/testing/eventually.ts'
import { type Answer, ask } from '@pathlight/testing/over-http.ts'
import { expect } from 'vitest'

const JOHN_3_16 = 43_003_016
const PASSWORD = 'Lamp4myfeet!'

/** Answers the body of an answer with the given status. For another status, the failure shows the body. */
const answers = (status: number, { status: given, body }: Answer): unknown => {
  if (given !== status) expect({ status: given, body }).toEqual({ status, body: 'anything' })
  return body
}

/** A browser with cookies, whose reads reflect its own writes. */
const openBrowser = (address: string) => {
  let cookie = ''
  let position = 0n
  return async (method: string, path: string, body?: unknown) => {
    const send = (headers: object) =>
      ask(address, method, path, { body, headers: { cookie, 'idempotency-key': crypto.randomUUID(), ...headers } })
    const answer = method === 'GET' ? await reflecting(position, send) : await send({})
    const set = answer.headers.get('set-cookie')
    if (set !== null) cookie = /Max-Age=0/.test(set) ? '' : (set.split(';')[0] ?? '')
    if (method !== 'GET') position = positionOf(answer) ?? position
    return answer
  }
}

/**
 * The main journey of a person over the network: read, sign up, write a note, find it, change it, remove it. The person
 * also finds the note after a restart and in a second browser. Another person does not find it. `restart` stops the app
 * and starts it at the same address.
 */
export const userJourney = async (address: string, restart: () => Promise<void>): Promise<void> => {
  const browser = openBrowser(address)
  const person = { username: 'traveller', email: 'traveller@example.org', password: PASSWORD }
  const notesOnJohn3 = async (reader: typeof browser) =>
    ((await reader('GET', '/api/overlay?book=John&chapter=3')).body as { notes: Note[] }).notes

  const page = await browser('GET', '/')
  answers(200, page)
  expect(page.headers.get('content-type')).toContain('text/html')
  const chapter = await browser('GET', '/api/bible/chapter?version=KJV&book=John&chapter=3')
  expect(chapter.body).toMatchObject({
    verses: expect.arrayContaining([
      expect.objectContaining({ verse_id: JOHN_3_16, text: expect.stringContaining('God so loved the world') }),
    ]),
  })
  answers(401, await browser('GET', '/api/overlay?book=John&chapter=3'))

  const signedUp = await browser('POST', '/api/auth/signup', { ...person, confirm_password: PASSWORD })
  answers(201, signedUp)
  const body = { verse_id: JOHN_3_16, text: '이처럼 사랑하사', version: 'KJV' }
  const note = answers(201, await browser('POST', '/api/note/', body)) as Note
  expect(await notesOnJohn3(browser)).toEqual([note])
  expect((await browser('GET', '/api/resource-counts')).body).toMatchObject({ notes_count: 1 })

  const edited = await browser('PUT', `/api/note/detail/${note.id}`, { text: 'So loved.', title: 'Love' })
  expect(edited.body).toMatchObject({ text: 'So loved.', title: 'Love', revision: 2 })

  await restart()
  expect(await notesOnJohn3(browser)).toEqual([edited.body])
  const second = openBrowser(address)
  const { email, password } = person
  answers(401, await second('POST', '/api/auth/login', { email, password: 'Wrong4myfeet!' }))
  answers(200, await second('POST', '/api/auth/login', { email, password }))
  // The second browser has written nothing, so its reads do not wait for the projection.
  await eventually(async () => expect((await second('GET', '/api/note/user')).body).toEqual([edited.body]))
  const other = openBrowser(address)
  const somebodyElse = { username: 'other', email: 'other@example.org', password, confirm_password: password }
  answers(201, await other('POST', '/api/auth/signup', somebodyElse))
  expect(await notesOnJohn3(other)).toEqual([])
  answers(404, await other('GET', `/api/note/detail/${note.id}`))

  answers(200, await second('DELETE', `/api/note/detail/${note.id}`))
  expect((await second('GET', '/api/note/user')).body).toEqual([])
  expect((await second('GET', '/api/resource-counts')).body).toMatchObject({ notes_count: 0 })
  answers(200, await second('GET', '/api/auth/logout'))
  answers(401, await second('GET', '/api/note/user'))
}
