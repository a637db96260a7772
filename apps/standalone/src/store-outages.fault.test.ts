import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@pathlight/testing/eventually.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppProcess, ask, launchProcess, signUpOver, startProcess } from './app-process.contract.ts'
import { type ClusterStores, startClusterStores } from './cluster-stores.contract.ts'

/** No answer takes longer, whatever is wrong; a little more than what the server promises, for a busy machine. */
const ANSWER_WITHIN_MS = 12_000
const RECOVERS_WITHIN_MS = 60_000

const PARTS = [
  { name: 'EventStoreDB', server: (stores: ClusterStores) => stores.eventStore },
  { name: 'MongoDB', server: (stores: ClusterStores) => stores.mongo },
  { name: 'Redis', server: (stores: ClusterStores) => stores.redis },
] as const
const OUTAGES = [
  { how: 'killed', begin: 'kill', end: 'restart', reason: 'ECONNREFUSED' },
  { how: 'frozen', begin: 'pause', end: 'resume', reason: '' },
] as const
const CASES = OUTAGES.flatMap((outage) => PARTS.map((part) => ({ ...outage, ...part })))

describe('a cluster store that is not there', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pathlight-outages-'))
  const launched: ReturnType<typeof launchProcess>[] = []
  let started: ClusterStores | null = null
  let app: AppProcess | null = null
  beforeAll(async () => {
    started = await startClusterStores()
  })
  afterAll(async () => {
    for (const { child, kill } of launched) if (child.exitCode === null && child.signalCode === null) await kill()
    await app?.stop()
    await started?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const theStores = (skip: (note: string) => never): ClusterStores =>
    started ?? skip('set TEST_SERVERS_DIR, and install redis-server')
  const environment = ({ environment }: ClusterStores) => ({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...environment })

  it.for(CASES)(
    'is waited for at the start, with one line that says so: $name, $how',
    async ({ name, server, begin, end, reason }, { skip }) => {
      const stores = theStores(skip)
      await server(stores)[begin]()
      const starting = launchProcess(environment(stores))
      launched.push(starting)
      const waiting = () => starting.output().match(/^Waiting for .*$/gm) ?? []
      await eventually(() => expect(waiting()).toHaveLength(1), 30_000)
      expect(waiting()[0]).toMatch(new RegExp(`^Waiting for ${name} \\(.*${reason}.*\\) \\.\\.\\.$`))
      await server(stores)[end]()
      const address = await starting.ready
      expect(starting.output()).toContain(`${name} is there: going on.\n`)
      expect(waiting()).toHaveLength(1)
      await eventually(async () => expect((await ask(address, 'GET', '/api/ready')).status).toBe(200))
      expect(await starting.stop()).toBe(0)
    },
  )

  /** Somebody at the running app, and what the app can still do. */
  const somebody = async (of: ClusterStores) => {
    app ??= await startProcess(environment(of))
    const { address } = app
    const { cookie } = await signUpOver(address, `writer${crypto.randomUUID().slice(0, 8)}`)
    const timed = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const began = performance.now()
      const answer = await ask(address, method, path, { body, headers: { cookie, ...headers } })
      const ms = Math.round(performance.now() - began)
      expect(ms, `${method} ${path} took ${ms} ms`).toBeLessThan(ANSWER_WITHIN_MS)
      return answer
    }
    const note = { id: crypto.randomUUID(), verse_id: 43_003_016, text: 'Through.', version: 'KJV' }
    const key = { 'idempotency-key': crypto.randomUUID() }
    return {
      timed,
      write: () => timed('POST', '/api/note/', note, key),
      /** One of the calls that cannot be answered without this store. */
      needing: {
        EventStoreDB: () => timed('POST', '/api/note/', note, key),
        MongoDB: () => timed('GET', '/api/note/user'),
        Redis: () => timed('POST', '/api/auth/login', { email: 'a@example.org', password: 'Lamp4myfeet!' }),
      },
      note,
    }
  }

  it.for(CASES)(
    'makes what needs it answer 503 for as long as it is $how, and nothing else: $name',
    async ({ name, server, begin, end }, { skip }) => {
      const stores = theStores(skip)
      const { timed, write, needing, note } = await somebody(stores)
      await server(stores)[begin]()
      try {
        // What was begun when it went away, and what is begun when that is known.
        for (const answer of [await needing[name](), await needing[name]()]) {
          expect(answer.status).toBe(503)
          expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
          expect(answer.headers.get('content-type')).toContain('application/problem+json')
          expect(answer.body).toMatchObject({ status: 503, code: 'store_unavailable' })
        }
        expect((await timed('GET', '/api/bible/chapter?version=KJV&book=John&chapter=3')).status).toBe(200)
        expect((await timed('GET', '/', undefined, { accept: 'text/html' })).status).toBe(200)
        expect((await timed('GET', '/api/health')).status).toBe(200)
        const ready = await timed('GET', '/api/ready')
        expect(ready.status).toBe(503)
        expect(ready.body).toMatchObject({ ready: false, parts: { [name]: 'cannot be reached' } })
      } finally {
        await server(stores)[end]()
      }

      const written = await eventually(async () => {
        const answer = await write()
        expect(answer.status).toBe(201)
        return answer
      }, RECOVERS_WITHIN_MS)
      await eventually(async () => {
        const headers = { 'x-min-position': written.headers.get('x-position') ?? '' }
        const list = await timed('GET', '/api/note/user', undefined, headers)
        expect(list.body).toMatchObject([{ id: note.id, text: note.text }])
        expect((await needing[name]()).status).not.toBe(503)
        expect((await timed('GET', '/api/ready')).status).toBe(200)
      }, RECOVERS_WITHIN_MS)
      expect(app?.child.exitCode).toBeNull()
    },
  )
})
