import { execFile } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { STREAMS_OF_A_PERSON_MAX } from '@pathlight/contracts/sync.ts'
import { type App, emptyFolder, startApp } from '@pathlight/testing/app-process.ts'
import { startClusterStores } from '@pathlight/testing/cluster-stores.ts'
import { eventually, reflecting, untilAnswered } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { listenTo } from '@pathlight/testing/server-sent-events.ts'
import { beforeAll, describe, expect, it } from 'vitest'

const CLI = join(import.meta.dirname, '../../src/admin-cli.ts')
/** The key of both processes, so that each can decrypt what the other has encrypted. */
const MASTER_KEY = 'a'.repeat(64)
const PASSWORD = 'Lamp4myfeet!'

/** The limit, in megabytes, of everything that a person ever writes. A process leases one megabyte at a time. */
const MOST_MB = 2
const BYTES_A_MB = 1_000_000
const LARGE = 'x'.repeat(49_000)
/** The limit of wrong passwords for one account from a network address that its owner has used before. */
const GUESSES = 10
/** The time within which a process learns of changes in another, even on a busy machine, in milliseconds. */
const KNOWN_WITHIN_MS = 60_000

const stores = await startClusterStores()

describe.skipIf(stores === null)(
  'two processes on the same stores (skipped without TEST_SERVERS_DIR, redis-server)',
  () => {
    const environment = { ...stores?.environment, MASTER_KEY, EPOCH_KEYS: emptyFolder(), WRITTEN_MB: String(MOST_MB) }
    let here: App
    let there: App
    beforeAll(async () => {
      ;[here, there] = await Promise.all([startApp({ environment }), startApp({ environment })])
    })
    const both = () => [here.address, there.address] as const
    const note = (text: string) => ({ verse_id: 43_003_016, version: 'KJV', text })
    const write = (address: string, cookie: string, text: string) =>
      ask(address, 'POST', '/api/note/', { body: note(text), headers: { cookie } })

    it('tell what was written in the other one, hold a lock from there, and end with a session that ended there', async () => {
      const ann = await signUpOver(here.address, 'ann')
      const { cookie } = ann
      const logIn = { body: { email: 'ann@example.org', password: PASSWORD } }
      const phone = (await ask(here.address, 'POST', '/api/auth/login', logIn)).headers.get('set-cookie')?.split(';')[0]
      const stream = await listenTo(`${there.address}/api/sync`, { cookie: phone ?? '' })
      expect(stream.status).toBe(200)
      const body = { verse_id: 43_003_016, version: 'KJV', text: 'So loved.' }
      const added = await ask(here.address, 'POST', '/api/note/', { body, headers: { cookie } })
      const id = added.headers.get('x-position')
      await eventually(() => expect(stream.told()).toMatchObject([{ event: 'changed', id, data: { kind: 'note' } }]))

      const admin = await signUpOver(here.address, 'ruth')
      await promisify(execFile)(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', CLI, 'grant', 'ruth@example.org'],
        {
          env: { PATH: process.env.PATH ?? '', DATA_DIR: here.dataDir, ...environment },
        },
      )
      const as = (who: { cookie: string }) => ({ headers: { cookie: who.cookie } })
      const act = async (name: string) => {
        const asked = { body: { act: name, reason: 'Ann asked me by phone.' }, ...as(admin) }
        expect((await ask(here.address, 'POST', `/api/admin/people/${ann.id}/acts`, asked)).status).toBe(200)
      }
      const writesThere = async () =>
        (await ask(there.address, 'POST', '/api/note/', { body, headers: { cookie } })).status
      const comesToAnswer = (status: number) => eventually(async () => expect(await writesThere()).toBe(status))
      expect(await writesThere()).toBe(201)
      await act('lock')
      await comesToAnswer(403)
      await act('unlock')
      await comesToAnswer(201)

      expect((await ask(here.address, 'DELETE', '/api/account/devices', { headers: { cookie } })).status).toBe(200)
      await eventually(() =>
        expect(stream.told().at(-1)).toMatchObject({ event: 'ended', data: { reason: 'session' } }),
      )
      await eventually(() => expect(stream.hasEnded()).toBe(true))
    })

    it('count the streams that a person has open together', async () => {
      const { cookie } = await signUpOver(here.address, 'listener')
      const open = (nth: number) => listenTo(`${both()[nth % 2]}/api/sync`, { cookie })
      const streams = []
      for (let nth = 0; nth < STREAMS_OF_A_PERSON_MAX; nth++) streams.push(await open(nth))
      expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
      for (const nth of [0, 1]) expect((await open(nth)).status).toBe(429)
      // A stream that ends in one process frees a place in the other.
      await streams[0]?.leave()
      await eventually(async () => {
        const more = await open(1)
        streams.push(more)
        expect(more.status).toBe(200)
      })
      for (const stream of streams) await stream.leave()
    })

    it('count guesses at a password together', async () => {
      const email = 'guessed@example.org'
      await signUpOver(here.address, 'guessed')
      const guess = (nth: number) =>
        ask(both()[nth % 2] ?? '', 'POST', '/api/auth/login', { body: { email, password: `Wrong${nth}!word` } })
      const answers: number[] = []
      for (let nth = 0; nth < GUESSES + 2; nth++) answers.push((await guess(nth)).status)
      expect(answers).toEqual([...Array(GUESSES).fill(401), 429, 429])
    })

    it('count together what a person ever wrote: never more than that, and a killed one has taken little too much', async () => {
      /**
       * Writes notes through the given processes in turn until the quota is full. Answers how many notes were written.
       */
      const fill = async (cookie: string, addresses: readonly string[]) => {
        for (let written = 0; ; written++) {
          const statuses = []
          for (const address of addresses.map((_, n) => addresses[(written + n) % addresses.length] ?? '')) {
            const { status, body } = await write(address, cookie, LARGE)
            statuses.push(status)
            if (status === 201) break
            expect(body).toMatchObject({ code: 'quota_full' })
          }
          if (!statuses.includes(201)) return written
        }
      }
      const inMegabytes = (notes: number) => (notes * LARGE.length) / BYTES_A_MB
      const ann = await signUpOver(here.address, 'much')
      const together = await fill(ann.cookie, both())
      expect(inMegabytes(together)).toBeLessThanOrEqual(MOST_MB)
      // Each process leaves a part of its lease unused that is smaller than one note.
      expect(inMegabytes(together + 2)).toBeGreaterThanOrEqual(MOST_MB - 0.1)

      const bob = await signUpOver(here.address, 'more')
      expect((await write(there.address, bob.cookie, LARGE)).status).toBe(201)
      await there.kill()
      const alone = 1 + (await fill(bob.cookie, [here.address]))
      expect(inMegabytes(alone)).toBeLessThanOrEqual(MOST_MB)
      expect(inMegabytes(alone + 1)).toBeGreaterThan(MOST_MB - 0.1)
      await there.start()
    })

    it('both notice a log that was set back under them, and neither shows nor takes anything then', async () => {
      const { cookie } = await signUpOver(here.address, 'restorer')
      if (stores === null) return
      const { eventStore } = stores
      const backup = emptyFolder()
      await eventStore.kill()
      cpSync(eventStore.data, backup, { recursive: true })
      await eventStore.restart()
      for (const [nth, address] of both().entries()) {
        const written = await untilAnswered(() => write(address, cookie, `Lost ${nth}`))
        for (const reader of both())
          await reflecting(written, (headers) =>
            ask(reader, 'GET', '/api/note/user', { headers: { cookie, ...headers } }),
          )
      }
      await eventStore.kill()
      rmSync(eventStore.data, { recursive: true })
      cpSync(backup, eventStore.data, { recursive: true })
      await eventStore.restart()
      const refused = { status: 503, body: { code: 'log_set_back' } }
      for (const address of both())
        await eventually(async () => {
          expect(await ask(address, 'GET', '/api/note/user', { headers: { cookie } })).toMatchObject(refused)
          expect(await write(address, cookie, 'Not now')).toMatchObject(refused)
        }, KNOWN_WITHIN_MS)
    })
  },
)
