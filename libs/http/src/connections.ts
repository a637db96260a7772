import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Node, Yallist } from 'yallist'
import { whenGone } from './when-gone.ts'

/**
 * The time in milliseconds in which a whole body must arrive, or the connection ends. It is longer than the time of
 * answer-in-time.ts, so that its 503 usually comes first.
 */
const BODY_WITHIN_MS = 12_000
/**
 * A client that takes fewer bytes than this of an answer within PROGRESS_WITHIN_MS (13 kbit/s) counts as not reading,
 * and its connection ends.
 */
const LEAST_PROGRESS_BYTES = 16_384
const PROGRESS_WITHIN_MS = 10_000
const CHECK_EVERY_MS = 2_000
/**
 * The time in milliseconds for open requests while the server closes. The process itself ends after ten seconds
 * (end-in-order.ts).
 */
const STOP_WITHIN_MS = 4_000
/** Answers are sent in pieces of this size, so that the client's progress can be measured. */
const PIECE_BYTES = 32_768

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route with large bodies: the time in which a body must arrive, in milliseconds. */
    bodyWithinMs?: number
  }
}

const piecesOf = function* (body: Buffer) {
  for (let at = 0; at < body.length; at += PIECE_BYTES) yield body.subarray(at, at + PIECE_BYTES)
}

const hasBody = ({ headers: { 'content-length': length = '0', 'transfer-encoding': encoding } }: IncomingMessage) =>
  length !== '0' || encoding !== undefined

/** Ends connections whose request body arrives too slowly, and those whose client does not read the answer. */
const endStuckConnections = (app: FastifyInstance): void => {
  // One timer for each connection suffices, because its bodies arrive one after another.
  const bodies = new WeakMap<Socket, NodeJS.Timeout>()
  // A linked list, because adding to and deleting from a Map takes half of the time of a small request.
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
  const check = () => {
    const now = performance.now()
    for (const progress of answers) {
      const { answer } = progress
      const { socket } = answer
      if (socket === null) continue
      const unsent = socket.writableLength + answer.writableLength
      const taken = socket.bytesWritten - socket.writableLength
      if (unsent === 0 || taken - progress.taken >= LEAST_PROGRESS_BYTES) Object.assign(progress, { taken, at: now })
      else if (now - progress.at > PROGRESS_WITHIN_MS) socket.destroy()
    }
  }
  const checking = setInterval(check, CHECK_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(checking))

  // A request that is answered before its body has arrived emits no 'close', so the socket's 'close' clears the timer.
  app.server.on('connection', (socket) => socket.once('close', () => clearTimeout(bodies.get(socket))))
  // This listener runs before Fastify's own, so that the onRequest hook below can then give a route more time.
  app.server.prependListener('request', (request: IncomingMessage, answer: ServerResponse) => {
    if (hasBody(request)) expectBody(request, BODY_WITHIN_MS)
    const node = new Node({ answer, taken: request.socket.bytesWritten, at: performance.now() })
    answers.pushNode(node)
    whenGone(answer, () => answers.removeNode(node))
  })
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const withinMs = routeOptions.config?.bodyWithinMs
    if (withinMs !== undefined && hasBody(raw)) expectBody(raw, withinMs)
  })
}

/**
 * While the server closes, open requests are still answered, and each connection ends after its answer. An idle
 * keep-alive connection would delay the close for more than a minute. After STOP_WITHIN_MS all connections end, even if
 * their clients do not read.
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
 * Bounds the resources of one connection. Stuck connections end. Pipelined requests are processed one at a time, each
 * after the previous answer was sent.
 */
export const guardConnections = (app: FastifyInstance): void => {
  endStuckConnections(app)
  endConnectionsWhileClosing(app)
  const lastOn = new WeakMap<Socket, Promise<void>>()
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    const previous = lastOn.get(socket)
    const gone = new Promise<void>((resolve) => whenGone(reply.raw, resolve))
    lastOn.set(socket, gone)
    void gone.then(() => lastOn.get(socket) === gone && lastOn.delete(socket))
    if (previous === undefined) return
    await previous
    // The client has left, so no answer is needed.
    if (socket.destroyed) throw new Error('The connection was closed')
  })
}

/** Sends long answers in pieces. Must be registered after the plugins that change answers. */
export const sendInPieces = (app: FastifyInstance): void => {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    if (payload.length <= PIECE_BYTES) return payload
    const body = Buffer.from(payload)
    reply.header('content-length', body.length)
    return Readable.from(piecesOf(body), { objectMode: false })
  })
}
