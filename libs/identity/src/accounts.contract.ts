import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type IdentityBench, PASSWORD } from './identity-bench.contract.ts'

export function accountsContract(bench: IdentityBench): void {
  const { now, person, newUser, verify } = bench

  describe('accounts', () => {
    it('gives back what was stored, by id and by email', async () => {
      const input = person()
      const user = await bench.identity.createUser(input)
      const { password: _, ...known } = input
      expect(user).toEqual({
        ...known,
        emailVerified: false,
        locked: false,
        looksByMail: false,
        secondFactor: false,
        createdAt: now().toISOString(),
        passwordGeneration: 0,
      })
      expect(await bench.other.findUser(input.id)).toEqual(user)
      expect(await bench.other.findUserByEmail(input.email)).toEqual(user)
    })

    it('changes the language of mails, of an account that there is', async () => {
      const user = await newUser()
      for (const language of ['ko', 'ko', 'en', 'ko'] as const) {
        await bench.identity.setLanguage(user.id, language)
        expect(await bench.other.findUser(user.id)).toEqual({ ...user, language })
      }
      await bench.identity.closeUser(user.id)
      for (const id of [user.id, randomUUID()]) await bench.identity.setLanguage(id, 'en')
    })

    it('finds no account under an unknown id or email', async () => {
      expect(await bench.identity.findUser(randomUUID())).toBeNull()
      expect(await bench.identity.findUser('not-a-uuid')).toBeNull()
      expect(await bench.identity.findUserByEmail('unknown@example.org')).toBeNull()
      expect(await bench.identity.findUserByEmail('no\0body@example.org')).toBeNull()
    })

    it('takes no notice of case or width in emails and usernames', async () => {
      const user = await newUser()
      expect(await bench.identity.findUserByEmail(user.email.toUpperCase())).toEqual(user)
      const wide = user.username.replace('R', 'Ｒ').toLowerCase()
      expect(await bench.identity.createUser({ ...person(), username: wide })).toEqual({ taken: ['username'] })
    })

    it('names everything that is taken', async () => {
      const { username, email } = await newUser()
      expect(await bench.identity.createUser({ ...person(), email: email.toLowerCase() })).toEqual({ taken: ['email'] })
      expect(await bench.identity.createUser({ ...person(), username: username.toUpperCase() })).toEqual({
        taken: ['username'],
      })
      expect(await bench.identity.createUser({ ...person(), username, email })).toEqual({
        taken: ['email', 'username'],
      })
    })

    it('lets one of twenty win who sign up with the same email at once', async () => {
      const { email } = person()
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 ? bench.identity : bench.other).createUser({ ...person(), email })),
      )
      expect(results.filter((result) => 'id' in result)).toHaveLength(1)
      expect(results.filter((result) => 'taken' in result && result.taken.includes('email'))).toHaveLength(19)
    })

    it('refuses a user id that is in use', async () => {
      const { id } = await newUser()
      // `taken` is empty, because neither the name nor the address is taken. The id belongs to another account.
      expect(await bench.identity.createUser({ ...person(), id })).toEqual({ taken: [] })
    })
  })

  describe('passwords', () => {
    it('knows the right password, and only that', async () => {
      const user = await newUser()
      expect(await verify(user.email.toLowerCase(), PASSWORD)).toEqual(user)
      expect(await verify(user.email, `${PASSWORD} `)).toBeNull()
      expect(await verify(user.email, '')).toBeNull()
      expect(await verify('unknown@example.org', PASSWORD)).toBeNull()
    })

    it('takes as long for an unknown email as for a wrong password', async () => {
      const { email } = await newUser()
      // Processor time of this process, hashing threads included. Unlike the clock, it does not count other programs.
      // The least of several measurements counts, because other work of this process only adds time.
      const spent = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
      const attempt = async (who: string): Promise<number> => {
        const before = process.cpuUsage()
        await verify(who, 'Wrong1!password')
        const { user, system } = process.cpuUsage(before)
        return user + system
      }
      await attempt('warm-up@example.org')
      for (let n = 0; n < 8; n++) {
        spent.known = Math.min(spent.known, await attempt(email))
        spent.unknown = Math.min(spent.unknown, await attempt('unknown@example.org'))
      }
      expect(spent.unknown / spent.known).toBeGreaterThan(0.6)
      expect(spent.unknown / spent.known).toBeLessThan(1.6)
    })
  })
}
