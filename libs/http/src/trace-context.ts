import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Of all that this request leads to, in the log, in events and in jobs: the trace that it is a part of, where the client says one
     * (traceparent), else the request's own id.
     */
    correlationId: string
  }
}

/** https://www.w3.org/TR/trace-context/#traceparent-header: version, trace, the client's own part of it, flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/
/** Of version 00 nothing follows the flags. */
const LENGTH_OF_00 = 55

/** The id of the trace that a traceparent names (32 hexadecimal digits); null when it is none that may be taken. */
export const traceOf = (traceparent: unknown): string | null => {
  if (typeof traceparent !== 'string') return null
  if (traceparent.startsWith('00') && traceparent.length !== LENGTH_OF_00) return null
  return TRACEPARENT.exec(traceparent)?.[1] ?? null
}

/** Gives each request its `correlationId`, and its lines of the log the trace that it is a part of. Answers name the request (X-Request-Id). */
export const correlateRequests = (app: FastifyInstance): void => {
  app.decorateRequest('correlationId', '')
  app.addHook('onRequest', async (request, reply) => {
    const trace = traceOf(request.headers.traceparent)
    request.correlationId = trace ?? request.id
    if (trace !== null) request.log = request.log.child({ traceId: trace })
    reply.header('x-request-id', request.id)
  })
}
