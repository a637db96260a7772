import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'

/** A figure as Prometheus reads it: lower_snake_case name with its unit, one line of help, a value a label set. */
export type Gauge = {
  readonly name: string
  readonly help: string
  readonly values: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[]
}

/** Upper bounds in seconds: a document read is about a millisecond, a password hash tens of them, a wait at most two seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

type Series = { readonly counts: number[]; sum: number; count: number }

const label = (value: string) => value.replace(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`))
const labelled = (labels: Readonly<Record<string, string>> = {}) => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${label(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const gaugeLines = ({ name, help, values }: Gauge): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} gauge`,
  ...values.map(({ labels, value }) => `${name}${labelled(labels)} ${value}`),
]

const histogramLines = (name: string, help: string, series: ReadonlyMap<string, Series>): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} histogram`,
  ...[...series].flatMap(([labels, { counts, sum, count }]) => [
    ...BUCKETS.map((bound, i) => `${name}_bucket{${labels},le="${bound}"} ${counts[i] ?? 0}`),
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${count}`,
  ]),
]

/** GET /metrics in Prometheus' text format: durations of requests by route, the process, and what `gauges` adds. */
export const serveMetrics = (app: FastifyInstance, gauges: () => Promise<readonly Gauge[]>): void => {
  const durations = new Map<string, Series>()
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  app.addHook('onClose', async () => {
    delay.disable()
  })

  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address itself: ids would make a series each.
    const route = request.routeOptions.url ?? 'unknown'
    const labels = `method="${request.method}",route="${label(route)}",status="${reply.statusCode}"`
    let series = durations.get(labels)
    if (!series) {
      series = { counts: BUCKETS.map(() => 0), sum: 0, count: 0 }
      durations.set(labels, series)
    }
    const seconds = reply.elapsedTime / 1000
    series.sum += seconds
    series.count += 1
    for (const [i, bound] of BUCKETS.entries()) if (seconds <= bound) series.counts[i] = (series.counts[i] ?? 0) + 1
  })

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const { rss, heapUsed } = process.memoryUsage()
    const own: Gauge[] = [
      { name: 'process_resident_memory_bytes', help: 'Memory of the process.', values: [{ value: rss }] },
      { name: 'nodejs_heap_used_bytes', help: 'JavaScript heap in use.', values: [{ value: heapUsed }] },
      {
        name: 'nodejs_eventloop_delay_p99_seconds',
        help: 'Delay of the event loop since the last scrape.',
        values: [{ value: delay.percentile(99) / 1e9 }],
      },
    ]
    delay.reset()
    const lines = [
      ...histogramLines('http_request_duration_seconds', 'Time to answer a request.', durations),
      ...[...own, ...(await gauges())].flatMap(gaugeLines),
    ]
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
