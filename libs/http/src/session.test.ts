import { randomUUID } from 'node:crypto'
import { postgresRecords } from '@pathlight/engine-postgres/identity/records.ts'
import type { Identity, User } from '@pathlight/identity/identity.ts'
import { openDataKeys } from '@pathlight/identity/open-data-keys.ts'
import { openIdentity } from '@pathlight/identity/open-identity.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { freshDatabase, type TestDatabase } from '@pathlight/testing/postgres.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverAlone } from './server-alone.contract.ts'
import { createSessions } from './session.ts'
import { rememberSessions } from './session-memory.ts'

describe('sessions over TLS', () => {
  let database: TestDatabase
  let identity: Identity
  let app: FastifyInstance
  let ann: User
  beforeAll(async () => {
    database = await freshDatabase()
    const { pool } = database
    const records = await postgresRecords(pool)
    const keys = await openDataKeys(records, { masterKey: new Uint8Array(32), folder: emptyFolder() })
    identity = openIdentity(records, keys)
    const person = { username: 'ann', email: 'ann@example.org', password: 'Lamp4myfeet!', language: 'en' as const }
    const made = await identity.createUser({ id: randomUUID(), ...person })
    if ('taken' in made) throw new Error('taken')
    ann = made
    app = await serverAlone({ trustProxy: 1 })
    const sessions = createSessions(identity, { publicUrl: null, memory: rememberSessions(0) })
    app.get('/api/start', async (request, reply) => {
      await sessions.start(request, reply, { user: ann, remember: true })
      return 'started'
    })
    app.get('/api/end', async (request, reply) => {
      await sessions.end(request, reply)
      return 'ended'
    })
    app.get('/api/mine', { onRequest: sessions.requireUser }, async () => 'mine')
    app.get('/api/who', async (request) => (await sessions.find(request))?.username ?? 'no session')
  })
  afterAll(async () => {
    await app.close()
    await database.drop()
  })

  const ask = async (url: string, proto: 'http' | 'https', cookie = '') => {
    const answer = await app.inject({ url, headers: { 'x-forwarded-proto': proto, cookie } })
    const set = [answer.headers['set-cookie']].flat().map(String)
    return { body: answer.body, set, pairs: set.map((one) => one.split(';')[0]).join('; ') }
  }

  it('are in cookies that only this host over TLS can set', async () => {
    const { set, pairs } = await ask('/api/start', 'https')
    expect(set[0]).toMatch(/^__Host-pathlight_session=[\w-]{43};.*Path=\/;.*HttpOnly; Secure; SameSite=Lax$/)
    expect(set[2]).toMatch(/^__Host-pathlight_device=[\w-]{43};.*Path=\/;.*HttpOnly; Secure/)
    expect(set.join()).not.toContain('Domain')
    expect((await ask('/api/who', 'https', pairs)).body).toBe('ann')
    expect((await ask('/api/end', 'https', pairs)).set.join()).toMatch(/__Host-pathlight_session=; Max-Age=0/)
    expect((await ask('/api/who', 'https', pairs)).body).toBe('no session')
  })

  it('have plain names over plain http, which knows no others', async () => {
    const { set, pairs } = await ask('/api/start', 'http')
    expect(set[0]).toMatch(/^pathlight_session=/)
    expect((await ask('/api/who', 'http', pairs)).body).toBe('ann')
    // Another host of the domain can set a cookie with the plain name for this host. So over TLS the server does not
    // accept it. The next test has the only exception.
    expect((await ask('/api/who', 'https', pairs)).body).toBe('no session')
  })

  it('from before the names had the prefix go on until they end', async () => {
    const { pairs } = await ask('/api/start', 'http')
    await database.pool.query('UPDATE identity.sessions SET device_id = NULL')
    expect((await ask('/api/who', 'https', pairs)).body).toBe('ann')
    expect((await ask('/api/end', 'https', pairs)).set.join()).toMatch(/(^|,)pathlight_session=; Max-Age=0/)
    expect((await ask('/api/who', 'https', pairs)).body).toBe('no session')
  })

  it('serve no page that another person had open', async () => {
    const { pairs: cookie } = await ask('/api/start', 'http')
    const as = async (person: string) => {
      const { statusCode, payload } = await app.inject({ url: '/api/mine', headers: { cookie, 'x-person': person } })
      return [statusCode, payload] as const
    }
    expect(await as(ann.id)).toEqual([200, 'mine'])
    const [status, said] = await as(randomUUID())
    expect([status, JSON.parse(said).code]).toEqual([403, 'other_person'])
    expect((await app.inject({ url: '/api/mine', headers: { cookie } })).statusCode).toBe(200)
  })
})
