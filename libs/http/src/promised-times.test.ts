import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { serverAlone } from './server-alone.contract.ts'

/**
 * The time in milliseconds, named in docs/security.md, within which a client that does not read, or sends too slowly,
 * loses its connection.
 */
const ENDS_WITHIN_MS = 15_000
/** The times that docs/operations.md names, in milliseconds. */
const [BODY_MS, ANSWER_MS] = [12_000, 10_000]
/** An answer in bytes that is larger than the operating system's buffers. */
const LARGE = 64_000_000

/**
 * A server whose clock moves only by `vi.advanceTimersByTime`, so that its time limits are the same on every machine.
 */
const onItsOwnClock = async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const app: FastifyInstance = await serverAlone()
  onTestFinished(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  return app
}
/** Sends the text. Resolves to the server's socket once the server has the request. */
const ask = async (app: FastifyInstance, text: string): Promise<Socket> => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket
    .on('error', () => undefined)
    .pause()
    .write(text)
  const [request] = (await once(app.server, 'request')) as [IncomingMessage]
  return request.socket
}
const turnsOfTheLoop = async (count: number) => {
  for (let n = 0; n < count; n++) await new Promise(setImmediate)
}

describe('by its own clock a server', () => {
  it('ends the connection on which a body trickles when its time is over, and not before', async () => {
    const app = await onItsOwnClock()
    app.post('/api/write', async () => 'written')
    const head =
      'POST /api/write HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'
    const socket = await ask(app, head)
    vi.advanceTimersByTime(BODY_MS - 1)
    expect(socket.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(socket.destroyed).toBe(true)
    expect(BODY_MS).toBeLessThan(ENDS_WITHIN_MS)
  })

  it('ends the connection of a client that does not read in time', async () => {
    const app = await onItsOwnClock()
    app.get('/api/large', async () => 'x'.repeat(LARGE))
    const socket = await ask(app, 'GET /api/large HTTP/1.1\r\nHost: x\r\n\r\n')
    let [sent, stoodStill] = [-1, 0]
    while (!socket.destroyed) {
      await turnsOfTheLoop(50)
      stoodStill = socket.bytesWritten === sent ? stoodStill + 1_000 : 0
      sent = socket.bytesWritten
      vi.advanceTimersByTime(1_000)
      expect(stoodStill).toBeLessThanOrEqual(ENDS_WITHIN_MS)
    }
    expect(sent).toBeLessThan(LARGE)
  })

  it('says that an answer is late when its time is over, and not before', async () => {
    const app = await onItsOwnClock()
    const begun = Promise.withResolvers<void>()
    app.get('/api/never', () => {
      begun.resolve()
      return new Promise(() => undefined)
    })
    let status = 0
    const answer = app.inject('/api/never').then(({ statusCode }) => {
      status = statusCode
    })
    await begun.promise
    vi.advanceTimersByTime(ANSWER_MS - 1)
    await turnsOfTheLoop(50)
    expect(status).toBe(0)
    vi.advanceTimersByTime(1)
    await answer
    expect(status).toBe(503)
  })

  it('has Node end a connection on which headers trickle', async () => {
    const { server } = await onItsOwnClock()
    const { headersTimeout, connectionsCheckingInterval } = server as typeof server & {
      connectionsCheckingInterval: number
    }
    expect(headersTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(ENDS_WITHIN_MS)
  })
})
