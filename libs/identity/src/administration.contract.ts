import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newKey, wrapByEpoch } from './data-key.ts'
import type { IdentityBench } from './identity-bench.contract.ts'

/** The contract of what admins can read and change in other people's accounts. */
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

  it('those whose key is destroyed have no name, and are in no list of names, while their account is being closed', async () => {
    const [user, closing] = [await newUser(), await newUser()]
    await bench.identity.setAdmin(closing.id, 'operator')
    await bench.keys.destroy(closing.id)
    expect(await bench.identity.namesOf([user.id, closing.id])).toEqual(new Map([[user.id, user.username]]))
    expect((await bench.identity.admins()).map(({ user: { id } }) => id)).not.toContain(closing.id)
    expect(await bench.identity.findPeople(closing.username, 5)).toEqual([])
    await bench.identity.closeUser(closing.id)
  })

  it('those whose key is lost with the file of its epoch have no name, and keep nobody else from being found', async () => {
    const [user, lost] = [await newUser(), await newUser()]
    const elsewhere = { id: '00'.repeat(16), key: newKey() }
    const records = await bench.under.open()
    await records.change('users', { id: lost.id }, { wrappedDataKey: wrapByEpoch(newKey(), lost.id, elsewhere) })
    expect(await bench.identity.namesOf([user.id, lost.id])).toEqual(new Map([[user.id, user.username]]))
    const found = (await bench.identity.findPeople(user.username, 1_000)).map(({ id }) => id)
    expect(found).toContain(user.id)
    expect(found).not.toContain(lost.id)
    await bench.keys.destroy(lost.id)
    await bench.identity.closeUser(lost.id)
  })

  it('people are counted while they have an account', async () => {
    const before = await bench.identity.countPeople()
    const [, user] = [await newUser(), await newUser()]
    expect(await bench.other.countPeople()).toBe(before + 2)
    await bench.identity.closeUser(user.id)
    expect(await bench.identity.countPeople()).toBe(before + 1)
  })

  describe('a lock', () => {
    it('is known to every process and every session at once, and taken back', async () => {
      const [user, other] = [await newUser(), await newUser()]
      const { token } = await startSession(user, true)
      expect(await bench.identity.setLocked(user.id, true)).toBe(true)
      expect(await bench.identity.setLocked(user.id, true)).toBe(true)
      expect(await bench.other.findUser(user.id)).toEqual({ ...user, locked: true })
      expect(await bench.other.findSession(token)).toMatchObject({ userId: user.id, locked: true })
      expect(await startSession(user, true)).toMatchObject({ session: { locked: true } })
      expect(await bench.identity.findUser(other.id)).toEqual(other)
      expect(await bench.other.setLocked(user.id, false)).toBe(true)
      expect(await bench.identity.findSession(token)).toMatchObject({ locked: false })
    })
    it('is of accounts that there are', async () => {
      const closed = await newUser()
      await bench.identity.closeUser(closed.id)
      for (const id of [closed.id, randomUUID()]) expect(await bench.identity.setLocked(id, true)).toBe(false)
    })
  })

  describe('the sessions of a person', () => {
    it('end all at once, and the devices stay known', async () => {
      const [user, other] = [await newUser(), await newUser()]
      const [phone, tablet] = [await startSession(user, true), await startSession(user, false)]
      const theirs = await startSession(other, true)
      const devices = await bench.identity.devicesOf(user.id)
      expect(await bench.other.signedInOn(user.id)).toEqual(new Set([phone, tablet].map((one) => one.session.deviceId)))
      expect(await bench.identity.endSessions(user.id)).toBe(2)
      expect(await bench.other.endSessions(user.id)).toBe(0)
      for (const { token } of [phone, tablet]) expect(await bench.other.findSession(token)).toBeNull()
      expect(await bench.identity.signedInOn(user.id)).toEqual(new Set())
      expect(await bench.identity.devicesOf(user.id)).toEqual(devices)
      expect(await bench.identity.findSession(theirs.token)).not.toBeNull()
    })
    it('stay known as those of a closed account', async () => {
      const user = await newUser()
      const { token } = await startSession(user, true)
      await bench.identity.endSessionsOfClosed(user.id)
      expect(await bench.identity.endSessions(user.id)).toBe(0)
      expect(await bench.identity.wasOfClosed(token)).toBe(true)
      expect(await bench.identity.signedInOn(user.id)).toEqual(new Set())
    })
  })

  describe('a mail about looks', () => {
    it('is wanted by those who said so, and by none of a closed account', async () => {
      const [user, other] = [await newUser(), await newUser()]
      expect(user.looksByMail).toBe(false)
      expect(await bench.identity.setLooksByMail(user.id, true)).toEqual({ ...user, looksByMail: true })
      await bench.identity.setLooksByMail(other.id, true)
      expect(await bench.other.wantLooksByMail()).toEqual(expect.arrayContaining([user.id, other.id]))
      await bench.other.setLooksByMail(user.id, false)
      await bench.identity.closeUser(other.id)
      const wanted = await bench.identity.wantLooksByMail()
      for (const { id } of [user, other]) expect(wanted).not.toContain(id)
      expect(await bench.identity.setLooksByMail(other.id, true)).toBeNull()
    })
  })

  describe('people', () => {
    it('are found by how their names begin, the exact one first, and by a whole address', async () => {
      const [user, closed] = [await newUser(), await newUser()]
      await bench.identity.changeUsername(user.id, `${user.username}.z`)
      const exact = await newUser()
      await bench.identity.changeUsername(exact.id, `${user.username}`)
      await bench.identity.closeUser(closed.id)
      const found = await bench.identity.findPeople(user.username.toUpperCase(), 20)
      expect(found).toEqual([
        { id: exact.id, username: user.username },
        { id: user.id, username: `${user.username}.z` },
      ])
      expect(await bench.identity.findPeople(user.username, 1)).toHaveLength(1)
      expect(await bench.identity.findPeople(user.email.toUpperCase(), 20)).toEqual([
        { id: user.id, username: `${user.username}.z` },
      ])
      for (const none of ['', user.email.slice(0, -1), closed.username, closed.email, '%', '.*', `closed ${closed.id}`])
        expect(await bench.identity.findPeople(none, 20)).toEqual([])
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
