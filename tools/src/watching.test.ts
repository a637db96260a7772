import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gaugesOf } from '@pathlight/runtime/observe.ts'
import { parser } from '@prometheus-io/lezer-promql'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const FOLDER = join(import.meta.dirname, '../../deploy/watching')
type Rule = {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string }
}
type Panel = { id: number; title: string; targets: { expr: string; legendFormat: string }[] }

const alerts = parse(readFileSync(join(FOLDER, 'alerts.yml'), 'utf8')) as { groups: { name: string; rules: Rule[] }[] }
const dashboard = JSON.parse(readFileSync(join(FOLDER, 'dashboard.json'), 'utf8')) as { panels: Panel[] }
const rules = alerts.groups.flatMap((group) => group.rules)
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

/** The names of metrics in an expression, without functions, labels and keywords. */
const metricsIn = (expression: string): string[] =>
  (
    expression
      .replace(/\{[^}]*\}|\[[^\]]*\]|\b(by|without)\s*\([^)]*\)/g, '')
      .match(/[a-z_][a-z0-9_]*(?![a-z0-9_]*\s*\()/g) ?? []
  ).filter((name) => name.includes('_') || name === 'up')

describe('what is watched', () => {
  /**
   * The names of the metrics of a process: its gauges, the metrics of libs/http, those of prom-client, and Prometheus'
   * own `up`.
   */
  const figures = async (): Promise<string[]> => {
    const stores = { jobs: { failed: async () => 0 } } as unknown as Parameters<typeof gaugesOf>[0]
    const projector = { status: async () => [] } as unknown as Parameters<typeof gaugesOf>[1]
    const gauges = await gaugesOf(stores, projector, { count: async () => 0 })()
    const counted = readFileSync(join(import.meta.dirname, '../../libs/http/src/metrics.ts'), 'utf8')
    return [
      ...gauges.map(({ name }) => name),
      ...[...counted.matchAll(/name: '(\w+)'/g)].map(([, name = '']) => name),
      ...['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds', 'up'],
    ]
  }

  it('is what the app shows: no alert and no picture names a figure that is not there', async () => {
    const there = new Set(await figures())
    const named = new Set(
      expressions.flatMap(metricsIn).map((name) => name.replace(/_seconds_(bucket|count|sum)$/, '_seconds')),
    )
    expect(named.size).toBeGreaterThan(8)
    expect([...named].filter((name) => !there.has(name))).toEqual([])
  })

  /** Says from where on Prometheus' grammar does not accept an expression. Null if the expression is valid. */
  const faultIn = (expression: string): string | null => {
    // Grafana replaces this variable by an interval.
    const asked = expression.replaceAll('$__rate_interval', '5m')
    let fault: string | null = null
    parser.parse(asked).iterate({
      enter: ({ type, from }) => {
        if (type.isError) fault ??= `not understood from here on: ${asked.slice(from)}`
      },
    })
    return fault
  }

  it('is written in the language of Prometheus, by its own grammar', () => {
    expect(expressions.length).toBeGreaterThan(15)
    expect(expressions.flatMap((expression) => faultIn(expression) ?? [])).toEqual([])
  })

  it.for(['sum by (route) (rate(a_total[5m])', 'rate(a_total[5 minutes])', 'a{b=c} > 0', 'sum of a_total'])(
    'is no such thing where a slip is in it: %s',
    (expression) => {
      expect(faultIn(expression)).not.toBeNull()
    },
  )

  it('has for each alert a name of its own, how urgent it is, and what to do in words', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { labels, annotations, for: lasting } of rules) {
      expect(['page', 'ticket']).toContain(labels.severity)
      expect(annotations.summary).toMatch(/^.{20,}$/)
      expect(lasting ?? '1m').toMatch(/^\d+[smh]$/)
    }
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })
})
