import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OWN_ANSWER } from '@pathlight/contracts/answer-rules.ts'
import { afterAll, beforeAll } from 'vitest'

/** A call as it came. */
export type Asked = {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly key: string | undefined
  readonly ifMatch: string | undefined
  readonly least: string | undefined
  /** Whose call the page says that it is. */
  readonly person: string | undefined
}
/**
 * What is answered; a write says a position. `lost`: the connection breaks instead. `foreign`: something else answers in the server's place, with this body.
 * `raw`: the body, as it is, without a position. `after`: not before this is fulfilled.
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
 * A real HTTP server for the tests of a file, at which the page's own calls arrive. Each call is kept in `asked`, and
 * answered by `answer`, which a test sets.
 */
export const answeringServer = () => {
  const here: { asked: Asked[]; answer: (asked: Asked) => Answer } = { asked: [], answer: () => ({ status: 404 }) }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const header = (name: string) => request.headers[name] as string | undefined
      const sent = Buffer.concat(chunks).toString()
      const asked: Asked = {
        method: request.method ?? '',
        path: request.url ?? '',
        body: sent === '' ? undefined : JSON.parse(sent),
        key: header('idempotency-key'),
        ifMatch: header('if-match'),
        least: header('x-min-position'),
        person: header('x-person'),
      }
      here.asked.push(asked)
      const {
        status = 200,
        body = {},
        at = asked.method === 'GET' ? undefined : 0,
        headers,
        lost,
        foreign,
        raw,
        after,
      } = here.answer(asked)
      await after
      if (lost) return void request.socket.destroy()
      const whole = foreign ?? raw
      if (whole !== undefined) {
        const own = { 'content-type': 'application/json', [OWN_ANSWER]: '1' }
        response.writeHead(status, { ...(raw === undefined ? { 'content-type': 'text/html' } : own), ...headers })
        return void response.end(whole)
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
      // The signals of jsdom are not those of Node.
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
  return here
}
