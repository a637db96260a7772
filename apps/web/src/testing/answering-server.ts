import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OWN_ANSWER } from '@pathlight/contracts/answer-rules.ts'
import { afterAll, beforeAll } from 'vitest'

/** A request as the server received it. */
export type Asked = {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly key: string | undefined
  readonly ifMatch: string | undefined
  /** The value of the request's header `X-Min-Position`. */
  readonly least: string | undefined
  /** The value of the request's header `X-Person`. */
  readonly person: string | undefined
}
/**
 * An answer. `at`: the log position. `lost`: the connection breaks instead. `foreign`: a body without Pathlight's
 * header, as of a hotel's log-in page. `raw`: the body as it is, without a position. `after`: the server waits for this
 * promise before it answers.
 */
export type Answer = {
  readonly status?: number
  readonly body?: unknown
  readonly at?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly lost?: true
  readonly foreign?: string
  readonly raw?: string
  readonly after?: Promise<unknown>
}

/**
 * Starts a real HTTP server that gets the page's own requests in the tests of one file. The server adds each request to
 * `asked`, and answers with `answer`, which a test sets.
 */
export const answeringServer = () => {
  const state: { asked: Asked[]; answer: (asked: Asked) => Answer } = { asked: [], answer: () => ({ status: 404 }) }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const header = (name: string) => request.headers[name] as string | undefined
      const requestBody = Buffer.concat(chunks).toString()
      const asked: Asked = {
        method: request.method ?? '',
        path: request.url ?? '',
        body: requestBody === '' ? undefined : JSON.parse(requestBody),
        key: header('idempotency-key'),
        ifMatch: header('if-match'),
        least: header('x-min-position'),
        person: header('x-person'),
      }
      state.asked.push(asked)
      const {
        status = 200,
        body = {},
        at = asked.method === 'GET' ? undefined : 0,
        headers,
        lost,
        foreign,
        raw,
        after,
      } = state.answer(asked)
      await after
      if (lost) return void request.socket.destroy()
      const rawBody = foreign ?? raw
      if (rawBody !== undefined) {
        const own = { 'content-type': 'application/json', [OWN_ANSWER]: '1' }
        response.writeHead(status, { ...(raw === undefined ? { 'content-type': 'text/html' } : own), ...headers })
        return void response.end(rawBody)
      }
      response.writeHead(status, {
        'content-type': 'application/json',
        [OWN_ANSWER]: '1',
        ...headers,
        ...(at !== undefined && { 'x-position': String(at) }),
      })
      response.end(JSON.stringify(body))
    })
  })
  const { fetch } = globalThis
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    globalThis.fetch = (path, { signal, ...init } = {}) =>
      // Node's fetch refuses jsdom's signals, so the signal is checked afterwards.
      fetch(`http://127.0.0.1:${port}${path}`, init).then((response) => {
        signal?.throwIfAborted()
        return response
      })
  })
  afterAll(async () => {
    globalThis.fetch = fetch
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return state
}
