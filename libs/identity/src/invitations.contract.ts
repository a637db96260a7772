import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type IdentityBench, MINUTE_MS } from './identity-bench.contract.ts'
import { openIdentity } from './open-identity.ts'
import type { Records } from './records.ts'

const DAY_MS = 24 * 60 * MINUTE_MS

export function invitationsContract(bench: IdentityBench): void {
  const { clock, now, person, newUser } = bench

  describe('an invitation', () => {
    const invite = async (more: { email?: string; people?: number; days?: number } = {}) => {
      const { email = null, people = 1, days = 7 } = more
      const until = new Date(clock.time + days * DAY_MS)
      return bench.identity.invite({ id: randomUUID(), email, people, by: (await newUser()).id, until })
    }
    const take = (code: string, accountId = randomUUID(), email = `${accountId}@example.org`) =>
      bench.identity.takePlace(code, accountId, email)
    const use = async (code: string) => {
      const one = person()
      const place = await bench.other.takePlace(code, one.id, one.email)
      if (place === 'guest') await bench.other.createUser(one)
      return { ...one, place }
    }

    it('is known in every process until its time is over, and says how many came by it', async () => {
      const made = await invite({ people: 3 })
      expect(made).toMatchObject({ email: null, people: 3, used: 0, madeAt: now().toISOString() })
      expect((await use(made.code)).place).toBe('guest')
      expect(await bench.other.findInvitation(made.id)).toEqual({ ...made, used: 1 })
      expect(await bench.other.invitations()).toContainEqual({ ...made, used: 1 })
      clock.time += 7 * DAY_MS
      expect(await bench.other.findInvitation(made.id)).toBeNull()
      expect(await bench.other.invitations()).not.toContainEqual(expect.objectContaining({ id: made.id }))
      expect((await use(made.code)).place).toBe('over')
    })

    it('lets in as many as it is for, however many come at once', async () => {
      const { id, code } = await invite({ people: 3 })
      const came = await Promise.all(Array.from({ length: 8 }, () => use(code)))
      expect(came.filter(({ place }) => place === 'guest')).toHaveLength(3)
      expect(came.filter(({ place }) => place === 'over')).toHaveLength(5)
      expect((await bench.identity.findInvitation(id))?.used).toBe(3)
    })

    it('has one place for a sign-up that is sent again, also at once', async () => {
      const { id, code } = await invite({ people: 5 })
      const accountId = randomUUID()
      expect(await Promise.all([take(code, accountId), take(code, accountId)])).toEqual(['guest', 'guest'])
      expect(await take(code, accountId)).toBe('guest')
      expect((await bench.identity.findInvitation(id))?.used).toBe(1)
    })

    it('takes a place back whose account was not made, and none whose was', async () => {
      const { id, code } = await invite({ people: 1 })
      const nobody = randomUUID()
      await take(code, nobody)
      await bench.identity.leavePlace(nobody)
      const somebody = await use(code)
      expect(somebody.place).toBe('guest')
      await bench.identity.leavePlace(somebody.id)
      expect((await bench.identity.findInvitation(id))?.used).toBe(1)
    })

    it('frees the place of a sign-up that was cut off, after a minute', async () => {
      const { code } = await invite({ people: 1 })
      await take(code)
      expect(await take(code)).toBe('over')
      clock.time += MINUTE_MS
      expect((await use(code)).place).toBe('guest')
      clock.time += MINUTE_MS
      expect(await take(code)).toBe('over')
    })

    it('for one address is for no other, however that is written', async () => {
      const { code, email } = await invite({ email: 'Guest@example.org' })
      expect(email).toBe('Guest@example.org')
      expect(await take(code, randomUUID(), 'other@example.org')).toBe('for-another')
      expect(await take(code, randomUUID(), 'guest@EXAMPLE.org')).toBe('guest')
    })

    it('keeps its address sealed, under a key that is renewed', async () => {
      const { id } = await invite({ email: 'sealed.guest@example.org' })
      await bench.keys.renew({ settleMs: 0 })
      expect((await bench.other.findInvitation(id))?.email).toBe('sealed.guest@example.org')
      const records = await bench.under.open()
      const [record] = await records.find('invitations', { id })
      expect(JSON.stringify(record)).not.toMatch(/sealed\.guest/i)
    })

    it('for an address of an account goes when that is closed, and one for many keeps its place', async () => {
      const one = person()
      const [its, another] = [await invite({ email: one.email }), await invite({ email: 'another@example.org' })]
      const many = await invite({ people: 2 })
      expect(await take(its.code, one.id, one.email)).toBe('guest')
      await bench.identity.createUser(one)
      const changed = await invite({ email: `new.${one.email}` })
      const later = await use(many.code)
      await bench.identity.askNewEmail(one.id, `new.${one.email}`)
      const { token } = (await bench.identity.startEmailLink(one.id, 'change-email')) ?? { token: '' }
      await bench.identity.useEmailLink(token)
      await bench.other.closeUser(one.id)
      await bench.other.closeUser(later.id)
      const records = await bench.under.open()
      for (const { id } of [its, changed]) {
        expect(await records.find('invitations', { id })).toEqual([])
        expect(await records.find('invited', { invitationId: id })).toEqual([])
      }
      expect(await bench.identity.findInvitation(another.id)).toMatchObject({ email: 'another@example.org' })
      expect(await bench.identity.findInvitation(many.id)).toMatchObject({ used: 1 })
    })

    it('by which an account was made goes with it also where its address was changed long ago', async () => {
      const one = person()
      const its = await invite({ email: one.email, days: 30 })
      await take(its.code, one.id, one.email)
      await bench.identity.createUser(one)
      for (const email of [`second.${one.email}`, `third.${one.email}`]) {
        await bench.identity.askNewEmail(one.id, email)
        const { token } = (await bench.identity.startEmailLink(one.id, 'change-email')) ?? { token: '' }
        await bench.identity.useEmailLink(token)
        clock.time += 8 * DAY_MS
      }
      await bench.other.closeUser(one.id)
      expect(await (await bench.under.open()).find('invitations', { id: its.id })).toEqual([])
    })

    it('is worth nothing once it was withdrawn, or where its code was made up', async () => {
      const [one, other] = [await invite({ people: 2 }), await invite({ people: 2 })]
      expect(await bench.identity.withdrawInvitation(one.id)).toBe(true)
      expect(await bench.other.withdrawInvitation(one.id)).toBe(false)
      const secret = other.code.split('.')[1]
      for (const code of [
        one.code,
        `${one.id}.${secret}`,
        other.id,
        `${other.id}.`,
        `${other.id}.x`,
        '',
        'first-admin',
      ])
        expect(await take(code), code).toBe('over')
    })

    it('lets nobody in who takes a place while it is withdrawn', async () => {
      const { id, code } = await invite()
      const records = await bench.under.open()
      const add: Records['add'] = async (kind, record) => {
        await bench.other.withdrawInvitation(id)
        return records.add(kind, record)
      }
      const identity = openIdentity({ ...records, add }, bench.keys, now)
      expect(await identity.takePlace(code, randomUUID(), 'late@example.org')).toBe('over')
      expect(await records.find('invited', { invitationId: id })).toEqual([])
    })

    it('knows a repeated sign-up also where it was withdrawn after the account was made', async () => {
      const { id, code } = await invite()
      const guest = await use(code)
      await bench.identity.withdrawInvitation(id)
      expect(await bench.other.takePlace(code, guest.id, guest.email)).toBe('guest')
      expect(await take(code)).toBe('over')
    })

    it('is the same where it is made again under its id', async () => {
      const made = await invite({ people: 2 })
      const again = { id: made.id, email: null, people: 9, by: randomUUID(), until: new Date(clock.time + DAY_MS) }
      expect(await bench.other.invite(again)).toEqual(made)
    })

    it('makes nobody the first administrator where there is an account', async () => {
      await newUser()
      expect(await bench.identity.firstAdminCode()).toBeNull()
    })

    it('is swept with its places when its time is over', async () => {
      const { id, code } = await invite({ people: 2, days: 1 })
      await use(code)
      clock.time += DAY_MS
      expect(await bench.identity.sweep()).toBeGreaterThanOrEqual(1)
      const records = await bench.under.open()
      expect(await records.find('invitations', { id })).toEqual([])
      expect(await records.find('invited', { invitationId: id })).toEqual([])
    })
  })
}
