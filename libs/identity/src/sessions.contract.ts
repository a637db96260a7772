import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { IDLE_MS, LONGEST_MS, REMEMBERED_MS } from './identity.ts'
import { type IdentityBench, MINUTE_MS } from './identity-bench.contract.ts'

export function sessionsContract(bench: IdentityBench): void {
  const { clock, now, newUser, stranger, startSession } = bench

  describe('sessions', () => {
    const start = async (remember: boolean) => {
      const user = await newUser()
      return { user, ...(await startSession(user, remember)) }
    }

    it('is found by its token, in every process', async () => {
      const { user, token, session } = await start(false)
      expect(token).toMatch(/^[\w-]{43}$/)
      expect(session).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        deviceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        userId: user.id,
        username: user.username,
        email: user.email,
        locked: false,
        createdAt: now().toISOString(),
        expiresAt: new Date(clock.time + IDLE_MS).toISOString(),
      })
      expect(await bench.other.findSession(token)).toEqual(session)
    })

    it('is not found by a wrong token, nor by its id', async () => {
      const { session } = await start(false)
      expect(await bench.identity.findSession(session.id)).toBeNull()
      expect(await bench.identity.findSession('')).toBeNull()
      expect(await bench.identity.findSession('A'.repeat(43))).toBeNull()
    })

    it('ends by logging out, in every process, and alone', async () => {
      const { user, token } = await start(true)
      const elsewhere = await startSession(user, true)
      await bench.identity.endSession(token)
      await bench.identity.endSession(token)
      expect(await bench.other.findSession(token)).toBeNull()
      expect(await bench.other.findSession(elsewhere.token)).not.toBeNull()
    })

    it('is among those of its user that live, until it has ended', async () => {
      const [first, other] = [await start(false), await start(true)]
      const second = await startSession(first.user, true)
      const living = async () => [...(await bench.other.livingSessions([first.user.id, other.user.id]))].sort()
      expect(await living()).toEqual([first.session.id, second.session.id, other.session.id].sort())
      expect(await bench.identity.livingSessions([randomUUID()])).toEqual(new Set())
      expect(await bench.identity.livingSessions([])).toEqual(new Set())
      await bench.identity.endSession(second.token)
      expect(await living()).toEqual([first.session.id, other.session.id].sort())
      clock.time += IDLE_MS
      expect(await living()).toEqual([other.session.id])
      await bench.identity.closeUser(other.user.id)
      expect(await living()).toEqual([])
    })

    it('lives on while it is used, and ends after twelve idle hours', async () => {
      const { token } = await start(false)
      for (let n = 0; n < 3; n++) {
        clock.time += IDLE_MS - MINUTE_MS
        const found = await bench.other.findSession(token)
        expect(found?.expiresAt).toBe(new Date(clock.time + IDLE_MS).toISOString())
      }
      clock.time += IDLE_MS
      expect(await bench.identity.findSession(token)).toBeNull()
    })

    it('writes the idle limit down at most once a minute', async () => {
      const { token, session } = await start(false)
      clock.time += MINUTE_MS - 1
      expect((await bench.identity.findSession(token))?.expiresAt).toBe(session.expiresAt)
      clock.time += 2
      expect((await bench.identity.findSession(token))?.expiresAt).toBe(new Date(clock.time + IDLE_MS).toISOString())
    })

    it('ends after seven days however much it is used', async () => {
      const { token, session } = await start(false)
      const end = Date.parse(session.createdAt) + LONGEST_MS
      while (clock.time + IDLE_MS < end) {
        clock.time += IDLE_MS - MINUTE_MS
        const found = await bench.identity.findSession(token)
        expect(found?.expiresAt).toBe(new Date(Math.min(clock.time + IDLE_MS, end)).toISOString())
      }
      clock.time = end - 1
      expect((await bench.other.findSession(token))?.expiresAt).toBe(new Date(end).toISOString())
      clock.time = end
      expect(await bench.other.findSession(token)).toBeNull()
    })

    it('lives thirty days when it is to be remembered, used or not', async () => {
      const { token, session } = await start(true)
      clock.time += REMEMBERED_MS - 1
      expect(await bench.identity.findSession(token)).toEqual(session)
      clock.time += 1
      expect(await bench.identity.findSession(token)).toBeNull()
    })

    it('is refused to a user who is not there', async () => {
      const unknown = { id: randomUUID(), passwordGeneration: 0 }
      expect(await bench.identity.startSession(unknown, { remember: false, from: stranger() })).toBeNull()
    })
  })
}
