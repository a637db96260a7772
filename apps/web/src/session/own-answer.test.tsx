// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { download } from '../api/download.ts'
import { otherPage } from '../api/own-answer.ts'
import type { WriteKind } from '../api/pending-write.ts'
import { createPendingWrites } from '../api/pending-writes.ts'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { readLines } from '../api/read-lines.ts'
import { readSeen } from '../api/read-seen.ts'
import { accountClosed, read, write } from '../api/request.ts'
import { inOneTab } from '../device/in-one-tab.ts'
import { createKeptWork } from '../device/kept-work.ts'
import { type Answer, answeringServer } from '../testing/answering-server.ts'
import { until } from '../testing/until.ts'
import { sessionQuery } from './session-query.ts'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const LOGIN = '<!doctype html><title>Welcome to the hotel</title><form>'
const json = { 'content-type': 'application/json' }

/** Answers that a proxy or a network's log-in page may give in place of the server. */
const OTHERS: readonly (readonly [what: string, answer: Answer])[] = [
  ['a page', { foreign: LOGIN }],
  ['a page that says it was made', { status: 201, foreign: LOGIN }],
  ['nothing at all', { foreign: '' }],
  ['no content', { status: 204, foreign: '' }],
  ['JSON of its own', { foreign: '{"login":"https://hotel.example/"}', headers: json }],
  ['a list of its own', { foreign: '[]', headers: json }],
  ['null', { foreign: 'null', headers: json }],
  ['JSON with a position', { foreign: '{"id":"a","text":"x"}', headers: { ...json, 'x-position': '9' } }],
  ['another address', { status: 302, foreign: '', headers: { location: 'https://hotel.example/' } }],
  ['a refusal to let in', { status: 401, foreign: '{"code":"not_logged_in"}', headers: json }],
  ['that the account is closed', { status: 401, foreign: '{"code":"account_closed"}', headers: json }],
  ['that it is forbidden', { status: 403, foreign: LOGIN }],
  ['that there is nothing', { status: 404, foreign: LOGIN }],
  ['that it was changed', { status: 412, foreign: '{"current":{"id":"a","text":"x"}}', headers: json }],
  ['that a log-in is needed', { status: 511, foreign: LOGIN }],
  ['that it broke', { status: 500, foreign: LOGIN }],
]
/** The answers of OTHERS, the answers of a gateway while the server is away, and incomplete answers of our server. */
const NO_ANSWERS: typeof OTHERS = [
  ...OTHERS,
  ['that nothing is behind it', { status: 502, foreign: '<h1>Bad Gateway</h1>' }],
  ['that it is started anew', { status: 503, foreign: 'Pathlight is being started.' }],
  ['that nothing came in time', { status: 504, foreign: '{"message":"timeout"}', headers: json }],
  ['half of an answer of ours', { raw: '{"id":"a","te' }],
  ['an answer of ours without its body', { raw: '' }],
]

type Card = { readonly id: string; readonly revision: number; readonly text: string }
const cards: WriteKind<Card> = {
  name: 'cards',
  history: 'note',
  call: ({ base, wanted }) =>
    wanted === null
      ? { method: 'DELETE', path: `/card/${base.id}` }
      : { method: base ? 'PUT' : 'POST', path: '/card/a', body: { text: wanted.text } },
  touches: () => [],
}
const card = (text: string, revision = 1): Card => ({ id: 'a', revision, text })

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
const openPage = async () => {
  const queries = new QueryClient()
  queries.setQueryData(SESSION_KEY, ruth)
  const work = createKeptWork()
  const writes = createPendingWrites(queries, { work, inOneTab, tab: crypto.randomUUID() })
  writes.register(cards)
  await work.open()
  ends.push(async () => {
    writes.forget()
    writes.close()
    await work.settled()
    await work.close()
  })
  return { queries, writes, work }
}

beforeEach(() => {
  server.asked.length = 0
  localStorage.clear()
})

describe.each(NO_ANSWERS)('where the network answers with %s', (_what, answer) => {
  it.each([
    ['new', { base: null, wanted: card('Mine', 0) }],
    ['changed', { base: card('Before'), wanted: card('Mine') }],
    ['removed', { base: card('Before'), wanted: null }],
  ] as const)('what was %s waits on the device, and is sent again under its key', async (_made, change) => {
    server.answer = () => answer
    const { queries, writes, work } = await openPage()
    const key = writes.add(cards, 'ruth', change)
    const state = () => writes.of<Card>('cards', 'ruth').map((one) => one.state)
    await until(() => expect(state()).toMatchObject([{ status: 'waiting', tries: 1 }]))
    expect(work.keys('write.')).toEqual([`write.${key}`])
    expect(queries.getQueryData(SESSION_KEY)).toEqual(ruth)
    server.answer = () => ({ body: card('Mine', 2), at: 12 })
    writes.wake()
    await until(() => expect(state()).toMatchObject([{ status: 'saved', at: '12' }]))
    expect(server.asked.map((asked) => asked.key)).toEqual([key, key])
  })

  it('what was seen stays, and is shown', async () => {
    server.answer = () => ({ body: [card('Mine')], at: 7 })
    const served = await readSeen('ruth', '/api/note/user')
    server.answer = () => answer
    for (let turn = 0; turn < 2; turn += 1)
      await until(async () => expect(await readSeen('ruth', '/api/note/user')).toEqual({ ...served, here: true }))
  })

  it('nobody is logged out, and no account is closed', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: with this cookie the page asks the server for the session
    document.cookie = 'pathlight_signed_in=1; Path=/'
    queryClient.setQueryData(SESSION_KEY, ruth)
    server.answer = () => answer
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
    expect(queryClient.getQueryData(SESSION_KEY)).toEqual(ruth)
    expect(document.cookie).toContain('pathlight_signed_in=1')
    expect(accountClosed.now()).toBe(false)
  })

  it('no call takes it for an answer', async () => {
    server.answer = () => answer
    const none = { name: 'ApiProblem', status: 0 }
    await expect(read('/api/bible/versions')).rejects.toMatchObject(none)
    await expect(write('POST', '/api/contact/', { body: {} })).rejects.toMatchObject(none)
  })
})

describe.each(OTHERS)('where the network answers with %s', (_what, answer) => {
  it('a file or a stream is none, and the page hears of it until our server answers', async () => {
    server.answer = () => answer
    const other = { status: 0, code: 'other_page' }
    await expect(download('/api/export', new AbortController().signal, () => undefined)).rejects.toMatchObject(other)
    await expect(readLines('/api/bible/compare/others').next()).rejects.toMatchObject(other)
    expect(otherPage.now()).toBe(true)
    server.answer = () => ({ status: 404, body: { code: 'not_found' } })
    await read('/api/note/a').catch(() => undefined)
    expect(otherPage.now()).toBe(false)
  })
})

it('an answer of ours to a write that does not say where it was written is none', async () => {
  server.answer = () => ({ raw: JSON.stringify(card('Mine')) })
  const { writes } = await openPage()
  writes.add(cards, 'ruth', { base: null, wanted: card('Mine', 0) })
  await until(() => expect(writes.of('cards', 'ruth')).toMatchObject([{ state: { status: 'waiting', tries: 1 } }]))
})

it.each([502, 503, 504])('a gateway that answers %i is no page to log in to', async (status) => {
  server.answer = () => ({ status, foreign: LOGIN })
  await expect(read('/api/bible/versions')).rejects.toMatchObject({ status: 0, code: 'network' })
  expect(otherPage.now()).toBe(false)
})

it('an answer without content is one where it says so', async () => {
  server.answer = () => ({ status: 204, raw: '' })
  expect(await write('DELETE', '/api/account/devices/a')).toBeNull()
})
