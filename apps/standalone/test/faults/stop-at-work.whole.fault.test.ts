import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { EXPORT_BEGINS, EXPORT_ENDS, EXPORT_ITEMS } from '@pathlight/contracts/export-rules.ts'
import { STREAMS_OF_A_PERSON_MAX } from '@pathlight/contracts/sync.ts'
import { startApp } from '@pathlight/testing/app-process.ts'
import { atTheEnd } from '@pathlight/testing/at-the-end.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { expect, it } from 'vitest'

const manyNotes = (count: number): string => {
  const at = '2020-01-01T00:00:00.000Z'
  const lines = Array.from({ length: count }, (_, n) => {
    const place = { verse_id: 43_003_001 + (n % 36), book: 'John', version: 'KJV' }
    const item = {
      id: crypto.randomUUID(),
      ...place,
      title: null,
      text: '길 '.repeat(200),
      created_at: at,
      updated_at: at,
    }
    return JSON.stringify({ kind: 'note', item })
  })
  return `${EXPORT_BEGINS}\n${EXPORT_ITEMS}\n${lines.join(',\n')}\n${EXPORT_ENDS}{}}\n`
}
const importOf = async (address: string, cookie: string, count: number) => {
  const headers = { cookie, 'content-type': 'application/octet-stream' }
  const body = manyNotes(count)
  expect((await fetch(`${address}/api/import`, { method: 'POST', headers, body })).status).toBe(202)
}
const importIn = async (address: string, cookie: string) =>
  (
    (await ask(address, 'GET', '/api/import', { headers: { cookie } })).body as {
      import: { done: number; status: string }
    }
  ).import

// An app that takes longer than ten seconds to stop ends with code 1. Code 0 means that everything stopped in time.
it('stops in order while nobody reads the live streams, bodies do not come, and an answer is not taken', async () => {
  const app = await startApp()
  const { cookie } = await signUpOver(app.address, 'deaf')
  const { hostname, port } = new URL(app.address)
  const open = async (request: string): Promise<Socket> => {
    const socket = connect(Number(port), hostname).on('error', () => undefined)
    atTheEnd(() => void socket.destroy())
    await once(socket, 'connect')
    socket.pause().write(request)
    return socket
  }
  const head = `Host: x\r\nCookie: ${cookie}\r\n`
  const streams = await Promise.all(
    Array.from({ length: STREAMS_OF_A_PERSON_MAX }, () => open(`GET /api/sync HTTP/1.1\r\n${head}\r\n`)),
  )
  for (let n = 0; n < 20; n++) {
    await open(`POST /api/note/ HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 999\r\n\r\n{`)
    await open(`GET /api/bible/chapter?version=KJV&book=Psalms&chapter=119 HTTP/1.1\r\n${head}\r\n`.repeat(50))
    await open('GET /api/health HTTP/1.1\r\nHost: x\r\n')
  }
  // Each stream gets a message about the import.
  await importOf(app.address, cookie, 200)
  await eventually(async () => expect(await importIn(app.address, cookie)).toMatchObject({ status: 'done' }))
  await eventually(() => expect(streams.every((socket) => socket.readableLength > 0)).toBe(true))
  expect(await app.stop('SIGTERM')).toBe(0)
}, 600_000)

it('stops in order in the midst of an import, which goes on with the next start', async () => {
  const app = await startApp()
  const { cookie } = await signUpOver(app.address, 'bringer')
  await importOf(app.address, cookie, 400)
  await eventually(async () => expect((await importIn(app.address, cookie)).done).toBeGreaterThan(0))
  expect(await importIn(app.address, cookie)).toMatchObject({ status: 'running' })
  expect(await app.stop('SIGTERM')).toBe(0)
  await app.start()
  await eventually(async () => expect(await importIn(app.address, cookie)).toMatchObject({ status: 'done' }), 240_000)
  const { body } = await ask(app.address, 'GET', '/api/resource-counts', { headers: { cookie } })
  expect(Object.values(body as object)).toContain(400)
}, 600_000)
