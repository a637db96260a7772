import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { whenGone } from './when-gone.ts'

/** A server-sent event. `retry`: how many milliseconds the browser waits before it reconnects. */
export type ServerSentEvent = {
  readonly event?: string
  readonly id?: string
  readonly data?: object
  readonly retry?: number
}

export type EventStream = {
  /** Queues an event and does not wait for the client. Does nothing when the client has left or is too far behind. */
  readonly send: (message: ServerSentEvent) => void
  /** Whether the client has taken most of what was queued. If not, calls `then` once it has. */
  readonly takesMore: (then: () => void) => boolean
  /** Ends the stream after the queued events. */
  readonly end: () => void
  /** Calls `then` once the client has left or the stream has ended; at once if either has happened already. */
  readonly onGone: (then: () => void) => void
  /** Whether the client has left, or is too far behind. */
  readonly isGone: () => boolean
  /** Starts the answer, with the events that were queued before. */
  readonly answer: () => FastifyReply
}

/**
 * How much may be queued for a client that does not read, in addition to the buffers of the socket. Beyond it the connection ends; the
 * browser then reconnects and sends the id of its last event. (guardConnections ends a connection that takes nothing for ten seconds.)
 */
const MOST_UNREAD_BYTES = 128 * 1024
/** `takesMore` is false from here on. The rest is room for one long event. */
const ENOUGH_UNREAD_BYTES = 64 * 1024
/** The client has taken most of what was queued when less than this is left. */
const LITTLE_UNREAD_BYTES = 8 * 1024

const serialize = ({ id, event, data, retry }: ServerSentEvent): string => {
  const fields = { id, event, data: data && JSON.stringify(data), retry }
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}\n`))
  return `${lines.join('')}\n`
}

/** Opens a stream of server-sent events as the answer. A comment every `heartbeatMs` lets the client notice a lost connection. */
export const openEventStream = (reply: FastifyReply, heartbeatMs: number): EventStream => {
  let awaited: (() => void) | null = null
  const body = new Readable({
    highWaterMark: LITTLE_UNREAD_BYTES,
    // Node calls this when less than highWaterMark is queued. `then` must send later, not within this call.
    read: () => {
      const then = awaited
      awaited = null
      then?.()
    },
  })
  let isOver = false
  const write = (text: string) => {
    if (isOver || body.destroyed) return
    body.push(text)
    if (body.readableLength > MOST_UNREAD_BYTES) body.destroy()
  }
  const heartbeat = setInterval(() => write(': heartbeat\n\n'), heartbeatMs).unref()
  whenGone(reply.raw, () => {
    clearInterval(heartbeat)
    body.destroy()
  })
  return {
    send: (message) => write(serialize(message)),
    takesMore: (then) => {
      const isEnough = body.readableLength >= ENOUGH_UNREAD_BYTES
      awaited = isEnough ? then : null
      return !isEnough
    },
    end: () => {
      if (isOver || body.destroyed) return
      isOver = true
      body.push(null)
    },
    isGone: () => body.destroyed,
    onGone: (then) => whenGone(reply.raw, then),
    answer: () =>
      reply
        .type('text/event-stream')
        .header('cache-control', 'no-cache')
        // Tells nginx not to buffer the events.
        .header('x-accel-buffering', 'no')
        .send(body),
  }
}
