import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { RESET_MS, type User } from './identity.ts'
import { type IdentityBench, PASSWORD } from './identity-bench.contract.ts'

/** The contract of password resets. */
export function newPasswordContract(bench: IdentityBench): void {
  const { clock, newUser, stranger, verify, startSession } = bench

  describe('a new password', () => {
    const reset = async (user: User) => {
      const started = await bench.identity.startPasswordReset(user.id)
      if (!started) throw new Error('no token')
      return started
    }
    const finish = async (token: string, password: string, where = bench.identity) =>
      (await where.finishPasswordReset(token, password, stranger())) !== null

    it('gives no token to an unknown user', async () => {
      expect(await bench.identity.startPasswordReset(randomUUID())).toBeNull()
    })

    it('takes the old password’s place and ends every session', async () => {
      const user = await newUser()
      const sessions = await Promise.all([true, false].map((remember) => startSession(user, remember)))
      const { token, user: whose } = await reset(user)
      expect(whose).toEqual(user)
      expect(await finish(token, 'Another1!pass', bench.other)).toBe(true)
      expect(await verify(user.email, PASSWORD)).toBeNull()
      const renewed = { ...user, passwordGeneration: 1 }
      expect(await verify(user.email, 'Another1!pass')).toEqual(renewed)
      for (const { token: session } of sessions) expect(await bench.identity.findSession(session)).toBeNull()
      const after = await startSession(renewed, false)
      expect(await bench.identity.findSession(after.token)).not.toBeNull()
    })

    it('takes back an address that was asked for under the old one', async () => {
      const user = await newUser()
      await bench.identity.askNewEmail(user.id, 'thief@example.org')
      const asked = await bench.identity.startEmailLink(user.id, 'change-email')
      const { token } = await reset(user)
      expect(await finish(token, 'Another1!pass')).toBe(true)
      expect(await bench.other.useEmailLink(asked?.token ?? '')).toBeNull()
      expect(await bench.identity.startEmailLink(user.id, 'change-email')).toBeNull()
      expect(await bench.identity.findUser(user.id)).toMatchObject({ email: user.email })
    })

    it('starts no session for a log-in that checked the old one just before', async () => {
      const checked = await verify((await newUser()).email, PASSWORD)
      if (!checked) throw new Error('not their password')
      const { token } = await reset(checked)
      expect(await finish(token, 'Another1!pass', bench.other)).toBe(true)
      expect(await bench.identity.startSession(checked, { remember: true, from: stranger() })).toBeNull()
    })

    it('ends every session that starts while it is being set', async () => {
      const user = await newUser()
      const { token } = await reset(user)
      let setting = true
      const set = finish(token, 'Another1!pass', bench.other).finally(() => {
        setting = false
      })
      const started: string[] = []
      while (setting) {
        const options = { remember: true, from: stranger() }
        const sessions = await Promise.all([1, 2, 3].map(() => bench.identity.startSession(user, options)))
        started.push(...sessions.flatMap((session) => session?.token ?? []))
      }
      expect(await set).toBe(true)
      expect(started.length).toBeGreaterThan(0)
      for (const session of started) expect(await bench.identity.findSession(session)).toBeNull()
    })

    it('is set once by one token, even by two at once', async () => {
      const user = await newUser()
      const { token } = await reset(user)
      const done = await Promise.all([finish(token, 'First1!password'), finish(token, 'Second1!password', bench.other)])
      expect(done.filter(Boolean)).toHaveLength(1)
      const winner = done[0] ? 'First1!password' : 'Second1!password'
      expect(await verify(user.email, winner)).toMatchObject({ id: user.id, passwordGeneration: 1 })
      expect(await finish(token, 'Third1!password')).toBe(false)
    })

    it('is repeated under the key of the first, after an answer that was lost, and under no other', async () => {
      const user = await newUser()
      const { token } = await reset(user)
      const [key, phone] = [randomUUID(), stranger()]
      const set = (password: string, by: string | null, from = phone) =>
        bench.other.finishPasswordReset(token, password, from, by)
      expect(await set('Another1!pass', key)).not.toBeNull()
      const again = await set('Another1!pass', key)
      expect(again?.deviceToken).toMatch(/^[\w-]{43}$/)
      expect(await bench.identity.knowsDevice(user.email, again?.deviceToken ?? '')).toBe(true)
      expect(await verify(user.email, 'Another1!pass')).toEqual({ ...user, passwordGeneration: 1 })
      for (const [password, by] of [
        ['Another1!pass', randomUUID()],
        ['Another1!pass', null],
        ['Third1!password', key],
      ] as const)
        expect(await set(password, by)).toBeNull()
      const next = await reset(user)
      expect(await finish(next.token, 'Fourth1!pass')).toBe(true)
      expect(await set('Another1!pass', key)).toBeNull()
      clock.time += RESET_MS
      expect(await set('Fourth1!pass', key)).toBeNull()
    })

    it('is asked for once by a repeat under the key of the first', async () => {
      const user = await newUser()
      const key = randomUUID()
      const ask = (by: string | null) => bench.identity.askPasswordReset(user.email, stranger(), by)
      expect(await ask(key)).toBe(user.id)
      expect(await ask(key)).toBe(user.id)
      expect(await ask(randomUUID())).toBeNull()
      expect(await ask(null)).toBeNull()
      clock.time += RESET_MS
      const other = randomUUID()
      expect(await ask(other)).toBe(user.id)
      expect(await ask(key)).toBeNull()
      expect(await bench.identity.askPasswordReset('unknown@example.org', stranger(), randomUUID())).toBeNull()
    })

    it('needs a token that is known and not older than ten minutes', async () => {
      const user = await newUser()
      const { token } = await reset(user)
      expect(await finish('A'.repeat(43), 'Another1!pass')).toBe(false)
      clock.time += RESET_MS
      expect(await finish(token, 'Another1!pass')).toBe(false)
      expect(await verify(user.email, PASSWORD)).toEqual(user)
    })

    it('may be set by an older link while a newer one is there, and then by no other', async () => {
      const user = await newUser()
      const [older, newer] = [await reset(user), await reset(user)]
      expect(await finish(older.token, 'Another1!pass')).toBe(true)
      expect(await finish(newer.token, 'Third1!password')).toBe(false)
      const [one, two] = [await reset(user), await reset(user)]
      const both = await Promise.all([
        finish(one.token, 'First1!password'),
        finish(two.token, 'Second1!pass', bench.other),
      ])
      expect(both.filter(Boolean)).toHaveLength(1)
    })
  })
}
