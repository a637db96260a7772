import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_BEGINS, EXPORT_ENDS, EXPORT_ITEMS } from '@pathlight/contracts/export-rules.ts'
import { type ComposedCluster, startComposedCluster } from '@pathlight/testing/composed-cluster.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { listenTo } from '@pathlight/testing/server-sent-events.ts'
import { describe, expect, it } from 'vitest'
import { logOfEventStore } from '../items/log-behind-app.contract.ts'
import { writeUnderFire } from './write-under-fire.contract.ts'

const KINDS = ['command', 'query', 'pages', 'projector', 'worker'] as const
const PAUSE_MS = 2_000
/** How often one process of each kind is killed. */
const ROUNDS = 2

const cluster = await startComposedCluster()

describe.skipIf(cluster === null)(
  'the processes of docker-compose.yml behind their gateway (skipped without nginx, redis-server, TEST_SERVERS_DIR)',
  () => {
    const running = cluster as ComposedCluster
    const { address } = running ?? {}

    it('has two of each service', () => {
      expect(running.processes.map(({ service }) => service).toSorted()).toEqual(
        KINDS.flatMap((kind) => [kind, kind]).toSorted(),
      )
    })

    it('has each call answered by the service whose it is, and each page by the page server', async () => {
      const { body } = await ask(address, 'GET', '/api/openapi.json')
      const calls = Object.entries((body as { paths: Record<string, object> }).paths).flatMap(([path, item]) =>
        Object.keys(item).map((method) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1')] as const),
      )
      expect(calls.length).toBeGreaterThan(80)
      for (const [method, path] of calls) {
        const isStream = path === '/api/sync'
        const changes = method !== 'GET'
        const answer = await ask(address, method, path, {
          ...(changes && { body: {} }),
          ...(isStream && { headers: { accept: 'text/event-stream' } }),
        })
        expect([421, 405, 502], `${method} ${path}`).not.toContain(answer.status)
        expect((answer.body as { code?: string } | null)?.code ?? '', `${method} ${path}`).not.toBe(
          path.startsWith('/api/admin') ? '' : 'no_such_call',
        )
      }
      expect((await ask(address, 'PATCH', '/api/overlay')).status).toBe(404)
      expect((await ask(address, 'GET', '/api/nothing')).body).toMatchObject({ code: 'no_such_call' })
      const page = await fetch(`${address}/bible/KJV/John/3`, { headers: { accept: 'text/html' } })
      expect(await page.text()).toContain('For God so loved the world')
      expect((await fetch(`${address}/preview.png`)).headers.get('content-type')).toBe('image/png')
    })

    it('believes nothing that a person says of their address: they are one sender, and never the operator', async () => {
      const statuses = await Promise.all(
        Array.from({ length: 31 }, async (_, n) => {
          const headers = { 'x-forwarded-for': `10.0.0.${n}`, forwarded: `for=10.0.0.${n}`, 'x-real-ip': `10.0.0.${n}` }
          const body = { email: `${n}@example.org` }
          return (await ask(address, 'POST', '/api/auth/forgot-password', { body, headers })).status
        }),
      )
      expect(statuses.filter((status) => status === 429)).toHaveLength(1)
      expect((await ask(address, 'GET', '/metrics', { headers: { host: 'localhost' } })).status).toBe(401)
    })

    it('lets live sync through as it happens, from a process that did not take the write', async () => {
      const { cookie } = await signUpOver(address, 'listener')
      const streams = await Promise.all([0, 1].map(() => listenTo(`${address}/api/sync`, { cookie })))
      const body = { verse_id: 43_003_016, version: 'KJV', text: 'So loved.' }
      const id = (await ask(address, 'POST', '/api/note/', { body, headers: { cookie } })).headers.get('x-position')
      for (const stream of streams)
        await eventually(() => expect(stream.told()).toContainEqual(expect.objectContaining({ event: 'changed', id })))
    })

    it('takes a file of more than a megabyte for an import, which a worker brings, and refuses what is too large in words', async () => {
      const { cookie } = await signUpOver(address, 'bringer')
      const text = 'Light. '.repeat(6_000)
      const item = { verse_id: 43_003_016, version: 'KJV', title: null, text, created_at: '2020-01-02T03:04:05.000Z' }
      const lines = Array.from({ length: 30 }, () =>
        JSON.stringify({ kind: 'note', item: { id: crypto.randomUUID(), ...item, updated_at: item.created_at } }),
      )
      const body = `${EXPORT_BEGINS}\n${EXPORT_ITEMS}\n${lines.join(',\n')}\n${EXPORT_ENDS}{}}\n`
      expect(body.length).toBeGreaterThan(1_200_000)
      const headers = { cookie, 'content-type': 'application/octet-stream' }
      const sent = await fetch(`${address}/api/import`, { method: 'POST', headers, body })
      expect(sent.status).toBe(202)
      const { job } = (await sent.json()) as { job: string }
      await eventually(async () => {
        const { body: progress } = await ask(address, 'GET', `/api/import/${job}`, { headers: { cookie } })
        expect(progress).toMatchObject({ status: 'done', done: 30, problems: [] })
      })
      const large = await ask(address, 'POST', '/api/note/', {
        body: { text: 'x'.repeat(2_000_000) },
        headers: { cookie },
      })
      expect(large).toMatchObject({ status: 413 })
      expect(large.body).toMatchObject({ code: 'too_large' })
      const odd = await ask(address, 'GET', '/api/note/detail/%00', { headers: { cookie } })
      expect(odd).toMatchObject({ status: 400 })
      expect(odd.body).toMatchObject({ code: 'bad_request' })
    })

    it('loses and doubles nothing, and fails no read twice, while one process of each kind is killed again and again', async () => {
      const { cookie } = await signUpOver(address, 'reader')
      let over = false
      let reads = 0
      let again = 0
      const read = async (path: string): Promise<number> => {
        const headers = { cookie, accept: path.startsWith('/api') ? 'application/json' : 'text/html' }
        return fetch(address + path, { headers, signal: AbortSignal.timeout(15_000) }).then(
          async (answer) => {
            await answer.text()
            return answer.status
          },
          () => 0,
        )
      }
      const reading = async (path: string) => {
        while (!over) {
          reads += 1
          if ((await read(path)) !== 200) {
            again += 1
            await sleep(500)
            expect(await read(path), `${path} failed twice`).toBe(200)
          }
          await sleep(50)
        }
      }
      const disturb = async (reached: (share: number) => Promise<void>) => {
        for (let round = 0; round < ROUNDS; round++) {
          await reached(round / ROUNDS)
          const victims = KINDS.flatMap((kind) => running.of(kind)[round % 2] ?? [])
          await Promise.all(victims.map(({ kill }) => kill()))
          await sleep(PAUSE_MS)
          await Promise.all(victims.map(({ ready }) => ready()))
        }
      }
      const readers = ['/api/overlay?book=John&chapter=3', '/api/auth/', '/bible/KJV/John/3'].map(reading)
      const inLog = logOfEventStore(running.stores.eventStore.url)
      const before = await inLog({ NoteAdded: 'noteId' })
      const addedInLog: typeof inLog = async (idIn) =>
        new Map([...(await inLog(idIn))].filter(([id]) => !before.has(id)))
      const load = { people: 2, devices: 5, chapters: 2, writes: 400 }
      await writeUnderFire(address, { ...load, disturb, addedInLog }).finally(() => {
        over = true
      })
      await Promise.all(readers)
      expect(reads).toBeGreaterThan(100)
      console.info(`${reads} reads while processes were killed, ${again} of them asked again`)
    }, 1_200_000)

    it('leaves in order when it is asked to: every process ends with code 0', async () => {
      expect(new Set(await running.stop())).toEqual(new Set([0]))
      expect((await ask(address, 'GET', '/api/health')).status).toBe(503)
    })
  },
)
