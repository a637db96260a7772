import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataKeys } from './data-keys.ts'
import { IDLE_MS, type Identity, LONGEST_MS, type Origin, REMEMBERED_MS, RESET_MS, type User } from './identity.ts'
import { WrongMasterKey } from './master-key.ts'

const MINUTE_MS = 60_000
const PASSWORD = 'Correct1!horse'

/** A database of the suite's own, which `open` may open several times, as several processes do. */
export type IdentityUnderTest = {
  open(options: { masterKey: Uint8Array; now: () => Date }): Promise<{ identity: Identity; keys: DataKeys }>
  /** A process that has no master key. */
  openWithoutKeys(now: () => Date): Promise<Identity>
  drop(): Promise<void>
}

/** What every Identity must do. */
export function identityContract(prepare: () => Promise<IdentityUnderTest>): void {
  const masterKey = randomBytes(32)
  let time = Date.parse('2026-01-01T00:00:00Z')
  const now = () => new Date(time)
  let under: IdentityUnderTest
  let identity: Identity
  let keys: DataKeys
  let other: Identity
  let otherKeys: DataKeys

  beforeAll(async () => {
    under = await prepare()
    // Two at once: both make what is missing, neither fails.
    const opened = await Promise.all([under.open({ masterKey, now }), under.open({ masterKey, now })])
    ;({ identity, keys } = opened[0])
    ;({ identity: other, keys: otherKeys } = opened[1])
  })
  afterAll(async () => {
    await identity.close()
    await other.close()
    await under.drop()
  })

  let made = 0
  const person = () => {
    made += 1
    const username = `Reader.${made}`
    return {
      id: randomUUID(),
      username,
      email: `${username}@Example.org`,
      password: PASSWORD,
      language: 'ko' as const,
    }
  }
  const newUser = async (): Promise<User> => {
    const result = await identity.createUser(person())
    if ('taken' in result) throw new Error(`taken: ${result.taken}`)
    return result
  }
  /** A browser that nobody knows, at an address that nobody knows. */
  const stranger = (): Origin => ({ deviceToken: null, userAgent: null, address: randomUUID() })
  const verify = async (email: string, password: string) => {
    const user = await identity.verifyPassword(email, password, stranger())
    if (user !== null && 'retryAfterMs' in user) throw new Error('too many guesses')
    return user
  }
  const startSession = async (user: User, remember: boolean, from = stranger()) => {
    const started = await identity.startSession(user, { remember, from })
    if (!started) throw new Error('no session')
    return started
  }

  describe('accounts', () => {
    it('gives back what was stored, by id and by email', async () => {
      const input = person()
      const user = await identity.createUser(input)
      const { password: _, ...known } = input
      expect(user).toEqual({ ...known, createdAt: now().toISOString(), passwordGeneration: 0 })
      expect(await other.findUser(input.id)).toEqual(user)
      expect(await other.findUserByEmail(input.email)).toEqual(user)
    })

    it('finds nobody under an unknown id or email', async () => {
      expect(await identity.findUser(randomUUID())).toBeNull()
      expect(await identity.findUser('not-a-uuid')).toBeNull()
      expect(await identity.findUserByEmail('nobody@example.org')).toBeNull()
      expect(await identity.findUserByEmail('no\0body@example.org')).toBeNull()
    })

    it('takes no notice of case or width in emails and usernames', async () => {
      const user = await newUser()
      expect(await identity.findUserByEmail(user.email.toUpperCase())).toEqual(user)
      const wide = user.username.replace('R', 'Ｒ').toLowerCase()
      expect(await identity.createUser({ ...person(), username: wide })).toEqual({ taken: ['username'] })
    })

    it('names everything that is taken', async () => {
      const { username, email } = await newUser()
      expect(await identity.createUser({ ...person(), email: email.toLowerCase() })).toEqual({ taken: ['email'] })
      expect(await identity.createUser({ ...person(), username: username.toUpperCase() })).toEqual({
        taken: ['username'],
      })
      expect(await identity.createUser({ ...person(), username, email })).toEqual({ taken: ['email', 'username'] })
    })

    it('lets one of twenty win who sign up with the same email at once', async () => {
      const { email } = person()
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 ? identity : other).createUser({ ...person(), email })),
      )
      expect(results.filter((result) => 'id' in result)).toHaveLength(1)
      expect(results.filter((result) => 'taken' in result && result.taken.includes('email'))).toHaveLength(19)
    })

    it('refuses a user id that is in use', async () => {
      const { id } = await newUser()
      await expect(identity.createUser({ ...person(), id })).rejects.toThrow('in use already')
    })
  })

  describe('passwords', () => {
    it('knows the right password, and only that', async () => {
      const user = await newUser()
      expect(await verify(user.email.toLowerCase(), PASSWORD)).toEqual(user)
      expect(await verify(user.email, `${PASSWORD} `)).toBeNull()
      expect(await verify(user.email, '')).toBeNull()
      expect(await verify('nobody@example.org', PASSWORD)).toBeNull()
    })

    it('takes as long for an unknown email as for a wrong password', async () => {
      const { email } = await newUser()
      // Processor time of this process, hashing threads included: unlike the clock it does not count other programs.
      const spent = { known: 0, unknown: 0 }
      const attempt = async (who: string): Promise<number> => {
        const before = process.cpuUsage()
        await verify(who, 'Wrong1!password')
        const { user, system } = process.cpuUsage(before)
        return user + system
      }
      await attempt('warm-up@example.org')
      for (let n = 0; n < 8; n++) {
        spent.known += await attempt(email)
        spent.unknown += await attempt('nobody@example.org')
      }
      expect(spent.unknown / spent.known).toBeGreaterThan(0.6)
      expect(spent.unknown / spent.known).toBeLessThan(1.6)
    })
  })

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
        createdAt: now().toISOString(),
        expiresAt: new Date(time + IDLE_MS).toISOString(),
      })
      expect(await other.findSession(token)).toEqual(session)
    })

    it('is not found by a wrong token, nor by its id', async () => {
      const { session } = await start(false)
      expect(await identity.findSession(session.id)).toBeNull()
      expect(await identity.findSession('')).toBeNull()
      expect(await identity.findSession('A'.repeat(43))).toBeNull()
    })

    it('ends by logging out, in every process, and alone', async () => {
      const { user, token } = await start(true)
      const elsewhere = await startSession(user, true)
      await identity.endSession(token)
      await identity.endSession(token)
      expect(await other.findSession(token)).toBeNull()
      expect(await other.findSession(elsewhere.token)).not.toBeNull()
    })

    it('lives on while it is used, and ends after twelve idle hours', async () => {
      const { token } = await start(false)
      for (let n = 0; n < 3; n++) {
        time += IDLE_MS - MINUTE_MS
        const found = await other.findSession(token)
        expect(found?.expiresAt).toBe(new Date(time + IDLE_MS).toISOString())
      }
      time += IDLE_MS
      expect(await identity.findSession(token)).toBeNull()
    })

    it('writes the idle limit down at most once a minute', async () => {
      const { token, session } = await start(false)
      time += MINUTE_MS - 1
      expect((await identity.findSession(token))?.expiresAt).toBe(session.expiresAt)
      time += 2
      expect((await identity.findSession(token))?.expiresAt).toBe(new Date(time + IDLE_MS).toISOString())
    })

    it('ends after seven days however much it is used', async () => {
      const { token, session } = await start(false)
      const end = Date.parse(session.createdAt) + LONGEST_MS
      while (time + IDLE_MS < end) {
        time += IDLE_MS - MINUTE_MS
        const found = await identity.findSession(token)
        expect(found?.expiresAt).toBe(new Date(Math.min(time + IDLE_MS, end)).toISOString())
      }
      time = end - 1
      expect((await other.findSession(token))?.expiresAt).toBe(new Date(end).toISOString())
      time = end
      expect(await other.findSession(token)).toBeNull()
    })

    it('lives thirty days when it is to be remembered, used or not', async () => {
      const { token, session } = await start(true)
      time += REMEMBERED_MS - 1
      expect(await identity.findSession(token)).toEqual(session)
      time += 1
      expect(await identity.findSession(token)).toBeNull()
    })

    it('is refused to a user who is not there', async () => {
      const nobody = { id: randomUUID(), passwordGeneration: 0 }
      expect(await identity.startSession(nobody, { remember: false, from: stranger() })).toBeNull()
    })
  })

  describe('devices', () => {
    const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
    const start = async (user: User, deviceToken: string | null, userAgent: string | null = WINDOWS) => {
      const from = { ...stranger(), userAgent, deviceToken }
      const started = await identity.startSession(user, { remember: true, from })
      if (!started) throw new Error('no session')
      return started
    }

    it('outlive their sessions, and say what they are', async () => {
      const user = await newUser()
      const first = await start(user, null)
      await identity.endSession(first.token)
      time += MINUTE_MS
      const again = await start(user, first.deviceToken)
      expect(again.session).toMatchObject({
        deviceId: first.session.deviceId,
        id: expect.not.stringContaining(first.session.id),
      })
      expect(again.deviceToken).toBe(first.deviceToken)
      expect(await other.findSession(again.token)).toEqual(again.session)
      expect(await other.devicesOf(user.id)).toEqual([
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
      time += MINUTE_MS
      const phone = await start(ann, null, 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/26.0 Safari/604.1')
      const shared = await start(bob, desk.deviceToken)
      expect((await identity.devicesOf(ann.id)).map(({ id, label }) => [id, label])).toEqual([
        [phone.session.deviceId, 'Safari on iPhone'],
        [desk.session.deviceId, 'Chrome on Windows'],
      ])
      expect(await identity.devicesOf(bob.id)).toMatchObject([{ id: shared.session.deviceId }])
      expect(shared.session.deviceId).not.toBe(desk.session.deviceId)
    })

    it('are new ones when what came for a token is none', async () => {
      const started = await start(await newUser(), 'not a token')
      expect(started.deviceToken).toMatch(/^[\w-]{43}$/)
    })
  })

  describe('a new password', () => {
    const reset = async (user: User) => {
      const started = await identity.startPasswordReset(user.id)
      if (!started) throw new Error('no token')
      return started
    }
    const finish = async (token: string, password: string, where = identity) =>
      (await where.finishPasswordReset(token, password, stranger())) !== null

    it('gives no token to nobody', async () => {
      expect(await identity.startPasswordReset(randomUUID())).toBeNull()
    })

    it('takes the old password’s place and ends every session', async () => {
      const user = await newUser()
      const sessions = await Promise.all([true, false].map((remember) => startSession(user, remember)))
      const { token, user: whose } = await reset(user)
      expect(whose).toEqual(user)
      expect(await finish(token, 'Another1!pass', other)).toBe(true)
      expect(await verify(user.email, PASSWORD)).toBeNull()
      const renewed = { ...user, passwordGeneration: 1 }
      expect(await verify(user.email, 'Another1!pass')).toEqual(renewed)
      for (const { token: session } of sessions) expect(await identity.findSession(session)).toBeNull()
      const after = await startSession(renewed, false)
      expect(await identity.findSession(after.token)).not.toBeNull()
    })

    it('starts no session for a log-in that checked the old one just before', async () => {
      const checked = await verify((await newUser()).email, PASSWORD)
      if (!checked) throw new Error('not their password')
      const { token } = await reset(checked)
      expect(await finish(token, 'Another1!pass', other)).toBe(true)
      expect(await identity.startSession(checked, { remember: true, from: stranger() })).toBeNull()
    })

    it('ends every session that starts while it is being set', async () => {
      const user = await newUser()
      const { token } = await reset(user)
      let setting = true
      const set = finish(token, 'Another1!pass', other).finally(() => {
        setting = false
      })
      const started: string[] = []
      while (setting) {
        const options = { remember: true, from: stranger() }
        const sessions = await Promise.all([1, 2, 3].map(() => identity.startSession(user, options)))
        started.push(...sessions.flatMap((session) => session?.token ?? []))
      }
      expect(await set).toBe(true)
      expect(started.length).toBeGreaterThan(0)
      for (const session of started) expect(await identity.findSession(session)).toBeNull()
    })

    it('is set once by one token, even by two at once', async () => {
      const user = await newUser()
      const { token } = await reset(user)
      const done = await Promise.all([finish(token, 'First1!password'), finish(token, 'Second1!password', other)])
      expect(done.filter(Boolean)).toHaveLength(1)
      const winner = done[0] ? 'First1!password' : 'Second1!password'
      expect(await verify(user.email, winner)).toMatchObject({ id: user.id, passwordGeneration: 1 })
      expect(await finish(token, 'Third1!password')).toBe(false)
    })

    it('needs a token that is known and not older than ten minutes', async () => {
      const user = await newUser()
      const { token } = await reset(user)
      expect(await finish('A'.repeat(43), 'Another1!pass')).toBe(false)
      time += RESET_MS
      expect(await finish(token, 'Another1!pass')).toBe(false)
      expect(await verify(user.email, PASSWORD)).toEqual(user)
    })

    it('may be set by an older link while a newer one is there, and then by no other', async () => {
      const user = await newUser()
      const [older, newer] = [await reset(user), await reset(user)]
      expect(await finish(older.token, 'Another1!pass')).toBe(true)
      expect(await finish(newer.token, 'Third1!password')).toBe(false)
      const [one, two] = [await reset(user), await reset(user)]
      const both = await Promise.all([finish(one.token, 'First1!password'), finish(two.token, 'Second1!pass', other)])
      expect(both.filter(Boolean)).toHaveLength(1)
    })
  })

  describe('somebody who guesses', () => {
    const WRONG = 'Wrong1!password'
    const guess = (email: string, from: Origin, password = WRONG) => identity.verifyPassword(email, password, from)
    const refused = { retryAfterMs: expect.any(Number) }
    /** All guesses that are tried until none is. */
    const guessOn = async (email: string, from: () => Origin) => {
      let tried = 0
      while ((await guess(email, from())) === null) tried += 1
      return tried
    }

    it('gets twenty tries a day, from wherever they come, and hears when there are more', async () => {
      const { email } = await newUser()
      expect(await guessOn(email, stranger)).toBe(20)
      expect(await guess(email.toUpperCase(), stranger(), PASSWORD)).toEqual({ retryAfterMs: 24 * 60 * MINUTE_MS })
      time += 24 * 60 * MINUTE_MS - 1
      expect(await other.verifyPassword(email, PASSWORD, stranger())).toEqual({ retryAfterMs: 1 })
      time += 1
      expect(await guess(email, stranger(), PASSWORD)).toMatchObject({ email })
    })

    it('gets no more by asking for many at once', async () => {
      const { email } = await newUser()
      const ask = (n: number) => (n % 2 ? identity : other).verifyPassword(email, WRONG, stranger())
      const outcomes = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n)))
      expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(20)
    })

    it('is answered alike at an email that is nobody’s', async () => {
      const email = `${randomUUID()}@example.org`
      expect(await guessOn(email, stranger)).toBe(20)
      expect(await guess(email, stranger())).toEqual(refused)
    })

    it('uses up nothing by the right password', async () => {
      const user = await newUser()
      for (let n = 0; n < 25; n++) expect(await guess(user.email, stranger(), PASSWORD)).toEqual(user)
      expect(await guessOn(user.email, stranger)).toBe(20)
    })

    it('keeps the owner out of no device and no address that is known', async () => {
      const user = await newUser()
      const home = stranger()
      const { deviceToken, session } = await startSession(user, false, home)
      expect(await guessOn(user.email, stranger)).toBe(20)
      expect(await guess(user.email, home, PASSWORD)).toEqual(user)
      expect(await guess(user.email, { ...stranger(), deviceToken }, PASSWORD)).toEqual(user)
      expect(await other.knowsDevice(user.email.toUpperCase(), deviceToken)).toBe(true)
      const again = await startSession(user, false, { ...stranger(), deviceToken })
      expect(again).toMatchObject({ deviceToken, session: { deviceId: session.deviceId } })
      // Who shares the address does not share the device.
      expect(await guessOn(user.email, () => ({ ...home, deviceToken: null }))).toBe(10)
      expect(await guess(user.email, { ...home, deviceToken }, PASSWORD)).toEqual(user)
    })

    it('is stopped at a known device, too, and at all of them together within a hundred a day', async () => {
      const user = await newUser()
      const known: Origin[] = []
      for (let n = 0; n < 5; n++) {
        const { deviceToken } = await startSession(user, false)
        known.push({ ...stranger(), deviceToken })
      }
      const tried: number[] = []
      for (const from of known) tried.push(await guessOn(user.email, () => from))
      expect(tried).toEqual([10, 10, 0, 0, 0])
    })

    it('is not known for another’s device, nor for one that was made up', async () => {
      const [ann, bob] = [await newUser(), await newUser()]
      const { deviceToken } = await startSession(bob, false)
      expect(await identity.knowsDevice(ann.email, deviceToken)).toBe(false)
      expect(await identity.knowsDevice(ann.email, '')).toBe(false)
      const made = await startSession(ann, false, { ...stranger(), deviceToken: 'x' })
      expect(made.deviceToken).toMatch(/^[\w-]{43}$/)
      // One browser, two people: each has a device of their own.
      const shared = await startSession(ann, false, { ...stranger(), deviceToken })
      expect(shared.deviceToken).toBe(deviceToken)
      expect(shared.session.deviceId).not.toBe(
        (await startSession(bob, false, { ...stranger(), deviceToken })).session.deviceId,
      )
    })

    it('leaves the owner a link to a new password, which makes the device known', async () => {
      const user = await newUser()
      expect(await guessOn(user.email, stranger)).toBe(20)
      const { token } = (await identity.startPasswordReset(user.id)) ?? { token: '' }
      const phone = stranger()
      const set = await identity.finishPasswordReset(token, 'Another1!pass', phone)
      expect(await guess(user.email, stranger(), 'Another1!pass')).toEqual(refused)
      const deviceToken = set?.deviceToken ?? null
      expect(await guess(user.email, { ...stranger(), deviceToken }, 'Another1!pass')).toMatchObject({ id: user.id })
      expect(await guess(user.email, phone, 'Another1!pass')).toMatchObject({ id: user.id })
    })

    it('cannot use up the mails of a forgotten password: one a ten minutes, which works as long', async () => {
      const user = await newUser()
      const ask = (from = stranger()) => identity.askPasswordReset(user.email.toUpperCase(), from)
      const asked = await Promise.all(Array.from({ length: 10 }, () => ask()))
      expect(asked.filter((whom) => whom === user.id)).toHaveLength(1)
      const link = await identity.startPasswordReset(user.id)
      time += RESET_MS - 1
      expect(await ask()).toBeNull()
      expect(await identity.finishPasswordReset(link?.token ?? '', 'Another1!pass', stranger())).not.toBeNull()
      time += 1
      expect(await ask()).toBe(user.id)
      expect(await identity.askPasswordReset('nobody@example.org', stranger())).toBeNull()
      // From where they are known people may ask again: mail gets lost.
      const from = stranger()
      await startSession({ ...user, passwordGeneration: 1 }, false, from)
      expect([await ask(from), await ask(from), await ask(from)]).toEqual([user.id, user.id, null])
    })
  })

  it('counts what a person ever wrote, exactly, whoever counts at the same time, and past every sweep', async () => {
    const { id } = await newUser()
    const grants = Array.from({ length: 30 }, (_, n) => (n % 2 ? identity : other).grantWriting(id, 10, 100))
    expect((await Promise.all(grants)).filter(Boolean)).toHaveLength(10)
    time += 1000 * 24 * 60 * MINUTE_MS
    await identity.sweep()
    expect(await identity.grantWriting(id, 1, 100)).toBe(false)
    expect(await identity.grantWriting(id, 5, 105)).toBe(true)
    expect(await identity.grantWriting((await newUser()).id, 101, 100)).toBe(false)
  })

  describe('data keys', () => {
    it('are 32 bytes, the same in every process, another for every user', async () => {
      const [one, two] = [await newUser(), await newUser()]
      const key = await keys.keyOf(one.id)
      expect(key).toHaveLength(32)
      expect(Buffer.from((await otherKeys.keyOf(one.id)) ?? [])).toEqual(Buffer.from(key ?? []))
      expect(Buffer.from((await keys.keyOf(two.id)) ?? [])).not.toEqual(Buffer.from(key ?? []))
    })

    it('are not there for nobody', async () => {
      expect(await keys.keyOf(randomUUID())).toBeNull()
    })

    it('are gone for good once they are destroyed, in every process, and no others', async () => {
      const [one, two] = [await newUser(), await newUser()]
      await keys.destroy(one.id)
      expect(await keys.keyOf(one.id)).toBeNull()
      expect(await otherKeys.keyOf(one.id)).toBeNull()
      expect(await keys.keyOf(two.id)).toHaveLength(32)
    })

    it('are not needed to find accounts and sessions, only to make accounts', async () => {
      const user = await newUser()
      const { token } = await startSession(user, true)
      const keyless = await under.openWithoutKeys(now)
      expect(await keyless.findSession(token)).toMatchObject({ userId: user.id })
      expect(await keyless.verifyPassword(user.email, PASSWORD, stranger())).toEqual(user)
      await expect(keyless.createUser(person())).rejects.toThrow('Without the master key')
      await keyless.close()
    })

    it('cannot be had with another master key, which is refused at once', async () => {
      await expect(under.open({ masterKey: randomBytes(32), now })).rejects.toThrow(WrongMasterKey)
    })
  })

  it('sweeps what has expired, and only that', async () => {
    time += REMEMBERED_MS
    await identity.sweep()
    const user = await newUser()
    const gone = await startSession(user, false)
    const kept = await startSession(user, true)
    await identity.startPasswordReset(user.id)
    await identity.verifyPassword(user.email, 'Wrong1!password', stranger())
    time += IDLE_MS
    expect(await identity.sweep()).toBe(2)
    time += IDLE_MS
    expect(await identity.sweep()).toBe(1)
    expect(await identity.sweep()).toBe(0)
    expect(await identity.findSession(gone.token)).toBeNull()
    expect(await identity.findSession(kept.token)).not.toBeNull()
  })
}
