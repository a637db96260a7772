import { type App, startApp } from '@pathlight/testing/app-process.ts'
import { type ClusterStores, startClusterStores } from '@pathlight/testing/cluster-stores.ts'
import { eventually, reflecting, untilAnswered } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { STORE_OUTAGES } from './store-outages.contract.ts'

describe('a cluster store that goes away under the app', () => {
  let running: { readonly stores: ClusterStores; readonly app: App } | null = null
  beforeAll(async () => {
    const stores = await startClusterStores()
    if (stores !== null) running = { stores, app: await startApp({ environment: stores.environment }) }
  })

  /** A person at the running app, with calls that need one store or none. */
  const somebody = async ({ address }: App) => {
    const { cookie } = await signUpOver(address, `writer${crypto.randomUUID().slice(0, 8)}`)
    const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      ask(address, method, path, { body, headers: { cookie, ...headers } })
    const note = { id: crypto.randomUUID(), verse_id: 43_003_016, text: 'Through.', version: 'KJV' }
    const key = { 'idempotency-key': crypto.randomUUID() }
    return {
      call,
      write: () => call('POST', '/api/note/', note, key),
      /** For each store, a call that cannot be answered without it. */
      needing: {
        EventStoreDB: () => call('POST', '/api/note/', note, key),
        MongoDB: () => call('GET', '/api/note/user'),
        Redis: () => call('POST', '/api/auth/login', { email: 'a@example.org', password: 'Lamp4myfeet!' }),
      },
      note,
    }
  }

  it.for(STORE_OUTAGES)(
    'makes what needs it answer 503 for as long as it is $how, and nothing else: $name',
    async ({ name, server, begin, end }, { skip }) => {
      const { stores, app } = running ?? skip('set TEST_SERVERS_DIR, and install redis-server')
      const { call, write, needing, note } = await somebody(app)
      await server(stores)[begin]()
      try {
        // The first request begins before the app knows of the outage, and the second after.
        for (const answer of [await needing[name](), await needing[name]()]) {
          expect(answer.status).toBe(503)
          expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
          expect(answer.headers.get('content-type')).toContain('application/problem+json')
          expect(answer.body).toMatchObject({ status: 503, code: 'store_unavailable' })
        }
        expect((await call('GET', '/api/bible/chapter?version=KJV&book=John&chapter=3')).status).toBe(200)
        expect((await call('GET', '/', undefined, { accept: 'text/html' })).status).toBe(200)
        expect((await call('GET', '/api/health')).status).toBe(200)
        const ready = await call('GET', '/api/ready')
        expect(ready.status).toBe(503)
        expect(ready.body).toMatchObject({ ready: false, parts: { [name]: 'cannot be reached' } })
      } finally {
        await server(stores)[end]()
      }

      const written = await untilAnswered(write)
      expect(written.status).toBe(201)
      const list = await reflecting(written, (least) =>
        untilAnswered(() => call('GET', '/api/note/user', undefined, least)),
      )
      expect(list.body).toMatchObject([{ id: note.id, text: note.text }])
      await eventually(async () => {
        expect((await needing[name]()).status).not.toBe(503)
        expect((await call('GET', '/api/ready')).status).toBe(200)
      })
      expect(app.launch.endedAt()).toBeNull()
    },
  )
})
