import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises'
import { OWN_ANSWER } from '@pathlight/contracts/answer-rules.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { createLogger } from './logger.ts'
import { minPosition } from './positions.ts'
import { HttpProblem } from './problem.ts'
import { byAddress, rateLimited, refusalsLimited } from './rate-limit.ts'
import { type ServerOptions, TEXT_BODY_LIMIT } from './server.ts'
import { serverAlone } from './server-alone.contract.ts'

const open: FastifyInstance[] = []
const server = async (options: Partial<ServerOptions> = {}) => {
  const app = await serverAlone(options)
  open.push(app)
  return app
}
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(open.splice(0).map((app) => app.close()))
})

const json = { 'content-type': 'application/json' }

describe('an error', () => {
  const answerOf = async (error: unknown, problemField?: 'errors' | 'error') => {
    const app = await server()
    app.get('/api/fails', { config: problemField ? { problemField } : {} }, async () => {
      throw error
    })
    const answer = await app.inject('/api/fails')
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }

  it('of the server itself tells nothing of its inside', async () => {
    const { status, body } = await answerOf(new Error('password=hunter2 at /srv/app/db.ts'))
    expect(status).toBe(500)
    expect(body).toMatchObject({ code: 'internal', message: 'An error occurred. Please try again.' })
    expect(JSON.stringify(body)).not.toMatch(/hunter2|srv/)
  })

  it('is problem+json with a stable code', async () => {
    const { headers, body } = await answerOf(new HttpProblem(404, 'note_not_found', 'No such note.'))
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      code: 'note_not_found',
      detail: 'No such note.',
      message: 'No such note.',
    })
  })

  it('is a list of sentences where the specification has `errors`, and one where it has `error`', async () => {
    const problem = new HttpProblem(409, 'email_taken', 'First.', { errors: ['First.', 'Second.'] })
    expect((await answerOf(problem, 'errors')).body.errors).toEqual(['First.', 'Second.'])
    expect((await answerOf(new HttpProblem(401, 'x', 'Only.'), 'errors')).body.errors).toEqual(['Only.'])
    expect((await answerOf(problem, 'error')).body.error).toBe('First.')
  })

  it('that needs a session says how to sign in', async () => {
    const { status, headers } = await answerOf(new HttpProblem(401, 'not_logged_in', 'Log in.'))
    expect({ status, how: headers['www-authenticate'] }).toEqual({
      status: 401,
      how: 'Cookie realm="Pathlight", form-action="/api/auth/login"',
    })
  })

  it('of a store that is away asks to come back', async () => {
    const { status, headers, body } = await answerOf(new StoreUnavailable('PostgreSQL'))
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('2')
    expect(JSON.stringify(body)).not.toContain('PostgreSQL')
  })

  it.each([
    ['invalid', 400],
    ['forbidden', 403],
    ['not_found', 404],
    ['conflict', 409],
    ['too_large', 413],
  ] as const)('of a broken rule of the kind %s is a %i', async (kind, status) => {
    const answer = await answerOf(new RuleBroken(kind, 'so_it_is', 'So it is.', { longest: 3 }))
    expect(answer).toMatchObject({
      status,
      body: { code: 'so_it_is', message: 'So it is.', params: { longest: 3 } },
    })
  })
})

describe('a request', () => {
  const echo = async (options?: Partial<ServerOptions>) => {
    const app = await server(options)
    const body = z.object({ text: z.string('A text, please.').min(2, 'Too short.'), other: z.string('Other, please.') })
    app.post('/api/echo', { schema: { body } }, async (request) => request.body)
    app.post('/api/anything', async () => 'taken')
    return app
  }
  const refusal = async (app: FastifyInstance, request: InjectOptions) => {
    const answer = await app.inject({ method: 'POST', url: '/api/anything', headers: json, ...request })
    return { status: answer.statusCode, ...(answer.json() as { code: string; message: string; errors?: string[] }) }
  }

  it('that is no JSON is refused in words', async () => {
    const app = await echo()
    expect(await refusal(app, { payload: '{"text":' })).toMatchObject({ status: 400, code: 'malformed_json' })
    expect(await refusal(app, { payload: '{"__proto__":{"a":1}}' })).toMatchObject({ status: 400 })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json', 'application/jsonp', 'x'])
      expect(await refusal(app, { payload: '{}', headers: { 'content-type': type } })).toMatchObject({
        status: 415,
        code: 'not_json',
      })
    expect(await refusal(app, { url: '/api/echo', headers: {} })).toMatchObject({
      status: 400,
      message: 'The request needs a JSON body.',
    })
  })

  it('without a body has none, whatever type it names', async () => {
    const app = await echo()
    app.delete('/api/item', async (request) => ({ body: request.body ?? null }))
    const removed = await app.inject({ method: 'DELETE', url: '/api/item', headers: json })
    expect(removed).toMatchObject({ statusCode: 200, body: '{"body":null}' })
    expect(await refusal(app, { url: '/api/echo' })).toMatchObject({
      status: 400,
      message: 'The request needs a JSON body.',
    })
  })

  it('over 64 KB is refused in words, over 512 KB where people write texts', async () => {
    const payload = (kb: number) => JSON.stringify({ text: 'x'.repeat(kb * 1_000) })
    const app = await echo()
    app.post('/api/text', { bodyLimit: TEXT_BODY_LIMIT }, async () => 'taken')
    const text = (kb: number) => app.inject({ method: 'POST', url: '/api/text', headers: json, payload: payload(kb) })
    expect(await refusal(app, { payload: payload(70) })).toMatchObject({ status: 413, code: 'too_large' })
    expect((await text(500)).statusCode).toBe(200)
    expect((await text(600)).json()).toMatchObject({ status: 413, code: 'too_large' })
  })

  it.each(['{"deep":["\\ud800"]}', '{"a":"\\u0000"}', '{"\\udc00":1}'])(
    'with text that no store can hold is refused: %s',
    async (payload) => {
      expect(await refusal(await echo(), { payload })).toMatchObject({ status: 400, code: 'not_storable' })
    },
  )

  it('with NUL in its address is refused', async () => {
    const app = await echo()
    app.get('/api/find', async () => 'found')
    app.get('/api/find/:what', async () => 'found')
    expect((await app.inject('/api/find?query=%00')).statusCode).toBe(400)
    expect((await app.inject('/api/find?query=%EA%B8%B8')).statusCode).toBe(200)
    expect((await app.inject('/api/%zz')).json()).toMatchObject({ status: 400, code: 'bad_url' })
    const long = await app.inject(`/api/find/${'a'.repeat(301)}`)
    expect(long.json()).toMatchObject({ status: 414, message: 'The address is too long.' })
  })

  it('that breaks its shape hears the first sentence', async () => {
    const answer = await refusal(await echo(), { url: '/api/echo', payload: { text: 'x' } })
    expect(answer).toMatchObject({ status: 400, code: 'invalid', message: 'Too short.' })
  })

  it('has an id that the answer names', async () => {
    const answer = await (await echo()).inject({ method: 'POST', url: '/api/anything' })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is known as ours by a header, whatever it answers', async () => {
    const server = await echo()
    const asked = ['/api/anything', '/api/echo', '/api/health', '/livez', '/%00', '/a-page']
    for (const url of asked) {
      const { headers } = await server.inject({ url })
      expect([url, headers[OWN_ANSWER]]).toEqual([url, '1'])
    }
  })
})

describe('the log', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
  const listening = async (level: 'info' | 'warn') => {
    const lines: string[] = []
    const app = await server({ log: createLogger(level, { write: (line) => lines.push(line) }) })
    app.get('/api/item/:id', async ({ correlationId }) => ({ correlationId }))
    return { app, lines, entries: () => lines.map((line) => JSON.parse(line)) }
  }

  it('has a line for each request at level info, with its route and nothing of what was asked', async () => {
    const { app, lines, entries } = await listening('info')
    const { headers } = await app.inject('/api/item/secret?word=secret')
    await app.inject('/api/secret')
    expect(entries()).toMatchObject([
      {
        level: 30,
        method: 'GET',
        route: '/api/item/:id',
        status: 200,
        reqId: headers['x-request-id'],
        msg: 'answered',
      },
      { level: 30, method: 'GET', route: 'unknown', status: 404, msg: 'answered' },
    ])
    expect(entries()[0].ms).toBeGreaterThanOrEqual(0)
    expect(lines.join()).not.toContain('secret')
  })

  it('has none of them at level warn', async () => {
    const { app, lines } = await listening('warn')
    await app.inject('/api/item/1')
    expect(lines).toEqual([])
  })

  it('tells the stack of an outage once a minute, and a line without it for each request that was refused', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { app, entries } = await listening('warn')
    app.get('/api/away/:store', async ({ params }) => {
      const { store } = params as { store: string }
      throw new StoreUnavailable(store, new Error('connect ECONNREFUSED'))
    })
    app.get('/api/fault', async () => {
      throw new Error('a fault')
    })
    const refused = async (url: string, times: number) => {
      for (let i = 0; i < times; i++) await app.inject(url)
    }
    await refused('/api/away/MongoDB', 20)
    await refused('/api/away/EventStoreDB', 20)
    const told = entries()
    expect(told).toHaveLength(40)
    const full = told.filter((entry) => JSON.stringify(entry).includes('"stack"'))
    expect(full.map(({ err }) => [err.message, err.cause.message])).toEqual([
      ['MongoDB cannot be reached right now', 'connect ECONNREFUSED'],
      ['EventStoreDB cannot be reached right now', 'connect ECONNREFUSED'],
    ])
    expect(told[1]).toMatchObject({ level: 40, why: 'MongoDB cannot be reached right now', reqId: expect.any(String) })
    vi.advanceTimersByTime(61_000)
    await refused('/api/away/MongoDB', 2)
    expect(
      entries()
        .slice(40)
        .map(({ err }) => typeof err?.stack),
    ).toEqual(['string', 'undefined'])
    // An unexpected error has its stack in the log every time.
    await refused('/api/fault', 2)
    expect(
      entries()
        .slice(42)
        .map(({ err }) => typeof err?.stack),
    ).toEqual(['string', 'string'])
  })

  it('takes over the trace that a request is a part of, and no other words', async () => {
    const { app, entries } = await listening('info')
    const asked = (traceparent: string) => app.inject({ url: '/api/item/1', headers: { traceparent } })
    expect((await asked(`00-${TRACE}-00f067aa0ba902b7-01`)).json()).toEqual({ correlationId: TRACE })
    const own = await asked('00-made-up-01')
    expect(own.json()).toEqual({ correlationId: own.headers['x-request-id'] })
    expect(entries().map(({ traceId }) => traceId)).toEqual([TRACE, undefined])
  })
})

it('is made of parts that have names', async () => {
  const app = await server()
  await app.ready()
  const picture = app.printPlugins()
  for (const name of ['correlation', 'admit', 'pack-answers', 'security-headers', 'same-origin', 'metrics'])
    expect(picture).toContain(name)
})

it.each([
  ['/livez', '/api/health'],
  ['/readyz', '/api/ready'],
])('%s answers as %s does', async (url, before) => {
  for (const ready of [true, false]) {
    const app = await server({ readiness: async () => ({ ready, parts: { store: 'words' } }) })
    const [one, other] = await Promise.all([app.inject(url), app.inject(before)])
    expect([one.statusCode, one.json()]).toEqual([other.statusCode, other.json()])
  }
})

describe('another site', () => {
  const guarded = async (options: Partial<ServerOptions> = {}) => {
    const app = await server(options)
    app.post('/api/write', async () => 'written')
    app.get('/api/read', async () => 'read')
    app.get('/api/leave', { config: { changesState: true } }, async () => 'left')
    return app
  }
  const status = async (app: FastifyInstance, method: 'GET' | 'POST', url: string, headers: Record<string, string>) =>
    (await app.inject({ method, url, headers: { host: 'pathlight.test', ...headers } })).statusCode

  it('cannot write in a signed-in person’s name', async () => {
    const app = await guarded()
    expect(await status(app, 'POST', '/api/write', { 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await status(app, 'POST', '/api/write', { 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await status(app, 'POST', '/api/write', { origin: 'http://evil.test' })).toBe(403)
    expect(await status(app, 'POST', '/api/write', { origin: 'null' })).toBe(403)
    expect(await status(app, 'POST', '/api/write', { origin: 'http://pathlight.test:8080' })).toBe(403)
  })

  it('cannot log a person out', async () => {
    const app = await guarded()
    expect(await status(app, 'GET', '/api/leave', { 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await status(app, 'GET', '/api/leave', { accept: 'text/html,*/*' })).toBe(403)
  })

  it('cannot log a person out by an image over plain http, where browsers tell little', async () => {
    const app = await guarded()
    const image = { accept: 'image/avif,image/webp,*/*;q=0.8', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }
    expect(await status(app, 'GET', '/api/leave', { ...image, referer: 'http://pathlight.test:8080/' })).toBe(403)
    expect(await status(app, 'GET', '/api/leave', { ...image, referer: 'no address' })).toBe(403)
    expect(await status(app, 'GET', '/api/leave', image)).toBe(403)
    expect(await status(app, 'GET', '/api/leave', { ...image, referer: 'http://pathlight.test/my-memos' })).toBe(200)
  })

  it('may link to what only reads', async () => {
    expect(await status(await guarded(), 'GET', '/api/read', { 'sec-fetch-site': 'cross-site' })).toBe(200)
  })

  it('is not our own, nor a program', async () => {
    const app = await guarded()
    expect(await status(app, 'POST', '/api/write', { 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await status(app, 'POST', '/api/write', { origin: 'http://pathlight.test' })).toBe(200)
    expect(await status(app, 'POST', '/api/write', {})).toBe(200)
    expect(await status(app, 'GET', '/api/leave', { accept: 'application/json' })).toBe(200)
  })

  it('is told from our public address behind a proxy', async () => {
    const app = await guarded({ publicUrl: 'https://bible.example.org' })
    expect(await status(app, 'POST', '/api/write', { origin: 'https://bible.example.org' })).toBe(200)
    expect(await status(app, 'POST', '/api/write', { origin: 'https://example.org' })).toBe(403)
  })
})

describe('a limit', () => {
  const limited = async (options: Partial<ServerOptions> = {}) => {
    const app = await server(options)
    const limit = { name: 'address', max: 5, windowMs: 60_000, key: byAddress }
    app.post('/api/try', { preHandler: rateLimited(app, limit) }, async () => 'tried')
    return (remoteAddress = '10.0.0.1', forwarded?: string) =>
      app.inject({
        method: 'POST',
        url: '/api/try',
        remoteAddress,
        ...(forwarded !== undefined && { headers: { 'x-forwarded-for': forwarded } }),
      })
  }
  const refusedOf = async (attempts: readonly (() => Promise<{ statusCode: number }>)[]) =>
    (await Promise.all(attempts.map((attempt) => attempt()))).filter(({ statusCode }) => statusCode === 429).length

  it('says when to come back', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const attempt = await limited()
    expect(await refusedOf(Array(5).fill(attempt))).toBe(0)
    const sixth = await attempt()
    expect(sixth.statusCode).toBe(429)
    expect(sixth.json()).toMatchObject({
      code: 'too_many_requests',
      message: 'Too many attempts. Please try again in a minute.',
    })
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(50)
    expect(sixth.headers['ratelimit-policy']).toBe('"address";q=5;w=60')
    expect(sixth.headers.ratelimit).toBe(`"address";r=0;t=${sixth.headers['retry-after']}`)
    expect((await attempt('10.0.0.2')).statusCode).toBe(200)
  })

  it('that counts refusals shuts nobody out behind an address where all are let in', async () => {
    const app = await server()
    const limit = { name: 'refusals', max: 5, windowMs: 60_000, key: byAddress }
    app.post('/api/try', refusalsLimited(app, limit).hooks, async (request, reply) =>
      reply.code(Number((request.query as { status: string }).status)).send('tried'),
    )
    const attempt = async (status: number) =>
      (await app.inject({ method: 'POST', url: `/api/try?status=${status}` })).statusCode
    for (let n = 0; n < 12; n++) expect(await attempt(n % 2 ? 500 : 200)).toBe(n % 2 ? 500 : 200)
    for (let n = 0; n < 4; n++) expect(await attempt(401)).toBe(401)
    for (let n = 0; n < 3; n++) expect(await attempt(200)).toBe(200)
    // Of concurrent requests, the server tries only as many as the limit still allows.
    expect((await Promise.all([401, 401, 401].map(attempt))).toSorted()).toEqual([401, 429, 429])
    expect(await attempt(200)).toBe(429)
  })

  it('takes no notice of the port that a proxy writes behind an address, nor of what is no address', async () => {
    const attempt = await limited({ trustProxy: 1 })
    const four = [1, 2, 3, 4, 5, 6].map((port) => () => attempt('10.0.0.1', `5.5.5.5:${port}234`))
    expect(await refusedOf(four)).toBe(1)
    expect((await attempt('10.0.0.1', '5.5.5.5')).statusCode).toBe(429)
    const six = [1, 2, 3, 4, 5, 6].map(
      (n) => () => attempt('10.0.0.1', n % 2 ? `[2001:db8::${n}]:${n}234` : '2001:db8::1'),
    )
    expect(await refusedOf(six)).toBe(1)
    const none = ['unknown', '_hidden', 'a:b', '[x]:1', '5.5.5.5.5:1', 'x'.repeat(99)]
    expect(await refusedOf(none.map((forwarded) => () => attempt('10.0.0.9', forwarded)))).toBe(1)
  })

  it('counts by the address that the nearest proxy saw, whatever the person says before it', async () => {
    const app = await server({ trustProxy: 1 })
    app.get('/api/whence', async (request) => ({ ip: request.ip, protocol: request.protocol }))
    const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7', 'x-forwarded-proto': 'https' }
    const whence = async (asked: FastifyInstance) => (await asked.inject({ url: '/api/whence', headers })).json()
    expect(await whence(app)).toEqual({ ip: '198.51.100.7', protocol: 'https' })
    const bare = await server()
    bare.get('/api/whence', async (request) => ({ ip: request.ip, protocol: request.protocol }))
    expect(await whence(bare)).toEqual({ ip: '127.0.0.1', protocol: 'http' })
  })

  it('counts by address, an IPv6 customer’s /64 as one', async () => {
    const attempt = await limited()
    expect(await refusedOf([1, 2, 3, 4, 5, 6].map((end) => () => attempt(`2001:db8:1:2::${end}`)))).toBe(1)
    expect((await attempt('2001:db8:1:3::1')).statusCode).toBe(200)
  })
})

describe('X-Min-Position', () => {
  it('is a position or refused', async () => {
    const app = await server()
    app.get('/api/at', async (request) => String(minPosition(request)))
    const at = async (position?: string) =>
      app.inject({ url: '/api/at', headers: position === undefined ? {} : { 'x-min-position': position } })
    expect((await at()).body).toBe('null')
    expect((await at('9223372036854775807')).body).toBe('9223372036854775807')
    for (const wrong of ['', '-1', '1.5', 'abc', '9223372036854775808', '0x10', '1,2'])
      expect((await at(wrong)).json()).toMatchObject({ status: 400, code: 'bad_position' })
  })
})

describe('the server', () => {
  it('answers an unknown call with JSON and an unknown page with the app', async () => {
    const app = await server({ page: async (_request, reply) => reply.type('text/html').send('<!doctype html>') })
    expect((await app.inject('/api/nothing')).json()).toMatchObject({ status: 404, code: 'no_such_call' })
    expect((await app.inject('/api')).json()).toMatchObject({ status: 404 })
    expect((await app.inject('/apiary')).body).toBe('<!doctype html>')
  })

  it('is well while a store is away, but not ready', async () => {
    const app = await server({ readiness: async () => ({ ready: false, parts: { PostgreSQL: 'cannot be reached' } }) })
    expect((await app.inject('/api/health')).statusCode).toBe(200)
    const ready = await app.inject('/api/ready')
    expect(ready.statusCode).toBe(503)
    const elsewhere = await app.inject({ url: '/api/ready', remoteAddress: '192.0.2.7' })
    expect([elsewhere.statusCode, elsewhere.json()]).toEqual([503, { ready: false }])
    expect(ready.json()).toEqual({ ready: false, parts: { PostgreSQL: 'cannot be reached' } })
  })

  it('lets no script run but its own', async () => {
    const { headers } = await (await server()).inject('/api/health')
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
    expect(headers['content-security-policy']).toContain(
      "require-trusted-types-for 'script';trusted-types default ProseMirrorClipboard",
    )
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('may be framed by no page, say both headers', async () => {
    const { headers } = await (await server()).inject('/api/health')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-frame-options']).toBe('DENY')
  })

  it('answers a method that an address does not take by those that it does', async () => {
    const app = await server({ page: async (_request, reply) => reply.type('text/html').send('<!doctype html>') })
    app.get('/api/item/:id', async () => 'item')
    app.put('/api/item/:id', async () => 'item')
    const refused = await app.inject({ method: 'DELETE', url: '/api/item/7?x=1' })
    expect(refused).toMatchObject({ statusCode: 405, headers: { allow: 'GET, HEAD, PUT' } })
    expect(refused.json()).toMatchObject({ code: 'method_not_allowed' })
    expect((await app.inject({ method: 'PATCH', url: '/api/item/7/' })).statusCode).toBe(405)
    expect((await app.inject({ method: 'POST', url: '/bible-reading' })).headers.allow).toBe('GET, HEAD')
    expect((await app.inject({ method: 'POST', url: '/api/nothing' })).statusCode).toBe(404)
  })

  it('tells its figures, and the parts of its readiness, to the operator alone', async () => {
    const token = 'a token of some length'
    const app = await server({ operatorToken: token })
    const status = async (remoteAddress: string, headers = {}) =>
      (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode
    expect(await status('127.0.0.1')).toBe(200)
    expect(await status('::1')).toBe(200)
    expect(await status('192.0.2.7')).toBe(401)
    for (const host of ['localhost', 'LOCALHOST:4000', '127.0.0.1:4000', '127.8.8.8', '[::1]:4000'])
      expect(await status('127.0.0.1', { host }), host).toBe(200)
    // A page of another site can send requests from this machine under a name that points here (DNS rebinding).
    for (const host of [
      'evil.example',
      'evil.example:4000',
      'localhost.evil.example',
      '192.0.2.7',
      '[::2]',
      '[::1',
      '[]',
    ])
      expect(await status('127.0.0.1', { host }), host).toBe(401)
    const ready = await app.inject({ url: '/api/ready', headers: { host: 'evil.example' } })
    expect(ready.json()).toEqual({ ready: true })
    expect((await app.inject('/api/ready')).json()).toEqual({ ready: true, parts: {} })
    // A proxy on this machine may forward requests of any client.
    expect(await status('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(401)
    expect(await status('192.0.2.7', { authorization: `Bearer ${token}` })).toBe(200)
    expect(await status('127.0.0.1', { 'x-forwarded-for': '192.0.2.7', authorization: `Bearer ${token}` })).toBe(200)
    expect(await status('127.0.0.1', { authorization: 'Bearer another token' })).toBe(401)
    const closed = await server()
    const asked = { url: '/metrics', remoteAddress: '192.0.2.7', headers: { authorization: 'Bearer null' } }
    expect((await closed.inject(asked)).statusCode).toBe(401)
    expect((await closed.inject({ url: '/api/openapi.json', remoteAddress: '192.0.2.7' })).statusCode).toBe(200)
  })

  it('tells browsers to stay on TLS where the public address has it', async () => {
    const { headers } = await (await server({ publicUrl: 'https://bible.example.org' })).inject('/api/health')
    expect(headers['strict-transport-security']).toContain('max-age=31536000')
  })

  it('counts requests by route, not by address', async () => {
    const app = await server({
      gauges: async () => [{ name: 'lag', help: 'Lag.', values: [{ labels: { projection: 'a"b' }, value: 3 }] }],
    })
    app.get('/api/item/:id', async () => 'item')
    await Promise.all(['1', '2', '3'].map((id) => app.inject(`/api/item/${id}`)))
    const { body } = await app.inject('/metrics')
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/api/item/:id",status="200"} 3')
    expect(body).toContain('lag{projection="a\\"b"} 3')
    expect((await app.inject('/metrics')).body).toContain('lag{projection="a\\"b"} 3')
    expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
  })

  it('tells which route held the event loop, and nothing of what was asked', async () => {
    const lines: string[] = []
    const app = await server({ log: createLogger('warn', { write: (line) => lines.push(line) }) })
    app.get('/api/slow/:what', async () => {
      // The route uses processor time, because only that counts as blocking.
      const began = process.threadCpuUsage()
      while (process.threadCpuUsage(began).user < 150_000) JSON.stringify(began)
      return 'done'
    })
    app.get('/api/quick', async () => 'done')
    await app.inject('/api/quick')
    let holds = 0
    // On a slow machine the first requests of a server may block the loop, too, so only blocks of this route count.
    app.whenHeld(({ routes }) => (holds += routes.includes('GET /api/slow/:what') ? 1 : 0))
    // The first block of a route is counted but not logged, because the request also compiles code.
    for (const told of [false, true]) {
      await app.inject('/api/slow/secret?word=secret')
      // No other request is sent before the block is counted, because the measurement would name that request's route.
      await eventually(async () => expect(holds).toBe(told ? 2 : 1))
      expect(lines.join().includes('"routes":["GET /api/slow/:what"]')).toBe(told)
    }
    const { body } = await app.inject('/metrics')
    expect(body).toContain('pathlight_event_loop_holds_total{route="GET /api/slow/:what"}')
    expect(lines.join()).not.toContain('secret')
  })

  it('describes its calls', async () => {
    const app = await server()
    app.post('/api/echo', { schema: { body: z.object({ text: z.string() }) } }, async () => 'ok')
    const description = (await app.inject('/api/openapi.json')).json()
    expect(description.paths['/api/echo'].post.requestBody.content['application/json'].schema).toMatchObject({
      properties: { text: { type: 'string' } },
    })
  })
})

it('says in time that an answer does not come, whatever it waits for', async () => {
  const app = await server()
  app.get('/api/never', { config: { answerWithinMs: 50 } }, () => new Promise(() => undefined))
  const answer = await app.inject('/api/never')
  expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
  expect(answer.json()).toMatchObject({ code: 'too_slow' })
})

describe('a list', () => {
  it('is serialized item by item, and others go on meanwhile', async () => {
    const app = await server()
    const ITEMS = 30
    let [read, turns] = [0, 0]
    /** An item that takes longer to serialize than the time after which a pause comes. */
    const item = () => ({
      hidden: 1,
      get shown() {
        read += 1
        for (const until = performance.now() + 2; performance.now() < until; );
        return 'shown'
      },
    })
    app.get('/api/list', { schema: { response: { 200: z.array(z.object({ shown: z.string() })) } } }, async () => {
      const count = async () => {
        for (; read < ITEMS; turns++) await nextTurnOfTheLoop()
      }
      void count()
      return Array.from({ length: ITEMS }, item)
    })
    const answer = await app.inject('/api/list')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toEqual(Array.from({ length: ITEMS }, () => ({ shown: 'shown' })))
    expect(turns).toBeGreaterThan(ITEMS / 2)
  })

  it('with an item that is not as the schema says is an error of the server', async () => {
    const app = await server()
    app.get('/api/list', { schema: { response: { 200: z.array(z.string()) } } }, async () => ['a', 1] as string[])
    expect(await app.inject('/api/list')).toMatchObject({ statusCode: 500 })
  })
})

describe('turns', () => {
  /** A server with a route whose requests are at work until the test ends them. */
  const withWork = async () => {
    const app = await server()
    const begun: string[] = []
    const ends: (() => void)[] = []
    app.get('/api/work', { config: { answerWithinMs: 60_000 } }, async ({ ip }) => {
      begun.push(ip)
      await new Promise<void>((resolve) => ends.push(resolve))
      return {}
    })
    app.get('/api/quick', { config: { answerWithinMs: 500 } }, async () => 'done')
    const ask = (remoteAddress: string, url = '/api/work') => app.inject({ url, remoteAddress })
    const endAll = async (asked: readonly Promise<unknown>[]) => {
      let all = false
      const done = Promise.all(asked).then(() => {
        all = true
      })
      while (!all) {
        for (const end of ends.splice(0)) end()
        await nextTurnOfTheLoop()
      }
      await done
    }
    return { app, ask, begun, ends, endAll }
  }

  /** From now on no place is given back after a time, and no answer is late. `eventually` uses another timer. */
  const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout'] })

  it('keep those waiting who ask for more than there are places, and no others', async () => {
    const { ask, begun, endAll } = await withWork()
    stopTimers()
    const much = Array.from({ length: 40 }, () => ask('192.0.2.1'))
    await eventually(async () => expect(begun.length).toBeGreaterThanOrEqual(8))
    expect(begun.length).toBeLessThan(20)
    const others = ['192.0.2.2', '192.0.2.3'].map((address) => ask(address))
    await eventually(async () => expect(begun).toEqual(expect.arrayContaining(['192.0.2.2', '192.0.2.3'])))
    expect(await ask('192.0.2.4', '/api/quick')).toMatchObject({ statusCode: 200, body: 'done' })
    expect(begun.length).toBeLessThan(25)
    await endAll([...much, ...others])
    expect(begun).toHaveLength(42)
  })

  it('are given on by who only waits for something, and the time of an answer begins with them', async () => {
    const { ask, ends, endAll } = await withWork()
    const all = Array.from({ length: 16 }, () => ask('192.0.2.1'))
    await eventually(async () => expect(ends.length).toBeGreaterThanOrEqual(8))
    // These requests get a place after half a second, which is also the limit for their answers.
    const late = Array.from({ length: 4 }, () => ask('192.0.2.1', '/api/quick'))
    for (const answer of await Promise.all(late)) expect(answer).toMatchObject({ statusCode: 200, body: 'done' })
    await endAll(all)
  })

  it('are not waited for by more than a thousand: the caller with the most waiting is told so in words', async () => {
    const { ask, endAll } = await withWork()
    stopTimers()
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    const much = Array.from({ length: 1_200 }, async () => void answers.push(await ask('192.0.2.1')))
    const one = ask('192.0.2.2', '/api/quick')
    expect((await one).statusCode).toBe(200)
    const refused = [...answers]
    await endAll(much)
    expect(refused.length).toBeGreaterThan(100)
    expect(refused.length).toBeLessThanOrEqual(200)
    expect(refused[0]).toMatchObject({ headers: { 'retry-after': '2' } })
    expect(refused[0]?.json()).toMatchObject({ code: 'busy_with_yours' })
    expect(refused[0]?.json().message).toContain('The server is busy with your requests')
    expect(answers).toHaveLength(1_200)
  })

  it('are told to a person who opened a page as a page, in their language', async () => {
    const { app, ends, endAll } = await withWork()
    app.get('/page', { config: { answerWithinMs: 60_000 } }, async () => {
      await new Promise<void>((resolve) => ends.push(resolve))
      return {}
    })
    const clients: Record<string, string>[] = [
      { accept: 'text/html', 'accept-language': 'ko-KR,ko;q=0.9' },
      { accept: 'text/html', 'accept-language': 'en' },
      { accept: 'application/json' },
    ]
    const asked = Array.from({ length: 1_500 }, async (_, n) => {
      const headers = clients[n % clients.length] ?? {}
      return { headers, answer: await app.inject({ url: '/page', remoteAddress: '192.0.2.1', headers }) }
    })
    await endAll(asked)
    const all = await Promise.all(asked)
    const [korean, english, program] = clients.map(
      (client) => all.find(({ headers, answer }) => headers === client && answer.statusCode === 503)?.answer,
    )
    expect(korean).toMatchObject({ headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': '2' } })
    expect(korean?.body).toContain('<html lang="ko">')
    expect(korean?.body).toContain('잠시 뒤에 다시 시도해 주세요.')
    expect(english?.body).toContain('The server is busy with your requests.')
    expect(program?.json()).toMatchObject({ code: 'busy_with_yours' })
  })

  it('begin one by one: a request that waits for a store is passed by few of those who ask all the time', async () => {
    const { app } = await withWork()
    let done = 0
    let asking = true
    app.get('/api/much', async () => {
      done += 1
      for (const until = performance.now() + 1; performance.now() < until; );
      return {}
    })
    const ROUND_TRIPS = 5
    app.get('/api/chapter', async () => {
      const before = done
      for (let n = 0; n < ROUND_TRIPS; n++) await nextTurnOfTheLoop()
      return { passedBy: done - before }
    })
    const askOften = async (_: unknown, n: number) => {
      while (asking) await app.inject({ url: '/api/much', remoteAddress: `192.0.2.${1 + (n % 4)}` })
    }
    const all = Array.from({ length: 16 }, askOften)
    await eventually(async () => expect(done).toBeGreaterThan(100))
    const passedBy: number[] = []
    for (let n = 0; n < 20; n++) {
      const answer = await app.inject({ url: '/api/chapter', remoteAddress: '192.0.2.9' })
      passedBy.push(answer.json().passedBy)
    }
    asking = false
    await Promise.all(all)
    // One request may begin before the first round trip, and one after the last.
    expect(Math.max(...passedBy)).toBeLessThanOrEqual(ROUND_TRIPS + 2)
  })

  it.each(['/api/long', '/api/stream'])(
    'come later to who took long (%s), and to who had a stream open no later',
    async (url) => {
      const { app, ask, begun, endAll } = await withWork()
      const never = new Promise(() => undefined)
      const take = () => {
        for (const until = performance.now() + 100; performance.now() < until; );
      }
      app.get('/api/long', async () => {
        take()
        return {}
      })
      app.get('/api/stream', async (request) => {
        take()
        void app.stepAside(request, never)
        return {}
      })
      const answers: { readonly raw: ServerResponse }[] = []
      app.get('/api/open', (request, reply) => {
        void app.stepAside(request, never)
        reply.hijack()
        reply.raw.writeHead(200)
        answers.push(reply)
      })
      const [busy, long, open] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'] as const
      const stream = ask(open, '/api/open')
      await eventually(async () => expect(answers).toHaveLength(1))
      // This address has all places, and always has work. So the door does not forget what the other addresses have
      // used.
      const much = Array.from({ length: 40 }, () => ask(busy))
      await eventually(async () => expect(begun.length).toBeGreaterThanOrEqual(8))
      for (let n = 0; n < 5; n++) await ask(long, url)
      let isLongDone = false
      const later = ask(long, '/api/quick').then(() => {
        isLongDone = true
      })
      expect((await ask(open, '/api/quick')).statusCode).toBe(200)
      expect(isLongDone).toBe(false)
      await endAll([...much, later])
      for (const { raw } of answers) raw.end()
      await stream
    },
  )

  it('are counted for people: a person who is signed in waits for no other of the address', async () => {
    const { app, begun, endAll } = await withWork()
    const ask = (token: string, url = '/api/work') =>
      app.inject({ url, remoteAddress: '192.0.2.1', headers: { cookie: `pathlight_session=${token}` } })
    const [hog, reader, unknown] = ['h', 'r', 'u'].map((letter) => letter.repeat(43)) as [string, string, string]
    app.knowPerson(hog, 'hog')
    app.knowPerson(reader, 'reader')
    stopTimers()
    const much = Array.from({ length: 60 }, () => ask(hog))
    await eventually(async () => expect(begun.length).toBeGreaterThanOrEqual(8))
    expect((await ask(reader, '/api/quick')).statusCode).toBe(200)
    expect((await ask(unknown, '/api/quick')).statusCode).toBe(200)
    expect(begun.length).toBeLessThan(40)
    await endAll(much)
  })
})

describe('a body', () => {
  /** Sends the chunks without Content-Length. Returns the status and the body of the answer. */
  const chunked = async (app: FastifyInstance, path: string, chunks: readonly string[]) => {
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const sent = request({ port, path, method: 'POST', headers: { 'content-type': 'application/json' } })
    sent.on('error', () => undefined)
    for (const chunk of chunks) sent.write(chunk)
    sent.end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, body: await text(answer) }
  }
  it('is not read at an address that takes none', async () => {
    const app = await server()
    const body = `[${'0,'.repeat(250_000)}0]`
    for (const url of ['/api/nothing', '/no/page', '/api/health']) {
      const refused = await app.inject({ method: 'POST', url, headers: json, body })
      expect([url, refused.statusCode]).toEqual([url, url === '/api/health' ? 405 : 404])
    }
    expect((await chunked(app, '/api/nothing', [body])).status).toBe(404)
  })

  it('is refused before it is parsed where it is too large, too deep, or of too many parts', async () => {
    const app = await server()
    app.post('/api/takes', { bodyLimit: TEXT_BODY_LIMIT }, async () => 'taken')
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    for (const [body, status, code] of [
      [`[${'0,'.repeat(250_000)}0]`, 413, 'too_large'],
      [`"${'x'.repeat(600_000)}"`, 413, 'too_large'],
      [`[${'0,'.repeat(9_999)}0]`, 200, undefined],
      [`[${'0,'.repeat(10_000)}0]`, 413, 'too_large'],
      [`[${'[0,0,0],'.repeat(9_000)}0]`, 200, undefined],
      [`[[${'[0,0,0],'.repeat(9_000)}0],[${'0,'.repeat(10_000)}0]]`, 413, 'too_large'],
      [deep(201), 400, 'too_deep'],
      ['{"a":'.repeat(100_000), 400, 'too_deep'],
      [deep(200), 200, undefined],
      [`"${'[{,:'.repeat(50_000)}\\"`, 400, 'malformed_json'],
      [`"${'[{,:'.repeat(50_000)}\\\\"`, 200, undefined],
      ['["\\u0000"]', 400, 'not_storable'],
      ['{"\\uD83D":1}', 400, 'not_storable'],
      ['["\\ud83d\\ude4f"]', 200, undefined],
      [`["a${'\\u0301'.repeat(101)}"]`, 400, 'piled_marks'],
      [`{"a${'\u0301'.repeat(101)}":1}`, 400, 'piled_marks'],
      [`["a${'\\u0301'.repeat(100)}b"]`, 200, undefined],
      [`"${'\\u0301\\u0323'.repeat(40_000)}"`, 400, 'piled_marks'],
    ] as const) {
      const answer = await app.inject({ method: 'POST', url: '/api/takes', headers: json, body })
      const said = answer.headers['content-type']?.startsWith('application/problem') ? answer.json().code : undefined
      expect([body.slice(0, 20), answer.statusCode, said]).toEqual([body.slice(0, 20), status, code])
    }
    expect(await chunked(app, '/api/takes', [`"${'x'.repeat(300_000)}`, `${'x'.repeat(300_000)}"`])).toMatchObject({
      status: 413,
    })
  })

  it('that is not there yet keeps no request from its turn', async () => {
    const app = await server()
    app.post('/api/takes', async () => 'taken')
    app.get('/api/quick', async () => 'done')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    let arrived = 0
    app.server.on('request', () => (arrived += 1))
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const headers = { 'content-type': 'application/json' }
    const slow = Array.from({ length: 50 }, () => {
      const one = request({ port, path: '/api/takes', method: 'POST', headers })
      one.write('"')
      return one
    })
    await eventually(() => expect(arrived).toBe(50))
    // The timers stand still, so no place is given back after a time. A request that had to wait now would wait for
    // ever.
    expect((await app.inject('/api/quick')).statusCode).toBe(200)
    vi.useRealTimers()
    for (const one of slow) one.end('"')
    const answers = await Promise.all(slow.map((one) => once(one, 'response')))
    for (const [answer] of answers) expect(answer.statusCode).toBe(200)
  })

  it('that never ends is refused, read for a little longer, and ended', async () => {
    const app = await server()
    app.post('/api/takes', async () => 'taken')
    const sockets: Socket[] = []
    app.server.on('connection', (socket) => sockets.push(socket))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const sent = request({ port, path: '/api/takes', method: 'POST', headers: json })
    sent.on('error', () => undefined)
    const send = () => {
      while (sent.write('x'.repeat(10_000)));
    }
    sent.on('drain', send)
    send()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(413)
    expect(JSON.parse(await text(answer))).toMatchObject({ code: 'too_large' })
    await eventually(() => expect(sockets[0]?.destroyed).toBe(true))
    expect(sockets[0]?.bytesRead).toBeLessThan(500_000)
  })

  it('may not be one of so many unfinished ones of an address that they fill the memory', async () => {
    const app = await server()
    app.post('/api/takes', { bodyLimit: TEXT_BODY_LIMIT }, async () => 'taken')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const headers = { 'content-type': 'application/json' }
    const slow = Array.from({ length: 60 }, () => {
      const one = request({ port, path: '/api/takes', method: 'POST', headers })
      one.write(`"${'x'.repeat(400_000)}`)
      return one
    })
    let refused = 0
    const answers = slow.map(async (one) => {
      // The connection of a refused request may end before the request is sent.
      one.on('error', () => undefined)
      const answer = await once(one, 'response').then(
        ([answered]) => answered as IncomingMessage,
        () => null,
      )
      answer?.resume()
      const status = answer?.statusCode ?? 503
      if (status === 503) refused += 1
      return status
    })
    // 41 of the bodies fit into 16 MB, the limit of an address.
    await eventually(() => expect(refused).toBeGreaterThan(15))
    for (const one of slow) one.end('"')
    const statuses = await Promise.all(answers)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(35)
    expect(refused).toBeLessThan(25)
    // The memory of these bodies is free again.
    const after = await app.inject({ method: 'POST', url: '/api/takes', headers: json, body: '"x"' })
    expect(after.statusCode).toBe(200)
  })
})
