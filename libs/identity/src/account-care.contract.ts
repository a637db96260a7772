import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { User } from './identity.ts'
import { CHANGE_MS, type EmailLinkPurpose, REMEMBERED_MS, UNDO_MS, VERIFY_MS } from './identity.ts'
import { type IdentityBench, PASSWORD } from './identity-bench.contract.ts'
import { openIdentity } from './open-identity.ts'
import type { Records } from './records.ts'

const NEXT = 'Another1!pass'
const DAY_MS = 24 * 60 * 60 * 1000

/** The contract of changes that people make to their own accounts. */
export function accountCareContract(bench: IdentityBench): void {
  const { clock, person, newUser, stranger, verify, startSession } = bench
  const link = async (user: User, purpose: EmailLinkPurpose) => {
    const started = await bench.identity.startEmailLink(user.id, purpose)
    if (!started) throw new Error('no link')
    return started
  }
  const address = () => `${randomUUID()}@example.org`
  /** Asks for a new address, and uses the link that is mailed there. */
  const changeTo = async (user: User, email: string) => {
    expect(await bench.identity.askNewEmail(user.id, email)).toMatchObject({ id: user.id })
    return bench.other.useEmailLink((await link(user, 'change-email')).token)
  }
  const lives = async (token: string) => (await bench.other.findSession(token)) !== null

  describe('a password that its owner changes', () => {
    const change = (user: User, present: string, next: string, sessionId: string) =>
      bench.identity.changePassword(user.id, { present, next }, { from: stranger(), sessionId })

    it('ends every other session and every reset link, and keeps this session', async () => {
      const user = await newUser()
      const [here, there] = [await startSession(user, true), await startSession(user, true)]
      const reset = await bench.identity.startPasswordReset(user.id)
      expect(await change(user, PASSWORD, NEXT, here.session.id)).toEqual({ ...user, passwordGeneration: 1 })
      expect([await lives(here.token), await lives(there.token)]).toEqual([true, false])
      expect(await verify(user.email, PASSWORD)).toBeNull()
      expect(await verify(user.email, NEXT)).toMatchObject({ id: user.id })
      expect(await bench.other.finishPasswordReset(reset?.token ?? '', PASSWORD, stranger())).toBeNull()
    })

    it('leaves the session of the one that was faster where two are changed at once', async () => {
      const user = await newUser()
      const [here, there] = [await startSession(user, true), await startSession(user, true)]
      const [first, second] = await Promise.all([
        change(user, PASSWORD, NEXT, here.session.id),
        change(user, PASSWORD, 'Third1!password', there.session.id),
      ])
      expect([first, second].filter((one) => one !== null)).toHaveLength(1)
      expect([await lives(here.token), await lives(there.token)]).toEqual([first !== null, second !== null])
    })

    it('keeps the session through each change that is made from it, until something else ends all', async () => {
      const ended = {
        'a new password by a link': async (user: User) => {
          const { token } = (await bench.identity.startPasswordReset(user.id)) ?? { token: '' }
          expect(await bench.identity.finishPasswordReset(token, PASSWORD, stranger())).not.toBeNull()
        },
        'a change from elsewhere': async (user: User, there: string) =>
          expect(await change(user, NEXT, PASSWORD, there)).toMatchObject({ passwordGeneration: 3 }),
        'an admin': (user: User) => bench.other.endSessions(user.id),
        'a closing that is under way': (user: User) => bench.other.endSessionsOfClosed(user.id),
      }
      for (const [by, end] of Object.entries(ended)) {
        const user = await newUser()
        const here = await startSession(user, true)
        await change(user, PASSWORD, 'Third1!password', here.session.id)
        const changed = await change(user, 'Third1!password', NEXT, here.session.id)
        expect(changed).toEqual({ ...user, passwordGeneration: 2 })
        const there = await startSession({ ...user, passwordGeneration: 2 }, true)
        expect([await lives(here.token), await lives(there.token)], by).toEqual([true, true])
        expect(await bench.other.livingSessions([user.id])).toEqual(new Set([here.session.id, there.session.id]))
        await end(user, there.session.id)
        expect(await lives(here.token), by).toBe(false)
      }
    })

    it('takes back an address that was asked for under the old one', async () => {
      const user = await newUser()
      const here = await startSession(user, true)
      await bench.identity.askNewEmail(user.id, address())
      const { token } = await link(user, 'change-email')
      await change(user, PASSWORD, NEXT, here.session.id)
      expect(await bench.other.useEmailLink(token)).toBeNull()
      expect(await bench.identity.startEmailLink(user.id, 'change-email')).toBeNull()
      expect(await bench.identity.findUser(user.id)).toMatchObject({ email: user.email })
    })

    it('is changed once where the change is sent again', async () => {
      const user = await newUser()
      const here = await startSession(user, true)
      await change(user, PASSWORD, NEXT, here.session.id)
      expect(await change(user, PASSWORD, NEXT, here.session.id)).toEqual({ ...user, passwordGeneration: 1 })
      expect(await lives(here.token)).toBe(true)
    })

    it('ends every other session, token and reset link also where the new one is the present one', async () => {
      const user = await newUser()
      const here = await startSession(user, true)
      // In the second round `here` is the session that set the present password, so `changePassword` tries `next`, too.
      for (const [present, generation] of [[PASSWORD, 1] as const, [NEXT, 2] as const]) {
        const there = await startSession({ ...user, passwordGeneration: generation - 1 }, true)
        const reset = await bench.identity.startPasswordReset(user.id)
        const changed = await change(user, present, NEXT, here.session.id)
        expect(changed).toEqual({ ...user, passwordGeneration: generation })
        expect([await lives(here.token), await lives(there.token)]).toEqual([true, false])
        expect(await bench.other.finishPasswordReset(reset?.token ?? '', PASSWORD, stranger())).toBeNull()
      }
      const fresh = await newUser()
      const [mine, theirs] = [await startSession(fresh, true), await startSession(fresh, true)]
      expect(await change(fresh, PASSWORD, PASSWORD, mine.session.id)).toEqual({ ...fresh, passwordGeneration: 1 })
      expect([await lives(mine.token), await lives(theirs.token)]).toEqual([true, false])
    })

    it('stays when the present one is wrong, which counts as a guess', async () => {
      const user = await newUser()
      const here = await startSession(user, true)
      expect(await change(user, 'Wrong1!password', NEXT, here.session.id)).toBeNull()
      // `next` is the account's password, but is not tried, because this session did not set it.
      expect(await change(user, 'Wrong1!password', PASSWORD, here.session.id)).toBeNull()
      expect(await bench.identity.checkPassword(user.id, PASSWORD, stranger())).toEqual(user)
      for (let n = 0; n < 18; n++)
        expect(await bench.identity.checkPassword(user.id, 'Wrong1!password', stranger())).toBeNull()
      expect(await bench.identity.checkPassword(user.id, PASSWORD, stranger())).toHaveProperty('retryAfterMs')
    })

    it('belongs to an account that there is', async () => {
      expect(await bench.identity.checkPassword(randomUUID(), PASSWORD, stranger())).toBeNull()
    })
  })

  describe('a username that its owner changes', () => {
    it('is another one everywhere, and the old one is free', async () => {
      const user = await newUser()
      const { username } = person()
      expect(await bench.identity.changeUsername(user.id, username)).toEqual({ ...user, username })
      expect(await bench.other.findUser(user.id)).toMatchObject({ username })
      expect(await bench.identity.createUser({ ...person(), username: user.username })).toHaveProperty('id')
    })
    it('is refused when another account has it, whatever its case', async () => {
      const [user, other] = [await newUser(), await newUser()]
      const taken = await bench.identity.changeUsername(user.id, other.username.toUpperCase())
      expect(taken).toEqual({ taken: ['username'] })
      expect(await bench.identity.changeUsername(user.id, user.username.toUpperCase())).toHaveProperty('id')
      expect(await bench.identity.changeUsername(randomUUID(), person().username)).toBeNull()
    })
  })

  describe('an address', () => {
    it('is verified by its link, as often as the link is used', async () => {
      const user = await newUser()
      const { token, email } = await link(user, 'verify-email')
      expect(email).toBe(user.email)
      const verified = { ...user, emailVerified: true }
      expect(await bench.other.useEmailLink(token)).toEqual({
        purpose: 'verify-email',
        user: verified,
        repeated: false,
      })
      expect(await bench.identity.useEmailLink(token)).toEqual({
        purpose: 'verify-email',
        user: verified,
        repeated: true,
      })
      expect(await bench.identity.startEmailLink(user.id, 'verify-email')).toBeNull()
    })

    it('is verified by no link that was never given out or is too old', async () => {
      const { token } = await link(await newUser(), 'verify-email')
      expect(await bench.identity.useEmailLink('A'.repeat(43))).toBeNull()
      clock.time += VERIFY_MS
      expect(await bench.identity.useEmailLink(token)).toBeNull()
    })

    it('becomes another one by the link to the new one, and only then', async () => {
      const user = await newUser()
      const email = address()
      await bench.identity.askNewEmail(user.id, email)
      expect(await bench.identity.findUser(user.id)).toEqual(user)
      const started = await link(user, 'change-email')
      expect(started.email).toBe(email)
      const changed = { ...user, email, emailVerified: true }
      const used = { purpose: 'change-email', user: changed }
      expect(await bench.other.useEmailLink(started.token)).toEqual({ ...used, repeated: false })
      expect(await bench.identity.useEmailLink(started.token)).toEqual({ ...used, repeated: true })
      expect(await verify(email, PASSWORD)).toEqual(changed)
      expect(await verify(user.email, PASSWORD)).toBeNull()
    })

    it('stays when the link is too old, or another address was asked for since', async () => {
      const user = await newUser()
      await bench.identity.askNewEmail(user.id, address())
      const first = await link(user, 'change-email')
      await bench.identity.askNewEmail(user.id, address())
      expect(await bench.identity.useEmailLink(first.token)).toBeNull()
      const second = await link(user, 'change-email')
      clock.time += CHANGE_MS
      expect(await bench.identity.useEmailLink(second.token)).toBeNull()
      expect(await bench.identity.startEmailLink(user.id, 'change-email')).toBeNull()
      expect(await bench.identity.findUser(user.id)).toEqual(user)
    })

    it('is not taken from an account that has it, or had it a moment ago', async () => {
      const [user, other] = [await newUser(), await newUser()]
      expect(await bench.identity.askNewEmail(user.id, other.email.toUpperCase())).toEqual({ taken: ['email'] })
      const email = address()
      await bench.identity.askNewEmail(user.id, email)
      const { token } = await link(user, 'change-email')
      await bench.identity.createUser({ ...person(), email })
      expect(await bench.identity.useEmailLink(token)).toEqual({ taken: ['email'] })
      await changeTo(other, address())
      expect(await bench.identity.askNewEmail(user.id, other.email)).toEqual({ taken: ['email'] })
      expect(await bench.identity.createUser({ ...person(), email: other.email })).toEqual({ taken: ['email'] })
      clock.time += UNDO_MS
      expect(await bench.identity.askNewEmail(user.id, other.email)).toMatchObject({ id: user.id })
    })

    it('comes back by the link to the old one for seven days, and every session ends', async () => {
      const user = await newUser()
      await changeTo(user, address())
      const { token, email } = await link(user, 'undo-email-change')
      expect(email).toBe(user.email)
      const session = await startSession({ ...user }, true)
      const undone = { ...user, emailVerified: true, passwordGeneration: 1 }
      const used = { purpose: 'undo-email-change', user: undone }
      expect(await bench.other.useEmailLink(token)).toEqual({ ...used, repeated: false })
      expect(await bench.identity.useEmailLink(token)).toEqual({ ...used, repeated: true })
      expect(await lives(session.token)).toBe(false)
      expect(await bench.identity.findUserByEmail(user.email)).toEqual(undone)

      const late = await newUser()
      await changeTo(late, address())
      const over = await link(late, 'undo-email-change')
      clock.time += UNDO_MS
      expect(await bench.identity.useEmailLink(over.token)).toBeNull()
    })

    it.each([
      [6, 'comes back'],
      [8, 'stays'],
    ] as const)('that was changed %i days ago %s', async (days, what) => {
      const user = await newUser()
      const next = address()
      await changeTo(user, next)
      const { token } = await link(user, 'undo-email-change')
      clock.time += days * DAY_MS
      const used = await bench.other.useEmailLink(token)
      if (what === 'comes back') expect(used).toMatchObject({ user: { email: user.email } })
      else expect(used).toBeNull()
      const { email } = (await bench.identity.findUser(user.id)) ?? {}
      expect(email).toBe(what === 'comes back' ? user.email : next)
    })

    it('comes back although it was changed twice', async () => {
      const user = await newUser()
      await changeTo(user, address())
      // This undo link is made before the second change. It goes to the first address, as a later one does.
      const early = await link(user, 'undo-email-change')
      await changeTo(user, address())
      const { token, email } = await link(user, 'undo-email-change')
      expect([email, early.email]).toEqual([user.email, user.email])
      for (const one of [early.token, token])
        expect(await bench.identity.useEmailLink(one)).toMatchObject({ user: { email: user.email } })
    })
  })

  describe('a device that its owner ends', () => {
    it('has no session any more, is listed no more, and is known again after a log-in', async () => {
      const user = await newUser()
      const [desk, phone] = [await startSession(user, true), await startSession(user, true)]
      expect(await bench.identity.endDevice(user.id, phone.session.deviceId)).toBe(true)
      expect(await bench.identity.endDevice(user.id, phone.session.deviceId)).toBe(false)
      expect([await lives(desk.token), await lives(phone.token)]).toEqual([true, false])
      expect(await bench.other.knowsDevice(user.email, phone.deviceToken)).toBe(false)
      expect((await bench.other.devicesOf(user.id)).map(({ id }) => id)).toEqual([desk.session.deviceId])
      await startSession(user, true, { ...stranger(), deviceToken: phone.deviceToken })
      expect((await bench.other.devicesOf(user.id)).map(({ id }) => id)).toContain(phone.session.deviceId)
    })

    it('is the owner’s', async () => {
      const [ann, bob] = [await newUser(), await newUser()]
      const session = await startSession(ann, true)
      expect(await bench.identity.endDevice(bob.id, session.session.deviceId)).toBe(false)
      expect(await bench.identity.endOtherDevices(bob.id, 'none')).toEqual([])
      expect(await lives(session.token)).toBe(true)
    })

    it('may be every one but this', async () => {
      const user = await newUser()
      const [here, desk, phone] = [
        await startSession(user, true),
        await startSession(user, true),
        await startSession(user, false),
      ]
      const ended = await bench.identity.endOtherDevices(user.id, here.session.deviceId)
      expect(ended.toSorted()).toEqual([desk, phone].map(({ session }) => session.deviceId).toSorted())
      expect(await Promise.all([here, desk, phone].map(({ token }) => lives(token)))).toEqual([true, false, false])
    })
  })

  describe('an account that is closed', () => {
    it('leaves no device and no address of a log-in that meets the closing', async () => {
      const user = await newUser()
      const records = await bench.under.open()
      const meeting: Records = {
        ...records,
        async put(kind, all) {
          await bench.other.closeUser(user.id)
          await records.put(kind, all)
        },
      }
      const from = stranger()
      await openIdentity(meeting, bench.keys, bench.now).startSession(user, { remember: true, from })
      expect(await records.find('devices', { userId: user.id })).toEqual([])
      expect(await records.find('addresses', { userId: user.id })).toEqual([])
    })

    it('leaves nothing, and its name and address are free', async () => {
      const user = await newUser()
      const session = await startSession(user, true)
      const loggedOut = await startSession(user, false)
      await bench.identity.endSession(loggedOut.token)
      expect(await bench.other.wasOfClosed(session.token)).toBe(false)
      expect(await bench.other.closedOf([user.id])).toEqual(new Set())
      const reset = await bench.identity.startPasswordReset(user.id)
      const { token } = await link(user, 'verify-email')
      await bench.identity.askNewEmail(user.id, address())
      for (const where of [bench.identity, bench.other]) await where.closeUser(user.id)
      expect(await bench.other.findUser(user.id)).toBeNull()
      expect(await bench.other.findUserByEmail(user.email)).toBeNull()
      expect(await lives(session.token)).toBe(false)
      expect(await verify(user.email, PASSWORD)).toBeNull()
      expect(await bench.otherKeys.keyOf(user.id)).toBeNull()
      expect(await bench.identity.devicesOf(user.id)).toEqual([])
      expect(await bench.identity.useEmailLink(token)).toBeNull()
      expect(await bench.identity.startEmailLink(user.id, 'change-email')).toBeNull()
      expect(await bench.identity.startPasswordReset(user.id)).toBeNull()
      expect(await bench.identity.finishPasswordReset(reset?.token ?? '', NEXT, stranger())).toBeNull()
      expect(await bench.identity.changeUsername(user.id, person().username)).toBeNull()
      const { id, username, email } = user
      expect(await bench.identity.createUser({ ...person(), id, username, email })).toEqual({ taken: [] })
      expect(await bench.identity.createUser({ ...person(), username, email })).toHaveProperty('id')
      // As long as a browser may still send the cookie of its session, the server can say that the account was closed.
      // A session that ended before the closing does not count.
      await bench.identity.endSession(session.token)
      expect(await bench.other.wasOfClosed(session.token)).toBe(true)
      expect(await bench.other.wasOfClosed(loggedOut.token)).toBe(false)
      expect(await bench.other.wasOfClosed('a stranger')).toBe(false)
      expect(await bench.other.closedOf([user.id, 'unknown'])).toEqual(new Set([user.id]))
      bench.clock.time += REMEMBERED_MS
      await bench.identity.sweep()
      expect(await bench.other.wasOfClosed(session.token)).toBe(false)
      expect(await bench.other.closedOf([user.id])).toEqual(new Set())
    })
  })
}
