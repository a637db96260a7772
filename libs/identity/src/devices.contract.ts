import { describe, expect, it } from 'vitest'
import type { User } from './identity.ts'
import { type IdentityBench, MINUTE_MS } from './identity-bench.contract.ts'
import { openIdentity } from './open-identity.ts'

/** The contract of devices, which outlive their sessions. */
export function devicesContract(bench: IdentityBench): void {
  const { clock, newUser, stranger } = bench

  describe('devices', () => {
    const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
    const start = async (user: User, deviceToken: string | null, userAgent: string | null = WINDOWS) => {
      const from = { ...stranger(), userAgent, deviceToken }
      const started = await bench.identity.startSession(user, { remember: true, from })
      if (!started) throw new Error('no session')
      return started
    }

    it('outlive their sessions, and say what they are', async () => {
      const user = await newUser()
      const first = await start(user, null)
      await bench.identity.endSession(first.token)
      clock.time += MINUTE_MS
      const again = await start(user, first.deviceToken)
      expect(again.session).toMatchObject({
        deviceId: first.session.deviceId,
        id: expect.not.stringContaining(first.session.id),
      })
      expect(again.deviceToken).toBe(first.deviceToken)
      expect(await bench.other.findSession(again.token)).toEqual(again.session)
      expect(await bench.other.devicesOf(user.id)).toEqual([
        {
          id: first.session.deviceId,
          label: 'Chrome on Windows',
          firstSeenAt: first.session.createdAt,
          lastSeenAt: again.session.createdAt,
        },
      ])
    })

    it('are listed with the one used last first, and only to whom they are', async () => {
      const [ann, bob] = [await newUser(), await newUser()]
      const desk = await start(ann, null)
      clock.time += MINUTE_MS
      const phone = await start(ann, null, 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/26.0 Safari/604.1')
      const shared = await start(bob, desk.deviceToken)
      expect((await bench.identity.devicesOf(ann.id)).map(({ id, label }) => [id, label])).toEqual([
        [phone.session.deviceId, 'Safari on iPhone'],
        [desk.session.deviceId, 'Chrome on Windows'],
      ])
      expect(await bench.identity.devicesOf(bob.id)).toMatchObject([{ id: shared.session.deviceId }])
      expect(shared.session.deviceId).not.toBe(desk.session.deviceId)
    })

    it.each([true, false])(
      'were last seen when a session of theirs was last used, to the hour (remembered: %s)',
      async (remember) => {
        const user = await newUser()
        const started = await bench.identity.startSession(user, { remember, from: stranger() })
        const later = await start(user, null)
        const { token = '', session } = started ?? {}
        const lastSeen = async () =>
          Object.fromEntries((await bench.other.devicesOf(user.id)).map(({ id, lastSeenAt }) => [id, lastSeenAt]))
        const loggedInAt = later.session.createdAt
        for (const [afterMs, isNoted] of [
          [59 * MINUTE_MS, false],
          [MINUTE_MS, true],
          [59 * MINUTE_MS, false],
          [MINUTE_MS, true],
        ] as const) {
          clock.time += afterMs
          const before = await lastSeen()
          expect(await bench.other.findSession(token)).toMatchObject({ id: session?.id })
          const now = new Date(clock.time).toISOString()
          const changed = isNoted && { [session?.deviceId ?? '']: now }
          expect(await lastSeen()).toEqual({ ...before, ...changed, [later.session.deviceId]: loggedInAt })
        }
        expect((await bench.identity.devicesOf(user.id))[0]?.id).toBe(session?.deviceId)
      },
    )

    it('were last seen now, also after the clock was ahead', async () => {
      const user = await newUser()
      const { token } = await start(user, null)
      for (const byMs of [180 * MINUTE_MS, -120 * MINUTE_MS]) {
        clock.time += byMs
        await bench.identity.findSession(token)
        const lastSeenAt = new Date(clock.time).toISOString()
        expect(await bench.other.devicesOf(user.id)).toMatchObject([{ lastSeenAt }])
      }
    })

    it.each(['devices', 'sessions'])(
      'do not end a session when their last use cannot be stored (%s), and the next use stores it',
      async (failing) => {
        const user = await newUser()
        const { token, session } = await start(user, null)
        clock.time += 60 * MINUTE_MS
        const records = await bench.under.open()
        const change: typeof records.change = (kind, ...rest) =>
          kind === failing ? Promise.reject(new Error('no space')) : records.change(kind, ...rest)
        const failed = openIdentity({ ...records, change }, bench.keys, bench.now)
        expect(await failed.findSession(token)).toEqual(session)
        clock.time += MINUTE_MS
        await bench.identity.findSession(token)
        const lastSeenAt = new Date(clock.time).toISOString()
        expect(await bench.other.devicesOf(user.id)).toMatchObject([{ lastSeenAt }])
      },
    )

    it('are not known by a cookie that another person had, or planted', async () => {
      const [ann, eve] = [await newUser(), await newUser()]
      const planted = (await start(eve, null)).deviceToken
      for (const cookie of [planted, 'A'.repeat(43)]) {
        const started = await start(ann, cookie)
        expect(started.deviceToken).not.toBe(cookie)
        expect(await bench.other.knowsDevice(ann.email, cookie)).toBe(false)
        expect(await bench.other.knowsDevice(ann.email, started.deviceToken)).toBe(true)
      }
    })

    it('are new ones when what came for a token is none', async () => {
      const started = await start(await newUser(), 'not a token')
      expect(started.deviceToken).toMatch(/^[\w-]{43}$/)
    })
  })
}
