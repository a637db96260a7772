import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createLogger } from './logger.ts'
import { buildServer } from './server.ts'

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
    const app = await buildServer({
      log: createLogger('warn', { write: (line) => lines.push(line) }),
      ...{ publicUrl: null, trustProxy: false, rateLimitStore: null, operatorToken: null },
      readiness: async () => ({ ready: true, parts: {} }),
      gauges: async () => [],
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

  it('are lost where the collector does not take them, and nothing else is', async () => {
    const { endpoint } = await collect(500)
    const lines: string[] = []
    const app = await serve(endpoint, lines)
    expect((await app.inject('/api/thing/1')).statusCode).toBe(200)
    await app.close()
    expect(lines.join()).toMatch(/Traces are lost: the collector at .* does not take them/)
  })
})
