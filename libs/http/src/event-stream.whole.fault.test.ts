import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eventually } from '@pathlight/testing/eventually.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EventStream, openEventStream } from './event-stream.ts'
import { serverAlone } from './server-alone.contract.ts'

const KILOBYTE = 'x'.repeat(1_000)
const MOST_KILOBYTES = 50_000

describe('a stream of events', () => {
  let app: FastifyInstance
  let port: number
  /** Lets the waiting requests of /api/late open their streams. */
  let openLate: () => void
  const waiting: Socket[] = []
  const opened: { readonly events: EventStream; isGone: boolean }[] = []
  const sockets: Socket[] = []
  beforeAll(async () => {
    app = await serverAlone({})
    const late = new Promise<void>((resolve) => {
      openLate = resolve
    })
    const open = (path: string, before: Promise<void> | null) =>
      app.get(path, async ({ raw }, reply) => {
        if (before !== null) waiting.push(raw.socket)
        await before
        const one = { events: openEventStream(reply, 1_000_000), isGone: false }
        opened.push(one)
        one.events.onGone(() => {
          one.isGone = true
        })
        one.events.send({ id: '1' })
        return one.events.answer()
      })
    open('/api/open', null)
    open('/api/late', late)
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as { port: number }).port
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await app.close()
  })
  const ask = async (path: string) => {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined)
    sockets.push(socket)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await once(socket, 'connect')
    return socket
  }
  const next = async () => {
    await eventually(() => expect(opened).not.toHaveLength(0))
    const [one] = opened.splice(0)
    if (!one) throw new Error('No stream was opened')
    return one
  }

  it('that is read brings each message, and ends after the last', async () => {
    const socket = await ask('/api/open')
    let said = ''
    socket.setEncoding('utf8').on('data', (text) => {
      said += text
    })
    const { events } = await next()
    for (let nth = 0; nth < 1_000; nth++) {
      events.send({ event: 'changed', id: `${nth}`, data: { text: KILOBYTE } })
      if (nth % 50 === 0) await eventually(() => expect(said).toContain(`id: ${nth}\n`))
    }
    events.end()
    events.send({ event: 'changed', id: 'late', data: {} })
    await eventually(() => expect(said).toMatch(/\r\n0\r\n\r\n$/))
    expect(said).toContain('content-type: text/event-stream')
    expect(said.match(/event: changed\nid|id: \d+\nevent: changed/g)).toHaveLength(1_000)
    expect(said).not.toContain('id: late')
  })

  it('that is not read ends when more than a little waits, and nobody waits for its reader', async () => {
    const socket = await ask('/api/open')
    socket.pause()
    const one = await next()
    let kilobytes = 0
    // The operating system buffers some megabytes.
    while (!one.isGone && kilobytes < MOST_KILOBYTES) {
      one.events.send({ event: 'changed', data: { text: KILOBYTE } })
      kilobytes += 1
      await new Promise(setImmediate)
    }
    expect(one.isGone).toBe(true)
    expect(kilobytes).toBeLessThan(MOST_KILOBYTES)
  })

  it('whose reader left before it began is over at once', async () => {
    const socket = await ask('/api/late')
    await eventually(() => expect(waiting).toHaveLength(1))
    socket.destroy()
    await eventually(() => expect(waiting[0]?.destroyed).toBe(true))
    openLate()
    const one = await next()
    await eventually(() => expect(one.isGone).toBe(true))
  })
})
