import { beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, type Browser, makeAdmin, openBrowser, signUpSomebody } from '../app-under-test.contract.ts'
import type { Person, Sent } from './call.contract.ts'
import { CALLS } from './calls.contract.ts'
import { DEVELOPERS_WORDS } from './refused-reads.contract.ts'

type Method = Parameters<Browser['ask']>[0]
type Request = NonNullable<Parameters<Browser['ask']>[2]>

const NO_OBJECTS = ['{"text":', '[]', 'null', '"text"', '42', '']
const UNSTORABLE = ['a\u0000b', 'a\udc00', 'a'.padEnd(102, '\u0301')]
const OF_EVERY_TYPE = [null, true, 5, 'x', [], {}]
const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)
/** Matches a UUID, or the id of a bookmark on Psalm 23 in the KJV. */
const AN_ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|KJV\.19\.23/
const NO_UUIDS = ['mine', '1', "'; DROP TABLE events; --", '%00', '..%2f..', '__proto__', 'x'.repeat(250)]

/**
 * Wrong bodies of any call: a required field is missing, a field has another type, or a text has a NUL, half of a
 * surrogate pair, or 101 marks on one letter.
 */
const wrongBodies = (good: NonNullable<Sent['body']>, optional: readonly string[]): object[] =>
  Object.entries(good).flatMap(([field, value]) => {
    const { [field]: _, ...without } = good
    const isOptional = optional.includes(field)
    const others = OF_EVERY_TYPE.filter((one) => typeOf(one) !== typeOf(value) && !(one === null && isOptional))
    const unstorable = typeof value === 'string' ? UNSTORABLE : []
    return [...(isOptional ? [] : [without]), ...[...others, ...unstorable].map((one) => ({ ...good, [field]: one }))]
  })

/** Calls `make` at the first use, and answers the same promise afterwards. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * Sends every writing call wrongly: with missing, empty or oversized parts, with wrong types, about other people's or
 * unknown items, without a session or with an ended one, and from another site. Each request must be answered with
 * words and the right status, and must write nothing.
 */
export const refusedWritesContract = (running: () => AppUnderTest): void => {
  // Sign-up is slow. A refused person stays unchanged, and can be used for each call.
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
    /** Whether the call is for admins. To all other callers such a call answers 404, whatever they send. */
    const isOfAdmins = accepted === 404 && row.admin !== undefined
    const isPersonal = anonymous === 401 && accepted < 400
    let owner: Person
    let good: Sent
    beforeAll(async () => {
      owner = await signUp()
      if (isOfAdmins) await makeAdmin(running().stores, owner.id)
      good = await send(owner, 'secret')
    })
    /** Rate limits by address are not tested here, so a call without a session gets a new address for each request. */
    const asker = (): Pick<Browser, 'ask'> => (isPersonal || isOfAdmins ? owner : openBrowser(running().app))

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
        // An unknown id gets the same answer as another person's id, in the address and in the body.
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
