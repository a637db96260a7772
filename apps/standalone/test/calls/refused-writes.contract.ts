import { beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, type Browser, makeAdmin, openBrowser, signUpSomebody } from '../app-under-test.contract.ts'
import type { Person, Sent } from './call.contract.ts'
import { CALLS } from './calls.contract.ts'

type Method = Parameters<Browser['ask']>[0]
type Request = NonNullable<Parameters<Browser['ask']>[2]>

/** As zod says it where a shape has no words of its own. */
const DEVELOPERS_WORDS = /expected|received|invalid (input|option|uuid)|too (big|small)/i

const NO_OBJECTS = ['{"text":', '[]', 'null', '"text"', '42', '']
const UNSTORABLE = ['a\u0000b', 'a\udc00', 'a'.padEnd(102, '\u0301')]
const OF_EVERY_TYPE = [null, true, 5, 'x', [], {}]
const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)
/** A UUID; or the address that a bookmark has for an id. */
const AN_ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|KJV\.19\.23/
const NO_UUIDS = ['mine', '1', "'; DROP TABLE events; --", '%00', '..%2f..', '__proto__', 'x'.repeat(250)]

/** What is wrong with the body of any call: a field that is missing, of another type, or of what is not kept: NUL, half of a letter, 101 marks on one. */
const wrongBodies = (good: NonNullable<Sent['body']>, optional: readonly string[]): object[] =>
  Object.entries(good).flatMap(([field, value]) => {
    const { [field]: _, ...without } = good
    const isOptional = optional.includes(field)
    const others = OF_EVERY_TYPE.filter((one) => typeOf(one) !== typeOf(value) && !(one === null && isOptional))
    const unstorable = typeof value === 'string' ? UNSTORABLE : []
    return [...(isOptional ? [] : [without]), ...[...others, ...unstorable].map((one) => ({ ...good, [field]: one }))]
  })

/** Makes it when it is asked for first. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * Sends every call that changes something, wrongly in each way there is: missing, empty, oversized, of a wrong type,
 * about what is another person's or does not exist, not signed in, with a session that ended, from another site. Each
 * is answered in words and with its status, and writes nothing. The row of a call says what is particular to it.
 */
export const refusedWritesContract = (running: () => AppUnderTest): void => {
  // Who is refused stays as they are, and asks in each call: signing up is slow on purpose.
  const signUp = () => signUpSomebody(running().app)
  const stranger = once(signUp)
  const loggedOut = once(async () => {
    const leaver = await signUp()
    const { cookie } = leaver.browser
    await leaver.ask('GET', '/api/auth/logout')
    return { leaver, cookie }
  })
  const noAdminNow = once(async () => {
    const revoked = await signUp()
    await makeAdmin(running().stores, revoked.id)
    await running().stores.identity.setAdmin(revoked.id, null)
    return revoked
  })
  const writes = Object.entries(CALLS).filter(([route]) => !route.startsWith('GET '))

  it('every write says what it refuses', () => {
    expect(writes.filter(([, { refuses }]) => refuses === undefined).map(([route]) => route)).toEqual([])
  })

  describe.for(writes)('%s refuses', ([route, row]) => {
    const { send, refuses = {}, anonymous, other, owner: accepted, hasBody = !route.startsWith('DELETE ') } = row
    const method = route.split(' ')[0] as Method
    /** For all callers but admins the call does not exist, whatever else is wrong. */
    const isOfAdmins = accepted === 404 && row.admin !== undefined
    const isPersonal = anonymous === 401 && accepted < 400
    let owner: Person
    let good: Sent
    beforeAll(async () => {
      owner = await signUp()
      if (isOfAdmins) await makeAdmin(running().stores, owner.id)
      good = await send(owner, 'secret')
    })
    /** This is no test of limits by address: where a call needs no session, each request has another address. */
    const asker = (): Pick<Browser, 'ask'> => (isPersonal || isOfAdmins ? owner : openBrowser(running().app))

    /** What was said to a request that must not be taken. */
    const refused = async (request: Request, { path = good.path, by = asker() } = {}) => {
      const { log } = running().stores
      const before = await log.head()
      const { status, problem, headers } = await by.ask(method, path, request)
      const said = JSON.stringify({ path, request, status, problem }).slice(0, 1_000)
      expect(await log.head(), said).toBe(before)
      expect(status, said).toBeGreaterThanOrEqual(400)
      expect(status, said).toBeLessThan(500)
      expect(headers['content-type'], said).toContain('application/problem+json')
      expect(problem.code, said).toMatch(/^[a-z][a-z_]*$/)
      expect(problem.message, said).not.toMatch(DEVELOPERS_WORDS)
      return { status, message: problem.message, said }
    }
    const body = () => good.body ?? {}
    const asJson = () => ({ ...(good.body && { body: good.body }), ...(good.raw && { raw: good.raw }) })

    it('what comes from another site', async () => {
      const elsewhere = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://elsewhere.example' },
      ]
      for (const headers of elsewhere) expect((await refused({ ...asJson(), headers })).status).toBe(403)
    })

    if (isPersonal)
      it('who is not signed in, or no longer', async () => {
        expect((await refused(asJson(), { by: openBrowser(running().app) })).status).toBe(401)
        const { leaver, cookie } = await loggedOut()
        leaver.browser.cookie = cookie
        expect((await refused(asJson(), { by: leaver })).status).toBe(401)
      })

    if (isOfAdmins)
      it('who is no admin, or no longer', async () => {
        for (const by of [openBrowser(running().app), await stranger(), await noAdminNow()]) {
          const { status, message } = await refused(asJson(), { by })
          expect({ status, message }).toEqual({ status: 404, message: 'There is nothing at this address.' })
        }
      })

    if (other === 404 && !isOfAdmins)
      it('what is another person’s, or is not there', async () => {
        const nobody = await stranger()
        const theirs = await refused(asJson(), { by: nobody })
        expect(theirs.status).toBe(404)
        // The caller does not learn which ids there are, in the address or in the body.
        const noOne = (text: string) => text.replace(AN_ID, crypto.randomUUID())
        expect(JSON.stringify(good)).toMatch(AN_ID)
        const body = good.body && JSON.parse(noOne(JSON.stringify(good.body)))
        for (const by of [nobody, owner])
          expect(await refused({ ...asJson(), ...(body && { body }) }, { path: noOne(good.path), by })).toMatchObject({
            status: 404,
            message: theirs.message,
          })
      })

    if (route.includes('/:id'))
      it('an address that cannot be one', async () => {
        for (const id of NO_UUIDS) {
          const { status, said } = await refused(asJson(), { path: good.path.replace(AN_ID, encodeURI(id)) })
          expect(status, said).toBeOneOf([400, 404])
        }
      })

    if (hasBody)
      it('what is no JSON object, and a megabyte', async () => {
        for (const raw of NO_OBJECTS)
          expect(await refused({ raw })).toMatchObject({ status: 400, message: expect.stringMatching(/JSON/) })
        const large = JSON.stringify({ ...good.body, more: 'x'.repeat(1_000_000) })
        expect((await refused({ raw: large })).status).toBe(413)
      })

    if (hasBody)
      it('a field that is missing, of another type, or not to be stored', async () => {
        const wrongs = wrongBodies(body(), refuses.optional ?? [])
        expect(wrongs.length).toBeGreaterThan(0)
        for (const wrong of wrongs) {
          const { status, said } = await refused({ body: wrong })
          expect(status, said).toBe(400)
        }
      })

    if (isPersonal)
      it('a key that cannot be one', async () => {
        for (const key of ['x'.repeat(201), 'a b'])
          expect((await refused({ ...asJson(), headers: { 'idempotency-key': key } })).status).toBe(400)
      })

    it.for(refuses.cases ?? [])('%s', async ([_what, change, message, status = 400]) => {
      expect(await refused({ body: { ...body(), ...change } })).toMatchObject({ status, message })
    })
  })
}
