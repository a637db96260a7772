import { scopeNeeded } from '@pathlight/http/token.ts'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { type AppUnderTest, begunOf, makeAdmin, openBrowser, signUpSomebody } from '../app-under-test.contract.ts'
import { soon } from '../calls/account-care-calls.contract.ts'
import type { Sent } from '../calls/call.contract.ts'
import { CALLS } from '../calls/calls.contract.ts'
import { heldBy } from './held-by.contract.ts'
import { type OddRequest, oddRequests, sendOdd } from './odd-requests.contract.ts'

/** A request, and how long it held the event loop, in milliseconds of processor time. */
export type Slow = { readonly route: string; readonly heldMs: number; readonly bytes: number; readonly sent: Sent }

const ANSWER_MAX_BYTES = 1_100_000
/** Calls that stream everything that a person has. Their answers may have any length. */
const OF_ANY_LENGTH = ['GET /api/export']
/** Calls that answer a file. The installed texts limit its length. */
const FILES = ['GET /api/bible/pack']
const FROM_PROVIDER = 'GET /api/auth/oidc/callback'
/** Codes of refusals that come before the fuzzed code. They show that the fuzz is not set up correctly. */
const NOT_SET_UP = ['bad_token', 'no_provider', 'no_such_call']
const URL_MAX = 14_000
const BODY_MAX = 500_000
/** The number of slowest inputs of each route from which new inputs are made. */
const KEPT = 4
/** How often a slow request is repeated. The fastest time counts, because compilation may slow the first one. */
const AGAIN = 4

/** Texts on which parsers of references, searches, notes and addresses may fail or backtrack. */
const TOKENS = [
  ...[
    '요(',
    '창-계,',
    '창1-계22,',
    '요 3:16,',
    '요한복음 3장 16절 ',
    '시편 119편 1절-',
    '몬',
    'John 3:16-',
    'Ps 1-150;',
    '1John',
  ],
  ...[
    '3:16,',
    '1-',
    '9999999999',
    '0',
    '-',
    ',',
    ';',
    ':',
    '.',
    '(',
    '[',
    '{',
    '"',
    "'",
    '\\',
    '/',
    '%',
    '_',
    '*',
    '^',
    '~',
  ],
  ...[
    ' ',
    '\t',
    '\n',
    '\u3000',
    '\u200b',
    '\u0301',
    'a\u0301',
    '가',
    '각',
    'ㄱ',
    '하나님',
    'love ',
    'the ',
    '"a b" ',
    '-x ',
  ],
  ...[
    'ﬃ',
    'Ⅷ',
    '🙏',
    '🏴\u{E0067}\u{E007F}',
    '<p>',
    '</',
    '&amp;',
    '@',
    'a@b.',
    '..',
    '%00',
    'AAAA',
    '=',
    'OR 1=1',
    '$gt',
  ],
] as const

const token = fc.constantFrom(...TOKENS)
const text = fc.oneof(
  { weight: 5, arbitrary: repeated(1, 4_000) },
  { weight: 2, arbitrary: fc.array(token, { minLength: 1, maxLength: 60 }).map((tokens) => tokens.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
)
const anything = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 8 }) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 4_000 })
      .map((depth) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)),
  },
  { weight: 1, arbitrary: fc.constantFrom(null, true, '', -1, 2 ** 53, 'en', 'KJV', 'John') },
)

function repeated(least: number, most: number) {
  const times = fc.integer({ min: least, max: most })
  return fc
    .tuple(fc.array(token, { minLength: 1, maxLength: 3 }), times)
    .map(([tokens, n]) => tokens.join('').repeat(n))
}

type Parts = { readonly path: string; readonly query: Readonly<Record<string, string>>; readonly body: Sent['body'] }

const taken = ({ path, body }: Sent): Parts => {
  const [before = '', query = ''] = path.split('?')
  return { path: before, query: Object.fromEntries(new URLSearchParams(query)), body }
}
/** Cuts the values of the query so that the server accepts the length of the address. */
const sentOf = ({ path, query, body }: Parts): Sent => {
  const names = Object.keys(query)
  const room = Math.floor(URL_MAX / 9 / Math.max(1, names.length))
  const short = names.map((name) => [name, [...(query[name] ?? '')].slice(0, room).join('').toWellFormed()])
  return {
    path: `${path}${names.length > 0 ? `?${new URLSearchParams(Object.fromEntries(short))}` : ''}`,
    ...(body && { body }),
  }
}
const fieldsOf = ({ query, body }: Parts, known: readonly string[]) => [
  ...new Set([...known, ...Object.keys(query), ...Object.keys(body ?? {}).map((name) => `body ${name}`)]),
]
const withField = (parts: Parts, field: string, value: unknown): Parts => {
  if (field.startsWith('body ')) return { ...parts, body: { ...parts.body, [field.slice(5)]: value } }
  return { ...parts, query: { ...parts.query, [field]: typeof value === 'string' ? value : JSON.stringify(value) } }
}
const fieldValue = ({ query, body }: Parts, field: string): unknown =>
  field.startsWith('body ') ? body?.[field.slice(5)] : query[field]

type Described = {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: { properties?: object } }>> }
}
/** The fields of each route in the OpenAPI description. No test row sends some of them, such as an invitation. */
const describedFields = async (app: FastifyInstance): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { paths } = (await app.inject('/api/openapi.json')).json() as {
    paths: Record<string, Record<string, Described>>
  }
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]) => [
        `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1')}`,
        [
          ...parameters.filter((one) => one.in === 'query').map(({ name }) => name),
          ...Object.keys(requestBody?.content['application/json']?.schema?.properties ?? {}).map(
            (name) => `body ${name}`,
          ),
        ],
      ]),
    ),
  )
}

/**
 * For `seconds` seconds, sends generated inputs to every route that has fields, and makes new inputs from the slowest
 * ones. Answers the slowest request of each route, slowest first, and what went wrong: answers with a 500 or with too
 * many bytes, and refusals that show a wrong set-up.
 */
export const fuzz = async (
  { app, stores }: Pick<AppUnderTest, 'app' | 'stores'>,
  { seconds, seed }: { readonly seconds: number; readonly seed: number },
): Promise<{ readonly slowest: readonly Slow[]; readonly wrong: readonly string[]; readonly sent: number }> => {
  const owner = await signUpSomebody(app)
  const owners = new Map<string, typeof owner>()
  const admin = await signUpSomebody(app)
  await makeAdmin(stores, admin.id)
  for (let verse = 1; verse <= 30; verse++) {
    const body = { verse_id: 43_003_000 + verse, text: `${verse} ${'길 light '.repeat(2_000)}`, version: 'KJV' }
    await owner.ask('POST', '/api/note/', { body })
  }
  const lines = Array.from({ length: 50 }, (_, line) => `<p><b>${line}</b> ${'길 light '.repeat(250)}</p>`).join('')
  const fields = { title: 'Love', speaker: 'Ann', version: 'KJV', book: 'John', startChapter: 3, endChapter: 3 }
  for (let verse = 1; verse <= 20; verse++) {
    const [startVerseId, endVerseId] = [43_003_000 + verse, 43_003_036]
    await owner.ask('POST', '/api/sermon/', { body: { ...fields, startVerseId, endVerseId, content: lines } })
    const words = { startOffset: 0, endOffset: 5_000, selectedText: 'light '.repeat(1_000).slice(0, 5_000) }
    await owner.ask('POST', '/api/highlight/add', { body: { version: 'ESV', verseId: startVerseId, ...words } })
  }
  const described = await describedFields(app)
  const scopes = ['read', 'write', 'export']
  const issued = await owner.ask('POST', '/api/account/tokens', { body: { name: 'Fuzz', scopes, until: soon() } })
  const byToken = { authorization: `Bearer ${issued.body.token}` }
  const wrong: string[] = []
  let asked = 0
  let draws = 0
  const draw = <T>(arbitrary: fc.Arbitrary<T>): T => {
    const [value] = fc.sample(arbitrary, { numRuns: 1, seed: seed + draws++ })
    return value as T
  }
  const pick = <T>(all: readonly T[]): T => all[draw(fc.nat(Math.max(0, all.length - 1)))] as T

  /**
   * Sends a request from a network address of its own, so that no limit by address refuses it. Calls under /api/auth/
   * get no session, the others the session of their owner or an admin. If a call accepts a token, every second request
   * on average has a token instead.
   */
  const send = async (route: string, sent: Sent): Promise<Slow> => {
    const [method = '', address = ''] = route.split(' ')
    const browser = openBrowser(app)
    let headers = {}
    let { path } = sent
    if (route === FROM_PROVIDER) {
      // A begun log-in can be finished once, so each request begins another. The app sends the code to the provider
      // only if the request has the `state` of the begun log-in.
      const begun = await browser.ask('POST', '/api/auth/oidc', { body: {} })
      headers = { cookie: begunOf(begun) }
      path = path.replace('state=x', `state=${new URL(begun.body.url).searchParams.get('state')}`)
    } else if (scopeNeeded(method, address) !== null && draw(fc.boolean())) headers = byToken
    else if (route.includes('/api/admin/')) browser.cookie = admin.browser.cookie
    else if (!route.includes('/api/auth/')) browser.cookie = (owners.get(route) ?? owner).browser.cookie
    let bytes = 0
    const raw = sent.body === undefined ? undefined : JSON.stringify(sent.body)
    if (raw !== undefined && raw.length > BODY_MAX) return { route, heldMs: 0, bytes, sent }
    const heldMs = await heldBy(async () => {
      const answer = await browser.ask(method as 'GET', path, { headers, ...(raw !== undefined && { raw }) })
      bytes = Buffer.byteLength(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
      if (NOT_SET_UP.includes(answer.problem?.code)) wrong.push(`${answer.problem.code}: ${route}`)
      if (String(answer.headers.location).endsWith('outcome=provider_over')) wrong.push(`provider_over: ${route}`)
      if (answer.status === 500) wrong.push(`500: ${route} ${JSON.stringify(sent).slice(0, 300)}`)
    })
    asked += 1
    if (OF_ANY_LENGTH.includes(route)) return { route, heldMs: 0, bytes, sent }
    if (bytes > ANSWER_MAX_BYTES && !FILES.includes(route)) wrong.push(`${bytes} bytes: ${route}`)
    return { route, heldMs, bytes, sent }
  }
  const confirmed = async (slow: Slow): Promise<Slow> => {
    let { heldMs } = slow
    for (let n = 0; n < AGAIN && heldMs > 10; n++) heldMs = Math.min(heldMs, (await send(slow.route, slow.sent)).heldMs)
    return { ...slow, heldMs }
  }

  const kept = new Map<string, Slow[]>()
  const first = new Map<string, Parts>()
  for (const [route, { send: made }] of Object.entries(CALLS)) {
    // A change of an account may end its sessions, so each such route gets a person of its own.
    if (/\/api\/(account|admin)/.test(route)) owners.set(route, await signUpSomebody(app))
    const sent = await made(owners.get(route) ?? owner, 'a word')
    first.set(route, taken(sent))
    // The first request of a route compiles the code, so it does not count.
    await send(route, sent)
    kept.set(route, [await send(route, sent)])
  }
  for (const until = Date.now() + seconds * 1000; Date.now() < until; ) {
    for (const [route, best] of kept) {
      // A busy server makes requests wait, and one round takes long. So each request looks at the clock.
      if (Date.now() >= until) break
      const from = first.get(route)
      if (from === undefined) continue
      const grown = taken(pick(best).sent)
      const parts = draw(fc.boolean()) ? from : grown
      const fields = fieldsOf(parts, described.get(route) ?? [])
      if (fields.length === 0) continue
      const field = pick(fields)
      const before = fieldValue(parts, field)
      const grows = parts === grown && typeof before === 'string' && before.length > 0 && draw(fc.boolean())
      const value = grows ? `${before}${draw(fc.boolean()) ? before : draw(token)}` : draw(anything)
      const slow = await send(route, sentOf(withField(parts, field, value)))
      const worst = best.at(-1)?.heldMs ?? 0
      if (best.length >= KEPT && slow.heldMs <= worst) continue
      const sure = await confirmed(slow)
      best.push(sure)
      best.sort((a, b) => b.heldMs - a.heldMs)
      best.splice(KEPT)
    }
  }
  const slowest = [...kept.values()].flatMap(([one]) => (one === undefined ? [] : [one]))
  return { slowest: slowest.sort((a, b) => b.heldMs - a.heldMs), wrong: [...new Set(wrong)], sent: asked }
}

/** An odd request, how long it held the event loop, and the status of the answer. */
export type SlowOdd = Pick<OddRequest, 'family' | 'method' | 'path'> & {
  readonly heldMs: number
  readonly status: number
}

/**
 * Sends odd requests over a socket: unusual paths, headers, and bodies without a length. Sends as many as fit into
 * `seconds`, in an order by `seed`. A slow request is repeated, and its fastest time counts. Answers the ten slowest
 * requests, slowest first, and all that were answered with a 500.
 */
export const fuzzOddly = async (
  app: FastifyInstance,
  { seconds, seed, longestMs }: { readonly seconds: number; readonly seed: number; readonly longestMs: number },
): Promise<{ readonly slowest: readonly SlowOdd[]; readonly wrong: readonly SlowOdd[]; readonly sent: number }> => {
  const { browser } = await signUpSomebody(app)
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const writes = Object.keys(CALLS)
    .filter((route) => route.startsWith('POST ') && !route.includes(':'))
    .map((route) => route.slice('POST '.length))
  // Shuffled, so that even a short run sends requests of many families.
  const all = [...oddRequests(writes)]
  const order = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { numRuns: 1, seed })[0] ?? all
  const slow: SlowOdd[] = []
  const wrong: SlowOdd[] = []
  let sent = 0
  for (const until = Date.now() + seconds * 1000; Date.now() < until && sent < order.length; ) {
    const odd = order[sent++] as OddRequest
    let { heldMs, status } = await sendOdd(app, odd, browser.cookie)
    for (let n = 0; n < AGAIN && heldMs > longestMs / 2; n++)
      heldMs = Math.min(heldMs, (await sendOdd(app, odd, browser.cookie)).heldMs)
    const { family, method, path } = odd
    const one = { family, method, path: path.slice(0, 60), heldMs, status }
    if (status === 500) wrong.push(one)
    slow.push(one)
    slow.sort((a, b) => b.heldMs - a.heldMs)
    slow.splice(10)
  }
  return { slowest: slow, wrong, sent }
}
