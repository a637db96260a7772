import type { AddressInfo } from 'node:net'
import { STREAMS_OF_A_PERSON_MAX } from '@pathlight/contracts/sync.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { listenTo } from '@pathlight/testing/server-sent-events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startInProcess } from './app-under-test.contract.ts'

/** The key of both apps, so that each can decrypt what the other has encrypted. */
const MASTER_KEY = 'a'.repeat(64)
const WRITES_A_MINUTE = 3
/** The limit of wrong passwords for one account from a network address that its owner has used before. */
const GUESSES = 10

/** Without Redis, each app counts live streams and writes for itself. The database counts wrong passwords. */
describe('two apps on one PostgreSQL', () => {
  const stops: (() => Promise<unknown>)[] = []
  let here: string
  let there: string
  beforeAll(async () => {
    const database = await freshDatabase()
    const environment = {
      DATABASE_URL: database.url,
      MASTER_KEY,
      EPOCH_KEYS: emptyFolder(),
      WRITES_A_MINUTE: String(WRITES_A_MINUTE),
    }
    const start = async () => {
      const { app, stop } = await startInProcess(environment)
      stops.push(stop)
      await app.listen({ port: 0, host: '127.0.0.1' })
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    }
    here = await start()
    there = await start()
    stops.push(() => database.drop())
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
  })

  it('count the streams that a person has open each for itself', async () => {
    const { cookie } = await signUpOver(here, 'listener')
    const streams: Awaited<ReturnType<typeof listenTo>>[] = []
    const open = async (address: string) => {
      const stream = await listenTo(`${address}/api/sync`, { cookie })
      streams.push(stream)
      return stream.status
    }
    const all = Array(STREAMS_OF_A_PERSON_MAX).fill(200)
    for (const address of [here, there]) {
      const answers: number[] = []
      for (const _ of all) answers.push(await open(address))
      expect([...answers, await open(address)]).toEqual([...all, 429])
    }
    for (const stream of streams) await stream.leave()
  })

  it('count what a person writes within a minute each for itself', async () => {
    const { cookie } = await signUpOver(here, 'writer')
    const body = { verse_id: 43_003_016, version: 'KJV', text: 'So loved.' }
    const write = async (address: string) =>
      (await ask(address, 'POST', '/api/note/', { body, headers: { cookie } })).status
    for (const address of [here, there]) {
      const answers: number[] = []
      for (let nth = 0; nth <= WRITES_A_MINUTE; nth++) answers.push(await write(address))
      expect(answers).toEqual([...Array(WRITES_A_MINUTE).fill(201), 429])
    }
  })

  it('count guesses at a password together', async () => {
    const email = 'guessed@example.org'
    await signUpOver(here, 'guessed')
    const answers: number[] = []
    for (let nth = 0; nth < GUESSES + 2; nth++) {
      const body = { email, password: `Wrong${nth}!word` }
      answers.push((await ask([here, there][nth % 2] ?? '', 'POST', '/api/auth/login', { body })).status)
    }
    expect(answers).toEqual([...Array(GUESSES).fill(401), 429, 429])
  })
})
