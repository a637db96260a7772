import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type IdentityBench, PASSWORD } from './identity-bench.contract.ts'
import { WrongMasterKey } from './master-key.ts'

/** Keys under which what people write is sealed. */
export function dataKeysContract(bench: IdentityBench): void {
  const { now, person, newUser, stranger, startSession } = bench

  describe('data keys', () => {
    it('are 32 bytes, the same in every process, another for every user', async () => {
      const [one, two] = [await newUser(), await newUser()]
      const key = await bench.keys.keyOf(one.id)
      expect(key).toHaveLength(32)
      expect(Buffer.from((await bench.otherKeys.keyOf(one.id)) ?? [])).toEqual(Buffer.from(key ?? []))
      expect(Buffer.from((await bench.keys.keyOf(two.id)) ?? [])).not.toEqual(Buffer.from(key ?? []))
    })

    it('are not there for an unknown user', async () => {
      expect(await bench.keys.keyOf(randomUUID())).toBeNull()
    })

    it('are gone for good once they are destroyed, in every process, and no others', async () => {
      const [one, two] = [await newUser(), await newUser()]
      await bench.keys.destroy(one.id)
      expect(await bench.keys.keyOf(one.id)).toBeNull()
      expect(await bench.otherKeys.keyOf(one.id)).toBeNull()
      expect(await bench.keys.keyOf(two.id)).toHaveLength(32)
    })

    it('are not needed to find accounts and sessions, only to make accounts', async () => {
      const user = await newUser()
      const { token } = await startSession(user, true)
      const keyless = await bench.under.openWithoutKeys(now)
      expect(await keyless.findSession(token)).toMatchObject({ userId: user.id })
      expect(await keyless.verifyPassword(user.email, PASSWORD, stranger())).toEqual(user)
      await expect(keyless.createUser(person())).rejects.toThrow('Without the master key')
      await keyless.close()
    })

    it('cannot be had with another master key, which is refused at once', async () => {
      await expect(bench.under.open({ masterKey: randomBytes(32), now })).rejects.toThrow(WrongMasterKey)
    })
  })
}
