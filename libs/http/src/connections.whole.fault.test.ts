import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { eventually } from '@pathlight/testing/eventually.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from './logger.ts'
import { serverAlone } from './server-alone.contract.ts'

const MB = 1_000_000

setFlagsFromString('--expose-gc')

describe('a connection', () => {
  let app: FastifyInstance
  let port: number
  const sockets: Socket[] = []
  const lines: string[] = []
  /** The ports of clients whose connections are closed on the server's side. */
  const closed = new Set<number>()
  /** The largest number of answers that were made at the same time and not yet sent. */
  let mostAtWork = 0
  let asked = 0
  beforeAll(async () => {
    app = await serverAlone({ log: createLogger('debug', { write: (line) => lines.push(line) }) })
    let atWork = 0
    app.get('/api/large', async (_request, reply) => {
      asked += 1
      atWork += 1
      mostAtWork = Math.max(mostAtWork, atWork)
      reply.raw.once('close', () => {
        atWork -= 1
      })
      return 'x'.repeat(MB)
    })
    app.post('/api/write', async () => 'written')
    app.post('/api/import', { config: { answerWithinMs: 60_000, bodyWithinMs: 60_000 } }, async () => 'written')
    app.server.on('connection', (socket) => {
      const { remotePort = -1 } = socket
      socket.on('close', () => closed.add(remotePort))
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as { port: number }).port
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await app.close()
  })

  /**
   * `ended`: whether the connection is closed on the server's side. A client that does not read gets no event about
   * that.
   */
  const open = () => {
    const socket = connect({ port, host: '127.0.0.1' })
    sockets.push(socket)
    let own = 0
    socket
      .on('error', () => undefined)
      .once('connect', () => {
        own = socket.localPort ?? 0
      })
    return { socket, ended: () => closed.has(own) }
  }
  const head = (method: string, path: string, more = '') => `${method} ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
  /** The time until the connection ends, in milliseconds. */
  const ends = async (ended: () => boolean) => {
    const began = Date.now()
    await eventually(() => expect(ended()).toBe(true))
    return Date.now() - began
  }

  it('keeps nothing of a request that was answered before its body was here', async () => {
    const requests: WeakRef<IncomingMessage>[] = []
    const keep = (request: IncomingMessage) => requests.push(new WeakRef(request))
    app.server.on('request', keep)
    for (let n = 0; n < 20; n++) {
      const { socket, ended } = open()
      socket.resume().write(head('POST', '/api/nothing', 'Transfer-Encoding: chunked\r\n'))
      await ends(ended)
    }
    app.server.off('request', keep)
    expect(requests).toHaveLength(20)
    const clear = runInNewContext('gc') as () => void
    const kept = () => {
      clear()
      return requests.filter((one) => one.deref() !== undefined).length
    }
    // V8 may keep one or two requests reachable for other reasons.
    await eventually(() => expect(kept()).toBeLessThan(5))
  })

  it.concurrent('on which a body or headers trickle ends', async () => {
    const trickling = [
      head('POST', '/api/write', 'Content-Type: application/json\r\nContent-Length: 1000\r\n'),
      head('POST', '/api/nothing', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'),
      head('POST', '/api/%zz', 'Content-Length: 1000\r\n'),
      'GET /api/health HTTP/1.1\r\nHost: x\r\n',
    ].map((text) => {
      const { socket, ended } = open()
      socket.resume()
      socket.write(text)
      const drip = setInterval(
        () => socket.destroyed || socket.write(text.includes('chunked') ? '1\r\nx\r\n' : 'x'),
        500,
      )
      socket.on('close', () => clearInterval(drip))
      return ended
    })
    const allowed = open()
    allowed.socket.resume()
    allowed.socket.write(head('POST', '/api/import', 'Content-Type: application/json\r\nContent-Length: 1000\r\n'))
    await Promise.all(trickling.map(ends))
    expect(allowed.ended()).toBe(false)
  })

  it.concurrent('that does not read ends, and holds one answer, however many it asked for', async () => {
    const { socket, ended } = open()
    socket.pause()
    // The answers are more than the operating system's buffers can hold.
    socket.write(head('GET', '/api/large').repeat(200))
    const slow = open()
    slow.socket.pause()
    slow.socket.write(head('GET', '/api/large').repeat(20))
    // This client reads from time to time. A loopback connection buffers megabytes, and its data moves in steps of a
    // third of the buffer.
    let gulped = 0
    const gulps = setInterval(() => {
      gulped += 1
      slow.socket.once('data', () => slow.socket.pause())
      slow.socket.resume()
    }, 100)
    const took = await ends(ended)
    const before = gulped
    await eventually(() => expect(gulped).toBeGreaterThan(before + 30))
    clearInterval(gulps)
    expect(took).toBeGreaterThan(5_000)
    expect(mostAtWork).toBeLessThanOrEqual(2)
    expect(asked).toBeLessThan(60)
    expect(slow.ended()).toBe(false)
  })

  it('that the client leaves is no fault of the server', async () => {
    lines.length = 0
    let requests = 0
    app.server.once('request', () => (requests += 1))
    const { socket, ended } = open()
    socket.write(head('POST', '/api/write', 'Content-Type: application/json\r\nContent-Length: 1000\r\n'))
    socket.write('{"a":')
    await eventually(() => expect(requests).toBe(1))
    socket.destroy()
    await eventually(() => expect(ended()).toBe(true))
    expect((await app.inject('/api/health')).statusCode).toBe(200)
    expect(lines.filter((line) => /"level":(40|50)/.test(line))).toEqual([])
    const metrics = (await app.inject('/metrics')).body
    expect(metrics).not.toContain('status="500"')
  })

  it('gets its answers in order, whole', async () => {
    const { socket } = open()
    let got = ''
    socket.setEncoding('latin1').on('data', (part) => {
      got += part
    })
    socket.write(
      head('GET', '/api/large') + head('GET', '/api/health') + head('GET', '/api/large', 'Connection: close\r\n'),
    )
    await eventually(() => expect(got.length).toBeGreaterThan(2 * MB))
    const [first = '', second = '', third = ''] = got.split('HTTP/1.1 200 OK').slice(1)
    expect([first.length > MB, second.includes('"ok"'), third.length > MB]).toEqual([true, true, true])
    expect(first).toMatch(/content-length: 1000000/i)
  })
})
