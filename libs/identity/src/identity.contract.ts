import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataKeys } from './data-keys.ts'
import { IDLE_MS, type Identity, REMEMBERED_MS, RESET_MS, type User } from './identity.ts'
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
  const startSession = async (user: User, remember: boolean, userAgent: string | null = null) => {
    const started = await identity.startSession(user, { remember, userAgent, deviceToken: null })
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
      expect(await identity.verifyPassword(user.email.toLowerCase(), PASSWORD)).toEqual(user)
      expect(await identity.verifyPassword(user.email, `${PASSWORD} `)).toBeNull()
      expect(await identity.verifyPassword(user.email, '')).toBeNull()
      expect(await identity.verifyPassword('nobody@example.org', PASSWORD)).toBeNull()
    })

    it('takes as long for an unknown email as for a wrong password', async () => {
      const { email } = await newUser()
      // Processor time of this process, hashing threads included: unlike the clock it does not count other programs.
      const spent = { known: 0, unknown: 0 }
      const attempt = async (who: string): Promise<number> => {
        const before = process.cpuUsage()
        await identity.verifyPassword(who, 'Wrong1!password')
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
      return { user, ...(await startSession(user, remember, 'Firefox')) }
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

    it('lives thirty days when it is to be remembered, used or not', async () => {
      const { token, session } = await start(true)
      time += REMEMBERED_MS - 1
      expect(await identity.findSession(token)).toEqual(session)
      time += 1
      expect(await identity.findSession(token)).toBeNull()
    })

    it('is refused to a user who is not there', async () => {
      const nobody = { id: randomUUID(), passwordGeneration: 0 }
      expect(await identity.startSession(nobody, { remember: false, userAgent: null, deviceToken: null })).toBeNull()
    })
  })

  describe('devices', () => {
    const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
    const start = async (user: User, deviceToken: string | null, userAgent: string | null = WINDOWS) => {
      const started = await identity.startSession(user, { remember: true, userAgent, deviceToken })
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
    const reset = async (email: string) => {
      const started = await identity.startPasswordReset(email)
      if (!started) throw new Error('no token')
      return started
    }

    it('gives no token to an unknown email', async () => {
      expect(await identity.startPasswordReset('nobody@example.org')).toBeNull()
    })

    it('takes the old password’s place and ends every session', async () => {
      const user = await newUser()
      const sessions = await Promise.all([true, false].map((remember) => startSession(user, remember)))
      const { token, user: whose } = await reset(user.email.toUpperCase())
      expect(whose).toEqual(user)
      expect(await other.finishPasswordReset(token, 'Another1!pass')).toBe(true)
      expect(await identity.verifyPassword(user.email, PASSWORD)).toBeNull()
      const renewed = { ...user, passwordGeneration: 1 }
      expect(await identity.verifyPassword(user.email, 'Another1!pass')).toEqual(renewed)
      for (const { token: session } of sessions) expect(await identity.findSession(session)).toBeNull()
      const after = await startSession(renewed, false)
      expect(await identity.findSession(after.token)).not.toBeNull()
    })

    it('starts no session for a log-in that checked the old one just before', async () => {
      const { email } = await newUser()
      const checked = await identity.verifyPassword(email, PASSWORD)
      if (!checked) throw new Error('not their password')
      const { token } = await reset(email)
      expect(await other.finishPasswordReset(token, 'Another1!pass')).toBe(true)
      expect(await identity.startSession(checked, { remember: true, userAgent: null, deviceToken: null })).toBeNull()
    })

    it('ends every session that starts while it is being set', async () => {
      const user = await newUser()
      const { token } = await reset(user.email)
      let setting = true
      const set = other.finishPasswordReset(token, 'Another1!pass').finally(() => {
        setting = false
      })
      const started: string[] = []
      while (setting) {
        const options = { remember: true, userAgent: null, deviceToken: null }
        const sessions = await Promise.all([1, 2, 3].map(() => identity.startSession(user, options)))
        started.push(...sessions.flatMap((session) => session?.token ?? []))
      }
      expect(await set).toBe(true)
      expect(started.length).toBeGreaterThan(0)
      for (const session of started) expect(await identity.findSession(session)).toBeNull()
    })

    it('is set once by one token, even by two at once', async () => {
      const user = await newUser()
      const { token } = await reset(user.email)
      const done = await Promise.all([
        identity.finishPasswordReset(token, 'First1!password'),
        other.finishPasswordReset(token, 'Second1!password'),
      ])
      expect(done.filter(Boolean)).toHaveLength(1)
      const winner = done[0] ? 'First1!password' : 'Second1!password'
      expect(await identity.verifyPassword(user.email, winner)).toMatchObject({ id: user.id, passwordGeneration: 1 })
      expect(await identity.finishPasswordReset(token, 'Third1!password')).toBe(false)
    })

    it('needs a token that is known, not replaced, and not older than ten minutes', async () => {
      const user = await newUser()
      const older = await reset(user.email)
      const newer = await reset(user.email)
      expect(await identity.finishPasswordReset('A'.repeat(43), 'Another1!pass')).toBe(false)
      expect(await identity.finishPasswordReset(older.token, 'Another1!pass')).toBe(false)
      time += RESET_MS
      expect(await identity.finishPasswordReset(newer.token, 'Another1!pass')).toBe(false)
      expect(await identity.verifyPassword(user.email, PASSWORD)).toEqual(user)
    })
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
      expect(await keyless.verifyPassword(user.email, PASSWORD)).toEqual(user)
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
    await identity.startPasswordReset(user.email)
    time += IDLE_MS
    expect(await identity.sweep()).toBe(2)
    expect(await identity.sweep()).toBe(0)
    expect(await identity.findSession(gone.token)).toBeNull()
    expect(await identity.findSession(kept.token)).not.toBeNull()
  })
}
