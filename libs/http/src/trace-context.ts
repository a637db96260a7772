import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The id of everything that this request causes, in the log, in events and in jobs. It is the trace id in the
     * client's traceparent, or else the request's own id.
     */
    correlationId: string
  }
}

/**
 * The form of a traceparent: version, trace id, parent id, flags.
 * https://www.w3.org/TR/trace-context/#traceparent-header
 */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/
/** The length of a traceparent of version 00. In this version nothing may follow the flags. */
const LENGTH_OF_00 = 55

/** The trace id in a traceparent: 32 hexadecimal digits. Null if the traceparent is malformed. */
export const traceOf = (traceparent: unknown): string | null => {
  if (typeof traceparent !== 'string') return null
  if (traceparent.startsWith('00') && traceparent.length !== LENGTH_OF_00) return null
  return TRACEPARENT.exec(traceparent)?.[1] ?? null
}

/**
 * Sets each request's `correlationId`, adds the trace id to its log lines, and puts the request's id into the answer
 * (X-Request-Id).
 */
export const correlateRequests = (app: FastifyInstance): void => {
  app.decorateRequest('correlationId', '')
  app.addHook('onRequest', async (request, reply) => {
    const trace = traceOf(request.headers.traceparent)
    request.correlationId = trace ?? request.id
    if (trace !== null) request.log = request.log.child({ traceId: trace })
    reply.header('x-request-id', request.id)
  })
}
