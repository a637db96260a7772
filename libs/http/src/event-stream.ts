import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { whenGone } from './when-gone.ts'

/** A message of server-sent events. `retry`: after so many milliseconds the browser connects again. */
export type ServerSentEvent = {
  readonly event?: string
  readonly id?: string
  readonly data?: object
  readonly retry?: number
}

export type EventStream = {
  /** Writes, and waits for nothing. A client that has left, or is far behind, gets nothing more. */
  readonly send: (message: ServerSentEvent) => void
  /** Ends the stream after what was sent. */
  readonly end: () => void
  /** Calls `then` once the client has left or the stream has ended; at once where that is so already. */
  readonly onGone: (then: () => void) => void
  /** Begins the answer. What was sent before comes first. */
  readonly answer: () => FastifyReply
}

/**
 * So much may wait here for a client that does not read; the system and Node's answer hold more before it. Beyond it the connection ends, and
 * the browser connects again and says what it has. guardConnections ends a connection that takes nothing for ten seconds.
 */
const MOST_UNREAD_BYTES = 128 * 1024

const written = ({ id, event, data, retry }: ServerSentEvent): string => {
  const fields = { id, event, data: data && JSON.stringify(data), retry }
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}\n`))
  return `${lines.join('')}\n`
}

/** Server-sent events as the answer of `reply`. Every `heartbeatMs` milliseconds a comment is sent, so that silence means a lost connection. */
export const openEventStream = (reply: FastifyReply, heartbeatMs: number): EventStream => {
  const body = new Readable({ read: () => undefined })
  let isOver = false
  const write = (text: string) => {
    if (isOver || body.destroyed) return
    body.push(text)
    if (body.readableLength > MOST_UNREAD_BYTES) body.destroy()
  }
  const beating = setInterval(() => write(': heartbeat\n\n'), heartbeatMs).unref()
  whenGone(reply.raw, () => {
    clearInterval(beating)
    body.destroy()
  })
  return {
    send: (message) => write(written(message)),
    end: () => {
      if (isOver || body.destroyed) return
      isOver = true
      body.push(null)
    },
    onGone: (then) => whenGone(reply.raw, then),
    answer: () =>
      reply
        .type('text/event-stream')
        .header('cache-control', 'no-cache')
        // A gateway hands each message on as it comes.
        .header('x-accel-buffering', 'no')
        .send(body),
  }
}
