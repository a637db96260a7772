import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Gauge as PrometheusGauge, Registry } from 'prom-client'
import { operatorsOnly } from './operators.ts'

/**
 * A figure for Prometheus. `name`: lower_snake_case with the unit. `help`: one line. `values`: one for each label set.
 */
export type Gauge = {
  readonly name: string
  readonly help: string
  readonly values: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[]
}

/**
 * Upper bounds of the histogram's buckets, in seconds. Reading a document takes about 1 ms, a password hash tens of ms,
 * a wait for a position at most 2 s.
 */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * Replaces a gauge and its values, so that labels of the last scrape disappear, such as those of a removed projection.
 */
const setGauge = (register: Registry, { name, help, values }: Gauge): void => {
  register.removeSingleMetric(name)
  const labelNames = [...new Set(values.flatMap(({ labels = {} }) => Object.keys(labels)))]
  const gauge = new PrometheusGauge({ name, help, labelNames, registers: [register] })
  for (const { labels = {}, value } of values) gauge.set(labels, value)
}

/**
 * GET /metrics for Prometheus, which only the operator may read. The metrics are the durations of requests by route,
 * prom-client's default metrics of the process, the routes that blocked the event loop, and `gauges`. A route that
 * blocks the loop again is also logged.
 */
export const serveMetrics = (
  app: FastifyInstance,
  { gauges, operatorToken }: { gauges: () => Promise<readonly Gauge[]>; operatorToken: string | null },
): void => {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [register],
  })
  const holds = new Counter({
    name: 'pathlight_event_loop_holds_total',
    help: 'Times that the event loop was held for more than 50 ms, by the route that was at work alone.',
    labelNames: ['route'],
    registers: [register],
  })

  app.addHook('onResponse', async (request, reply) => {
    // The label is the route's pattern, because each address with an id would be a time series of its own.
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  // The first request of a route also compiles its code. So the first time that a route blocks the loop is only
  // counted, and later times are logged.
  const heldBefore = new Set<string>()
  app.whenHeld(({ ms, routes }) => {
    const [route = 'none', ...others] = routes
    holds.inc({ route: others.length === 0 ? route : 'several' })
    if (routes.some((one) => heldBefore.has(one))) app.log.warn({ heldMs: ms, routes }, 'The event loop was held')
    for (const one of routes) heldBefore.add(one)
  })

  app.get('/metrics', { onRequest: operatorsOnly(operatorToken), schema: { hide: true } }, async (_request, reply) => {
    for (const gauge of await gauges()) setGauge(register, gauge)
    return reply.type(register.contentType).send(await register.metrics())
  })
}
