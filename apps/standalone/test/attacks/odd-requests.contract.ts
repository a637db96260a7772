import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { heldBy } from './held-by.contract.ts'

/** A request that no browser sends. `chunks`: the parts of a body that is sent without its length. */
export type OddRequest = {
  readonly family: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly chunks?: readonly string[]
}

/** Pieces of paths that may make parsers of addresses backtrack. */
const IN_PATHS = [
  ...['.', '/', '..', './', '../', '[', ']', '(', '{', '\\', ';', ':', '@', '&', '=', '+', '~', '*', '!', "'", ','],
  ...[
    '%',
    '%2',
    '%2F',
    '%2e',
    '%5B',
    '%5C',
    '%00',
    '%25',
    '%EA%B0%80',
    '%C3%28',
    '%ED%A0%80',
    '%CC%81',
    '%F0%9F%99%8F',
  ],
  ...['a', '1', 'bible/', 'KJV/', 'John/', '3:16', 'x.y', 'assets/', '//', '/./', 'a.'],
]
const IN_HEADERS = [
  ...[
    'a',
    ',',
    ';',
    ' ',
    '\t',
    '=',
    '"',
    '/',
    '(',
    ':',
    '-',
    '.',
    '0',
    '*',
    'W/"',
    '"1",',
    ';q=0',
    'br;q=0.',
    ', br ',
    'en-',
  ],
  ...[
    'ko;q=1,',
    'Version/',
    ' Safari/',
    'Chrome/',
    'Mozilla/',
    'Bearer ',
    'a=b; ',
    'language=',
    'pathlight_session=',
    '%41',
    '10.0.0.1, ',
    '[::1]:',
    'https://',
    'x.',
  ],
]
const HEADERS = [
  ...[
    'user-agent',
    'accept',
    'accept-language',
    'accept-encoding',
    'if-none-match',
    'if-match',
    'cookie',
    'referer',
    'origin',
  ],
  ...[
    'authorization',
    'x-min-position',
    'idempotency-key',
    'x-forwarded-for',
    'x-request-id',
    'traceparent',
    'content-type',
    'range',
  ],
]
/** Pieces of JSON, or of what looks like JSON. AROUND_BODIES has the texts that enclose them in a body. */
const IN_BODIES = [
  ...['0,', '[', '{"a":', '"",', '{},', '[],', 'null,', '1e9,', '"\\u0000",', '"\\ud800",', '\\', '"\\\\', ' ', '\n'],
  ...['{"__proto__":', '"__proto__":1,', '"constructor":{"prototype":1},', '가', '\u0301', 'a', ','],
]
const AROUND_BODIES: readonly (readonly [before: string, after: string])[] = [
  ['[', '0]'],
  ['{"text":[', '0]}'],
  ['{"content":"', '"}'],
  ['{"email":"', '@b.c","password":"x"}'],
  ['', ''],
]
/** Node accepts 16 KB of headers, including the address. */
const LONGEST_HEAD = 15_000
const LONGEST_BODY = 510_000
const CHUNK = 16_000

const filled = (token: string, length: number) =>
  token.repeat(Math.max(1, Math.floor(length / Buffer.byteLength(token))))
const json = { 'content-type': 'application/json' }

/**
 * All odd requests: pieces of paths repeated to three lengths, and pieces of headers and bodies repeated to the
 * greatest length. `writes`: the paths of calls that accept a body.
 */
export function* oddRequests(writes: readonly string[]): Generator<OddRequest> {
  for (const token of IN_PATHS)
    for (const length of [60, 480, LONGEST_HEAD])
      for (const [before, after] of [
        ['/', '/'],
        ['/', 'x'],
        ['/bible/KJV/', ''],
        ['/search?query=', ''],
        ['/api/bible/', ''],
        ['/language?back=/', ''],
        ['/version-comparison?reference=', '#'],
        ['/sitemap-', '.xml'],
      ])
        for (const accept of ['*/*', 'text/html'])
          yield { family: 'path', method: 'GET', path: before + filled(token, length) + after, headers: { accept } }
  for (const name of HEADERS)
    for (const token of IN_HEADERS)
      for (const [path, method] of [
        ['/', 'GET'],
        ['/api/bible/versions', 'GET'],
        ['/api/auth/login', 'POST'],
      ])
        yield {
          family: `header ${name}`,
          ...{ method: method ?? 'GET', path: path ?? '/' },
          headers: { ...(method === 'POST' && json), [name]: filled(token, LONGEST_HEAD).trim() || 'x' },
          ...(method === 'POST' && { chunks: ['{"email":"a@b.c","password":"x"}'] }),
        }
  for (const path of [...writes, '/api/nothing', '/no/page'])
    for (const token of IN_BODIES)
      for (const [before, after] of AROUND_BODIES) {
        const body = before + filled(token, LONGEST_BODY) + after
        const chunks = Array.from({ length: Math.ceil(body.length / CHUNK) }, (_, n) =>
          body.slice(n * CHUNK, (n + 1) * CHUNK),
        )
        yield { family: 'body', method: 'POST', path, headers: json, chunks }
      }
}

/**
 * Sends the request over a new connection. Answers how long the event loop was held, sending included, and the status
 * (0: no answer).
 */
export const sendOdd = async (
  app: FastifyInstance,
  { method, path, headers, chunks }: OddRequest,
  cookie: string | null,
): Promise<{ readonly heldMs: number; readonly status: number }> => {
  const { port } = app.server.address() as AddressInfo
  let status = 0
  const heldMs = await heldBy(async () => {
    const sent = request({
      port,
      method,
      path,
      agent: false,
      headers: { ...(cookie !== null && { cookie }), ...headers },
    })
    // A server that has answered may close the connection while the body is still being written.
    sent.on('error', () => undefined)
    const answered = once(sent, 'response').catch(() => null)
    for (const chunk of chunks ?? []) {
      sent.write(chunk)
      // The server runs in this process. Here it can read a chunk before the next one is sent.
      await new Promise(setImmediate)
    }
    sent.end()
    const [answer] = ((await answered) ?? []) as [IncomingMessage?]
    if (answer === undefined) return
    status = answer.statusCode ?? 0
    answer.resume()
    await once(answer, 'close').catch(() => undefined)
  })
  return { heldMs, status }
}
