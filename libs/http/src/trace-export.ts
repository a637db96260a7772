import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { requestTrace, type Step } from './request-trace.ts'
import { parentOf, traceOf } from './trace-context.ts'

/** Spans are sent together, so often (milliseconds), or when there are so many. */
const SEND_EVERY_MS = 5_000
const SEND_AT = 512
/** So many wait at most while the collector is away: those that come then are dropped. About 500 bytes each. */
const MOST_WAITING = 2_048
const SEND_WITHIN_MS = 5_000
/** Steps of one request that are told at most: an export asks for thousands of things, each like the one before. */
const MOST_STEPS = 100

/** Of OpenTelemetry's protocol: the kind of a span that answers a request, that of one that asks a store, and the status of one that failed. */
const KIND_SERVER = 2
const KIND_CLIENT = 3
const STATUS_ERROR = 2

type Attribute = {
  readonly key: string
  readonly value: { readonly stringValue: string } | { readonly intValue: string }
}
type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code?: number }
}

const text = (key: string, value: string): Attribute => ({ key, value: { stringValue: value } })
const nanoseconds = (ms: number): string => (BigInt(Math.round(ms * 1_000)) * 1_000n).toString()

/** Where a request is in its trace, and what it did on its way. */
type Known = { readonly traceId: string; readonly spanId: string; readonly steps: Step[] }

const newSpanId = (): string => randomBytes(8).toString('hex')

/**
 * Sends a span for each request to a collector of OpenTelemetry (OTLP over HTTP, in JSON): its route's pattern, status and time, never what was
 * asked for. A request with a traceparent is a part of that trace. Each step that was told of the request (`requestTrace`) is a span under
 * its own. A collector that is away costs nothing but its spans.
 * @param endpoint OTEL_EXPORTER_OTLP_ENDPOINT, such as http://127.0.0.1:4318
 * @param service what this process is called in traces
 */
export const exportTraces = (
  app: FastifyInstance,
  { endpoint, service, log }: { endpoint: string; service: string; log: FastifyBaseLogger },
): void => {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  let waiting: Span[] = []
  let isAway = false

  const send = async (): Promise<void> => {
    const spans = waiting
    if (spans.length === 0) return
    waiting = []
    const resource = { attributes: [text('service.name', service)] }
    const body = JSON.stringify({
      resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'pathlight' }, spans }] }],
    })
    try {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(SEND_WITHIN_MS) })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`it answered ${answer.status}`)
      isAway = false
    } catch (error) {
      // The log has one line for each time that the collector goes away.
      if (!isAway) log.warn({ err: error }, `Traces are lost: the collector at ${url} does not take them`)
      isAway = true
    }
  }
  const sending = setInterval(() => void send(), SEND_EVERY_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(sending)
    await send()
  })

  const known = new WeakMap<FastifyRequest, Known>()
  // With a callback: what follows in the request runs inside.
  app.addHook('onRequest', (request, _reply, done) => {
    const steps: Step[] = []
    known.set(request, {
      traceId: traceOf(request.headers.traceparent) ?? randomBytes(16).toString('hex'),
      spanId: newSpanId(),
      steps,
    })
    requestTrace.run({ step: (step) => void (steps.length < MOST_STEPS && steps.push(step)) }, done)
  })

  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const { id, method, headers, routeOptions } = request
    const { traceId, spanId, steps } = known.get(request) ?? {}
    if (traceId === undefined || spanId === undefined || waiting.length >= MOST_WAITING) return
    const route = routeOptions.url ?? 'unknown'
    const [parent, endedAt] = [parentOf(headers.traceparent), Date.now()]
    const before = waiting.length
    waiting.push({
      traceId,
      spanId,
      ...(parent !== null && { parentSpanId: parent }),
      name: `${method} ${route}`,
      kind: KIND_SERVER,
      startTimeUnixNano: nanoseconds(endedAt - elapsedTime),
      endTimeUnixNano: nanoseconds(endedAt),
      attributes: [
        text('http.request.method', method),
        text('http.route', route),
        text('pathlight.request_id', id),
        { key: 'http.response.status_code', value: { intValue: String(statusCode) } },
      ],
      status: statusCode >= 500 ? { code: STATUS_ERROR } : {},
    })
    for (const { name, from, to, failed } of steps ?? [])
      waiting.push({
        traceId,
        spanId: newSpanId(),
        parentSpanId: spanId,
        name,
        kind: KIND_CLIENT,
        startTimeUnixNano: nanoseconds(from),
        endTimeUnixNano: nanoseconds(to),
        attributes: [],
        status: failed ? { code: STATUS_ERROR } : {},
      })
    if (before < SEND_AT && waiting.length >= SEND_AT) void send()
  })
}
