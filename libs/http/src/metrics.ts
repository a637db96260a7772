import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Gauge as PrometheusGauge, Registry } from 'prom-client'
import { operatorsOnly } from './operators.ts'

/** A figure as Prometheus reads it: lower_snake_case name with its unit, one line of help, a value a label set. */
export type Gauge = {
  readonly name: string
  readonly help: string
  readonly values: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[]
}

/** Upper bounds in seconds: a document read is about a millisecond, a password hash tens of them, a wait at most two seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** One that is scraped: what it had before it was asked for is gone, such as a projection that is no more. */
const setGauge = (register: Registry, { name, help, values }: Gauge): void => {
  register.removeSingleMetric(name)
  const labelNames = [...new Set(values.flatMap(({ labels = {} }) => Object.keys(labels)))]
  const gauge = new PrometheusGauge({ name, help, labelNames, registers: [register] })
  for (const { labels = {}, value } of values) gauge.set(labels, value)
}

/**
 * GET /metrics for Prometheus, and for the operator alone: durations of requests by route, the process with the delay of
 * its event loop, who held the loop, and what `gauges` adds. A route that holds the loop is also logged, by its name.
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
    // The route's pattern, never the address itself: ids would make a series each.
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  // The first answer of a route also compiles what it runs. So the first one is only counted, and the log tells of the route from the second one on.
  const known = new Set<string>()
  app.whenHeld(({ ms, routes }) => {
    const [route = 'none', ...others] = routes
    holds.inc({ route: others.length === 0 ? route : 'several' })
    if (routes.some((one) => known.has(one))) app.log.warn({ heldMs: ms, routes }, 'The event loop was held')
    for (const one of routes) known.add(one)
  })

  app.get('/metrics', { onRequest: operatorsOnly(operatorToken), schema: { hide: true } }, async (_request, reply) => {
    for (const gauge of await gauges()) setGauge(register, gauge)
    return reply.type(register.contentType).send(await register.metrics())
  })
}
