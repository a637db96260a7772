import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Origin, RESET_MS } from './identity.ts'
import { type IdentityBench, MINUTE_MS, PASSWORD } from './identity-bench.contract.ts'

/** The contract of guesses: an attacker cannot get in by guessing, and cannot lock the owner out. */
export function guessLimitsContract(bench: IdentityBench): void {
  const { clock, newUser, stranger, startSession } = bench

  describe('an attacker who guesses', () => {
    const WRONG = 'Wrong1!password'
    const guess = (email: string, from: Origin, password = WRONG) =>
      bench.identity.verifyPassword(email, password, from)
    const refused = { retryAfterMs: expect.any(Number) }
    /** Guesses wrong passwords until a guess is refused without a try. Returns the number of tries. */
    const guessOn = async (email: string, from: () => Origin) => {
      let tried = 0
      while ((await guess(email, from())) === null) tried += 1
      return tried
    }

    it('gets twenty tries a day, from wherever they come, and hears when there are more', async () => {
      const { email } = await newUser()
      expect(await guessOn(email, stranger)).toBe(20)
      expect(await guess(email.toUpperCase(), stranger(), PASSWORD)).toEqual({ retryAfterMs: 24 * 60 * MINUTE_MS })
      clock.time += 24 * 60 * MINUTE_MS - 1
      expect(await bench.other.verifyPassword(email, PASSWORD, stranger())).toEqual({ retryAfterMs: 1 })
      clock.time += 1
      expect(await guess(email, stranger(), PASSWORD)).toMatchObject({ email })
    })

    it('gets no more by asking for many at once', async () => {
      const { email } = await newUser()
      const ask = (n: number) => (n % 2 ? bench.identity : bench.other).verifyPassword(email, WRONG, stranger())
      const outcomes = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n)))
      expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(20)
    })

    it('is answered alike at an email without an account', async () => {
      const email = `${randomUUID()}@example.org`
      expect(await guessOn(email, stranger)).toBe(20)
      expect(await guess(email, stranger())).toEqual(refused)
    })

    it('uses up nothing by the right password', async () => {
      const user = await newUser()
      for (let n = 0; n < 25; n++) expect(await guess(user.email, stranger(), PASSWORD)).toEqual(user)
      expect(await guessOn(user.email, stranger)).toBe(20)
    })

    it('keeps the owner out of no device and no address that is known', async () => {
      const user = await newUser()
      const home = stranger()
      const { deviceToken, session } = await startSession(user, false, home)
      expect(await guessOn(user.email, stranger)).toBe(20)
      expect(await guess(user.email, home, PASSWORD)).toEqual(user)
      expect(await guess(user.email, { ...stranger(), deviceToken }, PASSWORD)).toEqual(user)
      expect(await bench.other.knowsDevice(user.email.toUpperCase(), deviceToken)).toBe(true)
      const again = await startSession(user, false, { ...stranger(), deviceToken })
      expect(again).toMatchObject({ deviceToken, session: { deviceId: session.deviceId } })
      // Another person at the same address does not have the device's cookie.
      expect(await guessOn(user.email, () => ({ ...home, deviceToken: null }))).toBe(10)
      expect(await guess(user.email, { ...home, deviceToken }, PASSWORD)).toEqual(user)
    })

    it('is stopped at a known device, too, and at all of them together within a hundred a day', async () => {
      const user = await newUser()
      const known: Origin[] = []
      for (let n = 0; n < 5; n++) {
        const { deviceToken } = await startSession(user, false)
        known.push({ ...stranger(), deviceToken })
      }
      const tried: number[] = []
      for (const from of known) tried.push(await guessOn(user.email, () => from))
      expect(tried).toEqual([10, 10, 0, 0, 0])
    })

    it('is not known for another’s device, nor for one that was made up', async () => {
      const [ann, bob] = [await newUser(), await newUser()]
      const { deviceToken } = await startSession(bob, false)
      expect(await bench.identity.knowsDevice(ann.email, deviceToken)).toBe(false)
      expect(await bench.identity.knowsDevice(ann.email, '')).toBe(false)
      const made = await startSession(ann, false, { ...stranger(), deviceToken: 'x' })
      expect(made.deviceToken).toMatch(/^[\w-]{43}$/)
      // Two people at one browser have a device each, and the cookie of one does not count for the other.
      const shared = await startSession(ann, false, { ...stranger(), deviceToken })
      expect(shared.deviceToken).not.toBe(deviceToken)
      expect((await startSession(bob, false, { ...stranger(), deviceToken })).deviceToken).toBe(deviceToken)
    })

    it('leaves the owner a link to a new password, which makes the device known', async () => {
      const user = await newUser()
      expect(await guessOn(user.email, stranger)).toBe(20)
      const { token } = (await bench.identity.startPasswordReset(user.id)) ?? { token: '' }
      const phone = stranger()
      const set = await bench.identity.finishPasswordReset(token, 'Another1!pass', phone)
      expect(await guess(user.email, stranger(), 'Another1!pass')).toEqual(refused)
      const deviceToken = set?.deviceToken ?? null
      expect(await guess(user.email, { ...stranger(), deviceToken }, 'Another1!pass')).toMatchObject({ id: user.id })
      expect(await guess(user.email, phone, 'Another1!pass')).toMatchObject({ id: user.id })
    })

    it('cannot use up the mails of a forgotten password: one a ten minutes, which works as long', async () => {
      const user = await newUser()
      const ask = (from = stranger()) => bench.identity.askPasswordReset(user.email.toUpperCase(), from)
      const asked = await Promise.all(Array.from({ length: 10 }, () => ask()))
      expect(asked.filter((whom) => whom === user.id)).toHaveLength(1)
      const link = await bench.identity.startPasswordReset(user.id)
      clock.time += RESET_MS - 1
      expect(await ask()).toBeNull()
      expect(await bench.identity.finishPasswordReset(link?.token ?? '', 'Another1!pass', stranger())).not.toBeNull()
      clock.time += 1
      expect(await ask()).toBe(user.id)
      expect(await bench.identity.askPasswordReset('unknown@example.org', stranger())).toBeNull()
      // From a known address the owner may ask twice, because a mail can get lost.
      const from = stranger()
      await startSession({ ...user, passwordGeneration: 1 }, false, from)
      expect([await ask(from), await ask(from), await ask(from)]).toEqual([user.id, user.id, null])
    })
  })
}
