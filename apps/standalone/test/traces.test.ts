import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { ownCluster } from '@pathlight/testing/cluster-stores.ts'
import { describeWith } from '@pathlight/testing/describe-with.ts'
import { reflecting } from '@pathlight/testing/eventually.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { signUpSomebody, startInProcess } from './app-under-test.contract.ts'

const WORDS = 'words of a person'

type Span = { readonly name: string; readonly traceId: string; readonly spanId: string; readonly parentSpanId?: string }

/** A collector of OpenTelemetry's traces: what it got, as it came. */
const startCollector = async () => {
  const got: string[] = []
  const collector = createServer(async (request, response) => {
    got.push(await text(request))
    response.end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void collector.close())
  return { got, endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` }
}

const tellsEachStore = async (environment: Readonly<Record<string, string>>) => {
  const { got, endpoint } = await startCollector()
  const { app, stop } = await startInProcess({ ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  const ann = await signUpSomebody(app)
  const written = await ann.ask('POST', '/api/note/', { body: { verse_id: 43_003_016, version: 'KJV', text: WORDS } })
  const read = await reflecting(written, (headers) => ann.ask('GET', '/api/note/user?query=words', { headers }))
  expect(read.body).toMatchObject([{ text: WORDS }])
  const [{ id }] = read.body
  await stop()

  const spans: Span[] = got.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans)
  const under = (name: string): string[] => {
    const request = spans.findLast((span) => span.name === name)
    if (request === undefined) throw new Error(`No trace tells of ${name}`)
    return spans.filter(({ parentSpanId }) => parentSpanId === request.spanId).map((span) => span.name)
  }
  expect(under('POST /api/auth/signup')).toContain('identity.createUser')
  // Also behind a body, which comes later than the request.
  expect(under('POST /api/note/')).toEqual(expect.arrayContaining(['log.appendToStream']))
  expect(under('GET /api/note/user')).toEqual(expect.arrayContaining(['read-models.find']))
  for (const secret of [WORDS, id, ann.id, ann.username]) expect(got.join()).not.toContain(secret)
}

describe('traces on PostgreSQL', () => {
  it('tell of each request which stores it asked, and not a word of what', async () => {
    const database = await freshDatabase()
    await tellsEachStore({ DATABASE_URL: database.url }).finally(() => database.drop())
  })
})

describeWith(['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'], 'traces on the cluster stores', (urls) => {
  const { environment } = ownCluster(urls)

  it('tell of each request which stores it asked, and not a word of what', () => tellsEachStore(environment))
})
