import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createLogger } from './logger.ts'
import { requestTrace } from './request-trace.ts'
import { serverAlone } from './server-alone.contract.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

describe('traces', () => {
  const collectors: Server[] = []
  afterEach(() => {
    for (const collector of collectors.splice(0)) collector.close()
  })
  const collect = async (status = 200) => {
    const got: { url: string | undefined; body: string }[] = []
    const collector = createServer(async (request, response) => {
      got.push({ url: request.url, body: await text(request) })
      response.writeHead(status).end('{}')
    })
    collectors.push(collector)
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
    return { got, endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` }
  }
  const serve = async (endpoint: string, lines: string[] = []) => {
    const app = await serverAlone({
      log: createLogger('warn', { write: (line) => lines.push(line) }),
      traces: { endpoint, service: 'pathlight-query' },
    })
    app.get('/api/thing/:id', async () => 'it')
    return app
  }

  it('tell the route, status and trace of each request, and never what was asked for', async () => {
    const { got, endpoint } = await collect()
    const app = await serve(`${endpoint}/`)
    await app.inject({ url: '/api/thing/secret-word?q=hidden', headers: { traceparent: `00-${TRACE}-${PARENT}-01` } })
    await app.inject('/api/thing/secret-word')
    await app.close()
    expect(got.map(({ url }) => url)).toEqual(['/v1/traces'])
    const { resourceSpans } = JSON.parse(got[0]?.body ?? '')
    expect(resourceSpans[0].resource.attributes).toEqual([
      { key: 'service.name', value: { stringValue: 'pathlight-query' } },
    ])
    const [first, second] = resourceSpans[0].scopeSpans[0].spans
    expect(first).toMatchObject({
      traceId: TRACE,
      parentSpanId: PARENT,
      name: 'GET /api/thing/:id',
      kind: 2,
      status: {},
    })
    expect(first.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: '200' } })
    expect(BigInt(first.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(first.startTimeUnixNano))
    expect(second.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(second).not.toHaveProperty('parentSpanId')
    expect(got[0]?.body).not.toMatch(/secret-word|hidden/)
  })

  it('have what a request did on its way under its own span, each request its own, and a hundred steps at most', async () => {
    const { got, endpoint } = await collect()
    const app = await serve(endpoint)
    app.get('/api/steps/:count', async ({ params }) => {
      for (let left = Number((params as { count: string }).count); left > 0; left--) {
        await new Promise((resolve) => setImmediate(resolve))
        requestTrace.getStore()?.step({ name: 'log.read', from: Date.now(), to: Date.now(), failed: left === 1 })
      }
      return 'done'
    })
    await Promise.all([app.inject('/api/steps/3'), app.inject('/api/steps/1'), app.inject('/api/steps/150')])
    expect(requestTrace.getStore()).toBeUndefined()
    await app.close()
    type Told = { name: string; traceId: string; spanId: string; parentSpanId?: string; kind: number; status: object }
    const spans: Told[] = JSON.parse(got[0]?.body ?? '').resourceSpans[0].scopeSpans[0].spans
    const requests = spans.filter(({ kind }) => kind === 2)
    const under = requests.map(({ spanId, traceId }) => {
      const steps = spans.filter(({ parentSpanId }) => parentSpanId === spanId)
      expect(new Set(steps.map((step) => step.traceId))).toEqual(new Set([traceId]))
      expect(new Set(steps.map(({ name, kind }) => `${name} ${kind}`))).toEqual(new Set(['log.read 3']))
      return [steps.length, steps.filter(({ status }) => 'code' in status).length]
    })
    expect(under.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [1, 1],
      [3, 1],
      [100, 0],
    ])
  })

  it('are lost where the collector does not take them, and nothing else is', async () => {
    const { endpoint } = await collect(500)
    const lines: string[] = []
    const app = await serve(endpoint, lines)
    expect((await app.inject('/api/thing/1')).statusCode).toBe(200)
    await app.close()
    expect(lines.join()).toMatch(/Traces are lost: the collector at .* does not take them/)
  })
})
