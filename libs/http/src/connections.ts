import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Node, Yallist } from 'yallist'
import { whenGone } from './when-gone.ts'

/** A body must be here whole within this; then the connection ends. An answer (503) comes before, where one is due. */
const BODY_WITHIN_MS = 12_000
/** A client that takes fewer bytes of an answer than this in the time below (13 kbit/s) is not reading: the connection ends. */
const LEAST_PROGRESS_BYTES = 16_384
const PROGRESS_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 2_000
/** While the server closes, what was begun has so long to be answered and read. The process itself ends after ten seconds (end-in-order.ts). */
const STOP_WITHIN_MS = 4_000
/** An answer goes out in pieces of this size, so that it is seen how far it has come. */
const PIECE_BYTES = 32_768

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route that takes large bodies: they must be here within this, in milliseconds. */
    bodyWithinMs?: number
  }
}

const pieces = function* (whole: Buffer) {
  for (let at = 0; at < whole.length; at += PIECE_BYTES) yield whole.subarray(at, at + PIECE_BYTES)
}

const hasBody = ({ headers: { 'content-length': length = '0', 'transfer-encoding': encoding } }: IncomingMessage) =>
  length !== '0' || encoding !== undefined

/** Ends connections on which nothing moves while something should: bodies that trickle in, and answers that the client does not read. */
const endStuckConnections = (app: FastifyInstance): void => {
  // By connection: one body comes after the other on it.
  const bodies = new WeakMap<Socket, NodeJS.Timeout>()
  // Not a Map: to add and remove one for each request was half of all the work on a small request (decision 21).
  const answers = new Yallist<{ readonly answer: ServerResponse; taken: number; at: number }>()

  const expectBody = (request: IncomingMessage, withinMs: number) => {
    const { socket } = request
    clearTimeout(bodies.get(socket))
    const end = () => {
      if (!request.complete) socket.destroy()
    }
    const ending = setTimeout(end, withinMs).unref()
    bodies.set(socket, ending)
    request.once('close', () => clearTimeout(ending))
  }
  const look = () => {
    const now = performance.now()
    for (const seen of answers) {
      const { answer } = seen
      const { socket } = answer
      if (socket === null) continue
      const waiting = socket.writableLength + answer.writableLength
      const taken = socket.bytesWritten - socket.writableLength
      if (waiting === 0 || taken - seen.taken >= LEAST_PROGRESS_BYTES) Object.assign(seen, { taken, at: now })
      else if (now - seen.at > PROGRESS_WITHIN_MS) socket.destroy()
    }
  }
  const looking = setInterval(look, LOOK_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(looking))

  // A request that was answered before its body was here does not tell that it is over.
  app.server.on('connection', (socket) => socket.once('close', () => clearTimeout(bodies.get(socket))))
  // Registered before Fastify's own: a hook below may allow a route more.
  app.server.prependListener('request', (request: IncomingMessage, answer: ServerResponse) => {
    if (hasBody(request)) expectBody(request, BODY_WITHIN_MS)
    const seen = new Node({ answer, taken: request.socket.bytesWritten, at: performance.now() })
    answers.pushNode(seen)
    whenGone(answer, () => answers.removeNode(seen))
  })
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const withinMs = routeOptions.config?.bodyWithinMs
    if (withinMs !== undefined && hasBody(raw)) expectBody(raw, withinMs)
  })
}

/**
 * What was begun is answered while the server closes. Then its connection ends: a client that keeps it for the next request would
 * keep the server from having closed for more than a minute. A client that does not read does not keep it longer than STOP_WITHIN_MS.
 */
const endConnectionsWhileClosing = (app: FastifyInstance): void => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN_MS).unref()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
}

/**
 * Keeps a connection from holding more than one answer, and from holding even that for long: requests that came one behind
 * the other without waiting (pipelined) are begun one after another, when the answer before is gone.
 */
export const guardConnections = (app: FastifyInstance): void => {
  endStuckConnections(app)
  endConnectionsWhileClosing(app)
  const lastOn = new WeakMap<Socket, Promise<void>>()
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    const before = lastOn.get(socket)
    const gone = new Promise<void>((resolve) => whenGone(reply.raw, resolve))
    lastOn.set(socket, gone)
    void gone.then(() => lastOn.get(socket) === gone && lastOn.delete(socket))
    if (before === undefined) return
    await before
    // The client has gone, and needs no answer any more.
    if (socket.destroyed) throw new Error('The connection was closed')
  })
}

/** Sends long answers in pieces. To be put on the server behind what changes answers. */
export const sendInPieces = (app: FastifyInstance): void => {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    if (payload.length <= PIECE_BYTES) return payload
    const whole = Buffer.from(payload)
    reply.header('content-length', whole.length)
    return Readable.from(pieces(whole), { objectMode: false })
  })
}
