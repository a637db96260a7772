import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { whenGone } from './when-gone.ts'

/** A server-sent event. `retry`: the browser's wait before it reconnects, in milliseconds. */
export type ServerSentEvent = {
  readonly event?: string
  readonly id?: string
  readonly data?: object
  readonly retry?: number
}

export type EventStream = {
  /** Queues an event without waiting for the client. Does nothing if the client has left or is too far behind. */
  readonly send: (message: ServerSentEvent) => void
  /** Whether the queue has room. If not, `then` is called once the client has read most of the queue. */
  readonly takesMore: (then: () => void) => boolean
  /** Ends the stream after the queued events. */
  readonly end: () => void
  /** Calls `then` when the client has left or the stream has ended; at once if that has already happened. */
  readonly onGone: (then: () => void) => void
  /** Whether the client has left or is too far behind, or the stream has ended. */
  readonly isGone: () => boolean
  /** Starts the answer. Events that were queued before are sent first. */
  readonly answer: () => FastifyReply
}

/**
 * The most bytes in the queue of a client that does not read, in addition to the socket's buffers. Beyond that the
 * connection ends; the browser then reconnects and sends the id of its last event. guardConnections ends a connection
 * that takes nothing for ten seconds.
 */
const MOST_UNREAD_BYTES = 128 * 1024
/**
 * From this many bytes in the queue, `takesMore` returns false. The rest of the queue leaves room for one long event.
 */
const ENOUGH_UNREAD_BYTES = 64 * 1024
/** With fewer bytes than this in the queue, the client has read most of it. */
const LITTLE_UNREAD_BYTES = 8 * 1024

const serialize = ({ id, event, data, retry }: ServerSentEvent): string => {
  const fields = { id, event, data: data && JSON.stringify(data), retry }
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}\n`))
  return `${lines.join('')}\n`
}

/**
 * Opens a stream of server-sent events as the answer. A comment every `heartbeatMs` lets the client notice a lost
 * connection.
 */
export const openEventStream = (reply: FastifyReply, heartbeatMs: number): EventStream => {
  let awaited: (() => void) | null = null
  const body = new Readable({
    highWaterMark: LITTLE_UNREAD_BYTES,
    // Node calls this function when less than highWaterMark is queued. `then` must not send during the call.
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
        // This header stops nginx from buffering the events.
        .header('x-accel-buffering', 'no')
        .send(body),
  }
}
