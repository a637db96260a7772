import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MOST_TOKENS } from './identity.ts'
import { type IdentityBench, MINUTE_MS, PASSWORD } from './identity-bench.contract.ts'
import { openIdentity } from './open-identity.ts'
import type { Records } from './records.ts'

const DAY_MS = 24 * 60 * MINUTE_MS

export function tokensContract(bench: IdentityBench): void {
  const { clock, now, newUser, stranger } = bench

  describe('personal access tokens', () => {
    const make = async (userId: string, more: { id?: string; name?: string; days?: number } = {}) => {
      const { id = randomUUID(), name = 'Backup of my notes', days = 30 } = more
      const until = new Date(clock.time + days * DAY_MS)
      const secret = await bench.identity.makeToken(userId, { id, name, scopes: ['read', 'export'], until })
      if (secret === null || secret === 'full') throw new Error(`no token: ${secret}`)
      return { id, secret, until: until.toISOString() }
    }

    it('open a session of their own in every process, which is a device with their name', async () => {
      const user = await newUser()
      const { id, secret, until } = await make(user.id)
      expect(secret).toMatch(/^pl_[\w-]{43}$/)
      expect(await bench.other.findToken(secret)).toEqual({
        ...{ id, deviceId: id, userId: user.id, username: user.username, email: user.email, locked: false },
        ...{ scopes: ['read', 'export'], createdAt: now().toISOString(), expiresAt: until },
      })
      expect(await bench.other.livingSessions([user.id])).toEqual(new Set([id]))
      expect(await bench.other.deviceNamesOf(user.id)).toEqual(new Map([[id, 'Backup of my notes']]))
      expect(await bench.other.labelsOf([id])).toEqual(new Map([[id, 'Backup of my notes']]))
      expect(await bench.other.devicesOf(user.id)).toEqual([])
    })

    it('are kept as a hash, and their names sealed', async () => {
      const user = await newUser()
      const { secret, id } = await make(user.id, { name: 'Script of Habakkuk' })
      const records = await bench.under.open()
      const stored = [await records.find('tokens', { userId: user.id }), await records.find('devices', { id })]
      expect(JSON.stringify(stored)).not.toContain('Habakkuk')
      expect(JSON.stringify(stored)).not.toContain(secret)
      expect(JSON.stringify(stored)).not.toContain(secret.slice(3))
    })

    it('are listed to their owner alone, the newest first, with their last use to the minute', async () => {
      const [user, other] = [await newUser(), await newUser()]
      const first = await make(user.id, { name: 'one' })
      clock.time += MINUTE_MS
      const second = await make(user.id, { name: 'two' })
      await make(other.id)
      clock.time += MINUTE_MS
      const usedAt = now().toISOString()
      await bench.other.findToken(first.secret)
      clock.time += MINUTE_MS - 1
      await bench.other.findToken(first.secret)
      expect(await bench.identity.tokensOf(user.id)).toMatchObject([
        { id: second.id, name: 'two', usedAt: null },
        { id: first.id, name: 'one', usedAt, scopes: ['read', 'export'], expiresAt: first.until },
      ])
    })

    it('are not found by what is not theirs', async () => {
      const { id } = await make((await newUser()).id)
      for (const secret of ['', id, 'pl_', `pl_${'A'.repeat(43)}`])
        expect(await bench.identity.findToken(secret)).toBeNull()
    })

    it('end in every process when they are revoked, by their owner alone, and keep their name on what they wrote', async () => {
      const [user, other] = [await newUser(), await newUser()]
      const { id, secret } = await make(user.id)
      expect(await bench.identity.revokeToken(other.id, id)).toBe(false)
      expect(await bench.other.findToken(secret)).not.toBeNull()
      expect(await bench.identity.revokeToken(user.id, id)).toBe(true)
      expect(await bench.other.revokeToken(user.id, id)).toBe(false)
      expect(await bench.other.findToken(secret)).toBeNull()
      expect(await bench.other.livingSessions([user.id])).toEqual(new Set())
      expect(await bench.other.tokensOf(user.id)).toEqual([])
      expect((await bench.other.deviceNamesOf(user.id)).get(id)).toBe('Backup of my notes')
    })

    it('end with their time, and are swept then', async () => {
      const user = await newUser()
      const { secret } = await make(user.id, { days: 1 })
      clock.time += DAY_MS
      expect(await bench.identity.findToken(secret)).toBeNull()
      expect(await bench.identity.tokensOf(user.id)).toEqual([])
      await bench.identity.sweep()
      expect(await (await bench.under.open()).find('tokens', { userId: user.id })).toEqual([])
    })

    it('end with a new password, and when an admin logs the person out', async () => {
      const user = await newUser()
      const { secret } = await make(user.id)
      const by = { from: stranger(), sessionId: randomUUID() }
      await bench.identity.changePassword(user.id, { present: PASSWORD, next: 'Another1!word' }, by)
      expect(await bench.other.findToken(secret)).toBeNull()
      expect(await bench.other.tokensOf(user.id)).toEqual([])
      const next = await make(user.id)
      await bench.identity.endSessions(user.id)
      expect(await bench.other.findToken(next.secret)).toBeNull()
    })

    it('keep their names, however many browsers the person uses later', async () => {
      const user = await newUser()
      const { id } = await make(user.id, { name: 'Backup' })
      clock.time += MINUTE_MS
      const records = await bench.under.open()
      const seen = { userId: user.id, label: 'Firefox', firstSeenAt: now(), lastSeenAt: now(), endedAt: null }
      await records.put(
        'devices',
        Array.from({ length: 210 }, () => ({ ...seen, id: randomUUID() })),
      )
      clock.time += MINUTE_MS
      await bench.startSession(user, false)
      expect(await records.count('devices', { userId: user.id })).toBe(201)
      expect(await bench.other.tokensOf(user.id)).toMatchObject([{ id, name: 'Backup' }])
    })

    it('end as soon as the account is being closed', async () => {
      const user = await newUser()
      const { secret } = await make(user.id)
      await bench.identity.endSessionsOfClosed(user.id)
      expect(await bench.other.findToken(secret)).toBeNull()
    })

    it('are gone, with their names, when the account is closed, and none is made for it', async () => {
      const user = await newUser()
      const { id, secret } = await make(user.id)
      await bench.identity.closeUser(user.id)
      expect(await bench.other.findToken(secret)).toBeNull()
      expect(await bench.other.labelsOf([id])).toEqual(new Map())
      expect(await (await bench.under.open()).find('tokens', { userId: user.id })).toEqual([])
      const until = new Date(clock.time + DAY_MS)
      const another = { id: randomUUID(), name: 'late', scopes: ['read'], until }
      expect(await bench.identity.makeToken(user.id, another)).toBeNull()
    })

    it('have one secret, the last, where one is made again under its id', async () => {
      const user = await newUser()
      const first = await make(user.id)
      const second = await make(user.id, { id: first.id })
      expect(await bench.other.findToken(first.secret)).toBeNull()
      expect(await bench.other.findToken(second.secret)).toMatchObject({ id: first.id })
      expect(await bench.other.tokensOf(user.id)).toHaveLength(1)
    })

    it('have a secret that works also where one is made again under its id in the same moment', async () => {
      const user = await newUser()
      const id = randomUUID()
      const records = await bench.under.open()
      let others = 0
      const add: Records['add'] = async (kind, record) => {
        others += 1
        if (others === 1) await make(user.id, { id })
        return records.add(kind, record)
      }
      const until = new Date(clock.time + DAY_MS)
      const secret = await openIdentity({ ...records, add }, bench.keys, now).makeToken(user.id, {
        ...{ id, name: 'again', scopes: ['read'], until },
      })
      expect(await bench.other.findToken(String(secret))).toMatchObject({ id })
      expect(await bench.other.tokensOf(user.id)).toHaveLength(1)
    })

    it('know of a lock', async () => {
      const user = await newUser()
      const { secret } = await make(user.id)
      await bench.identity.setLocked(user.id, true)
      expect(await bench.other.findToken(secret)).toMatchObject({ locked: true })
    })

    it('are so many at most', async () => {
      const user = await newUser()
      for (let n = 1; n < MOST_TOKENS; n++) await make(user.id)
      const one = () => ({ id: randomUUID(), name: 'one', scopes: ['read'], until: new Date(clock.time + DAY_MS) })
      const atOnce = [bench.identity, bench.other].flatMap((identity) =>
        Array.from({ length: 5 }, () => identity.makeToken(user.id, one())),
      )
      expect((await Promise.all(atOnce)).filter((made) => made !== 'full').length).toBeLessThanOrEqual(1)
      while ((await bench.identity.tokensOf(user.id)).length < MOST_TOKENS) await make(user.id)
      expect(await bench.identity.makeToken(user.id, one())).toBe('full')
    })
  })
}
