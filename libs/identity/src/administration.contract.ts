import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { IdentityBench } from './identity-bench.contract.ts'

/** What admins need to know and to do of others' accounts. */
export function administrationContract(bench: IdentityBench): void {
  const { newUser, startSession } = bench

  describe('an admin', () => {
    const named = async () => (await bench.identity.admins()).map(({ user: { id }, by }) => [id, by])

    it('is one for every process at once, until it is taken back', async () => {
      const [user, other] = [await newUser(), await newUser()]
      expect(await bench.identity.adminOf(user.id)).toEqual({ user, by: null })
      expect(await bench.identity.setAdmin(user.id, 'operator')).toBe(true)
      expect(await bench.other.adminOf(user.id)).toEqual({ user, by: 'operator' })
      expect(await bench.other.adminOf(other.id)).toEqual({ user: other, by: null })
      expect(await bench.other.setAdmin(user.id, null)).toBe(true)
      expect(await bench.identity.adminOf(user.id)).toEqual({ user, by: null })
    })
    it('is in the list of all, with what made them one', async () => {
      const [user, other] = [await newUser(), await newUser()]
      await bench.identity.setAdmin(user.id, 'operator')
      await bench.identity.setAdmin(other.id, 'settings')
      expect(await named()).toEqual(
        expect.arrayContaining([
          [user.id, 'operator'],
          [other.id, 'settings'],
        ]),
      )
      await bench.identity.setAdmin(user.id, null)
      expect(await named()).not.toContainEqual([user.id, 'operator'])
    })
    it('is none without an account, or with a closed one', async () => {
      expect(await bench.identity.adminOf(randomUUID())).toBeNull()
      expect(await bench.identity.setAdmin(randomUUID(), 'operator')).toBe(false)
      const user = await newUser()
      await bench.identity.setAdmin(user.id, 'operator')
      await bench.identity.closeUser(user.id)
      expect(await bench.identity.adminOf(user.id)).toBeNull()
      expect(await bench.identity.setAdmin(user.id, 'operator')).toBe(false)
      expect((await named()).map(([id]) => id)).not.toContain(user.id)
    })
  })

  describe('names for admins', () => {
    it('are those of accounts that there are', async () => {
      const [user, closed] = [await newUser(), await newUser()]
      await bench.identity.closeUser(closed.id)
      const names = await bench.identity.namesOf([user.id, closed.id, randomUUID()])
      expect([...names]).toEqual([[user.id, user.username]])
      expect(await bench.identity.namesOf([])).toEqual(new Map())
    })
    it('find a person by their username or address, whatever the case', async () => {
      const [user, closed] = [await newUser(), await newUser()]
      await bench.identity.closeUser(closed.id)
      expect(await bench.identity.findPerson(user.username.toLowerCase())).toBe(user.id)
      expect(await bench.identity.findPerson(user.email.toUpperCase())).toBe(user.id)
      for (const name of [closed.username, closed.email, user.id, '', `closed ${closed.id}`])
        expect(await bench.identity.findPerson(name)).toBeNull()
    })
    it('are those of devices, also of ended ones', async () => {
      const user = await newUser()
      const { session } = await startSession(user, true)
      await bench.identity.endDevice(user.id, session.deviceId)
      const labels = await bench.identity.labelsOf([session.deviceId, randomUUID()])
      expect([...labels.keys()]).toEqual([session.deviceId])
      expect(labels.get(session.deviceId)).not.toBe('')
    })
  })
}
