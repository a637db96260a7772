import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CHALLENGE_MS, type Credential, type Identity, MOST_PASSKEYS, UNDO_MS, type User } from './identity.ts'
import type { IdentityBench } from './identity-bench.contract.ts'
import { openIdentity } from './open-identity.ts'
import type { Records } from './records.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** The contract of the ways to log in beside the password. */
export function logInWaysContract(bench: IdentityBench): void {
  const { clock, now, newUser, stranger } = bench
  const credential = (counter = 0): Credential => ({
    credentialId: randomUUID(),
    publicKey: new Uint8Array(randomBytes(77)),
    counter,
    transports: ['internal', 'hybrid'],
  })
  const addPasskey = async (user: User, name = 'Phone') => {
    const known = credential()
    const added = await bench.identity.addPasskey(user.id, known, name)
    if (added === null) throw new Error('not added')
    return { ...added, known }
  }
  /** The numbers of passkeys, apps, recovery codes, provider links and challenges of an account. */
  const beside = async ({ id }: User) => {
    const records = await bench.under.open()
    const kinds = ['passkeys', 'totp', 'recovery_codes', 'provider_links', 'challenges'] as const
    return Promise.all(kinds.map((kind) => records.count(kind, { userId: id })))
  }

  describe('passkeys', () => {
    it('are found by what the authenticator calls them, with their owner', async () => {
      const user = await newUser()
      const { known, id } = await addPasskey(user, '내 전화')
      const found = await bench.other.findCredential(known.credentialId)
      expect({ ...found?.credential, publicKey: Buffer.from(found?.credential.publicKey ?? []) }).toEqual({
        ...known,
        publicKey: Buffer.from(known.publicKey),
      })
      expect(found?.user).toEqual(user)
      expect(await bench.other.passkeysOf(user.id)).toEqual([
        { id, name: '내 전화', createdAt: now().toISOString(), usedAt: null },
      ])
      expect(await bench.other.findCredential('unknown')).toBeNull()
    })

    it('are known once in the whole installation, and at most so many of one person', async () => {
      const [ann, bob] = [await newUser(), await newUser()]
      const { known } = await addPasskey(ann)
      expect(await bench.other.addPasskey(bob.id, known, 'Mine')).toBeNull()
      for (let n = 2; n < MOST_PASSKEYS; n++) await addPasskey(ann)
      const atOnce = [bench.identity, bench.other, bench.identity, bench.other].map((identity) =>
        identity.addPasskey(ann.id, credential(), 'At once'),
      )
      expect((await Promise.all(atOnce)).filter((added) => added !== null).length).toBeLessThanOrEqual(1)
      while ((await bench.identity.passkeysOf(ann.id)).length < MOST_PASSKEYS) await addPasskey(ann)
      expect(await bench.identity.addPasskey(ann.id, credential(), 'One more')).toBeNull()
      expect(await bench.identity.addPasskey(randomUUID(), credential(), 'Nobody’s')).toBeNull()
    })

    it('count their uses, of which two at once are one', async () => {
      const user = await newUser()
      const { known } = await addPasskey(user)
      const used = await Promise.all([bench.identity.usePasskey(known, 5), bench.other.usePasskey(known, 5)])
      expect(used.filter(Boolean)).toHaveLength(1)
      const found = await bench.other.findCredential(known.credentialId)
      expect(found?.credential.counter).toBe(5)
      expect(await bench.other.usePasskey({ ...known, counter: 5 }, 2 ** 32 - 1)).toBe(true)
      const [passkey] = await bench.other.passkeysOf(user.id)
      expect(passkey?.usedAt).toBe(now().toISOString())
    })

    it('are named and removed by their owner alone', async () => {
      const [ann, bob] = [await newUser(), await newUser()]
      const { id } = await addPasskey(ann)
      expect(await bench.identity.renamePasskey(bob.id, id, 'Mine')).toBeNull()
      expect(await bench.identity.renamePasskey(ann.id, id, 'Tablet')).toMatchObject({ id, name: 'Tablet' })
      expect(await bench.identity.removePasskey(bob.id, id)).toBeNull()
      expect(await bench.identity.removePasskey(ann.id, id)).toBe('removed')
      expect(await bench.identity.removePasskey(ann.id, id)).toBeNull()
    })
  })

  describe('a second step', () => {
    const turnOn = async (
      user: User,
      totp: { secret: string; step: number } | null = { secret: SECRET, step: 100 },
    ) => {
      const codes = await bench.identity.turnOnSecondFactor(user.id, totp)
      if (codes === null || codes === 'busy') throw new Error('not on')
      return codes
    }

    it('is none at first, and then the account has it everywhere', async () => {
      const user = await newUser()
      expect(await bench.identity.secondFactorOf(user.id)).toBeNull()
      expect(await bench.identity.newRecoveryCodes(user.id)).toBeNull()
      expect(await bench.identity.turnOffSecondFactor(user.id)).toBe(false)
      const codes = await turnOn(user)
      expect(new Set(codes).size).toBe(10)
      expect(codes.every((code) => /^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/.test(code))).toBe(true)
      expect(await bench.other.findUser(user.id)).toEqual({ ...user, secondFactor: true })
      expect(await bench.other.secondFactorOf(user.id)).toEqual({
        since: now().toISOString(),
        totp: true,
        codesLeft: 10,
      })
      expect(await bench.other.totpSecretOf(user.id)).toBe(SECRET)
      expect(await bench.other.turnOffSecondFactor(user.id)).toBe(true)
      expect(await bench.identity.findUser(user.id)).toEqual(user)
      expect(await beside(user)).toEqual([0, 0, 0, 0, 0])
    })

    it('takes each time step once, and none before it', async () => {
      const user = await newUser()
      await turnOn(user)
      const spent = await Promise.all([
        bench.identity.spendTotpStep(user.id, 101),
        bench.other.spendTotpStep(user.id, 101),
      ])
      expect(spent.filter(Boolean)).toHaveLength(1)
      expect(await bench.other.spendTotpStep(user.id, 100)).toBe(false)
      expect(await bench.other.spendTotpStep(user.id, 102)).toBe(true)
    })

    it('takes each recovery code once, of its owner alone, until there are new ones', async () => {
      const [ann, bob] = [await newUser(), await newUser()]
      const [[first = '', second = ''], _] = [await turnOn(ann), await turnOn(bob)]
      expect(await bench.identity.spendRecoveryCode(bob.id, first)).toBe(false)
      const spent = await Promise.all([
        bench.identity.spendRecoveryCode(ann.id, first),
        bench.other.spendRecoveryCode(ann.id, ` ${first.toLowerCase().replaceAll('-', '')}`),
      ])
      expect(spent.filter(Boolean)).toHaveLength(1)
      expect((await bench.other.secondFactorOf(ann.id))?.codesLeft).toBe(9)
      const [third = ''] = (await bench.other.newRecoveryCodes(ann.id)) ?? []
      expect(await bench.identity.spendRecoveryCode(ann.id, second)).toBe(false)
      expect(await bench.identity.spendRecoveryCode(ann.id, third)).toBe(true)
    })

    it('has new codes by one of several calls at once, and they work', async () => {
      const user = await newUser()
      await turnOn(user)
      const records = await bench.under.open()
      const meanwhile: unknown[] = []
      const put: Records['put'] = async (kind, all) => {
        meanwhile.push(await bench.other.newRecoveryCodes(user.id))
        meanwhile.push(await bench.other.turnOnSecondFactor(user.id, { secret: SECRET, step: 200 }))
        meanwhile.push(await bench.other.turnOffSecondFactor(user.id))
        await records.put(kind, all)
      }
      const codes = (await openIdentity({ ...records, put }, bench.keys, now).newRecoveryCodes(user.id)) ?? []
      expect(meanwhile).toEqual(['busy', 'busy', 'busy'])
      for (const code of codes) expect(await bench.other.spendRecoveryCode(user.id, code)).toBe(true)
      expect(await bench.other.newRecoveryCodes(user.id)).toHaveLength(10)
    })

    it('is not turned off while it is turned on, nor on while off, so that it is never on without means', async () => {
      const user = await newUser()
      await turnOn(user)
      const records = await bench.under.open()
      const meanwhile: unknown[] = []
      const change: Records['change'] = async (kind, where, values) => {
        if (kind === 'users') meanwhile.push(await bench.other.turnOffSecondFactor(user.id))
        return records.change(kind, where, values)
      }
      const another = { secret: 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU', step: 200 }
      const codes = await openIdentity({ ...records, change }, bench.keys, now).turnOnSecondFactor(user.id, another)
      expect(meanwhile).toEqual(['busy'])
      expect(await bench.other.totpSecretOf(user.id)).toBe(another.secret)
      expect(await bench.other.spendRecoveryCode(user.id, codes?.[0] ?? '')).toBe(true)
      const remove: Records['remove'] = async (kind, where) => {
        meanwhile.push(await bench.other.turnOnSecondFactor(user.id, { secret: SECRET, step: 300 }))
        return records.remove(kind, where)
      }
      expect(await openIdentity({ ...records, remove }, bench.keys, now).turnOffSecondFactor(user.id)).toBe(true)
      expect(meanwhile).toEqual(['busy', 'busy', 'busy'])
      expect(await bench.other.findUser(user.id)).toEqual(user)
      expect(await beside(user)).toEqual([0, 0, 0, 0, 0])
    })

    it('stays off where its only means goes while it is turned on', async () => {
      const records = await bench.under.open()
      /** `meanwhile` runs just before the account's record is changed. */
      const turnOnWhile = (
        user: User,
        totp: { secret: string; step: number } | null,
        meanwhile: () => Promise<unknown>,
      ) => {
        const change: Records['change'] = async (kind, where, values) => {
          if (kind === 'users') await meanwhile()
          return records.change(kind, where, values)
        }
        return openIdentity({ ...records, change }, bench.keys, now).turnOnSecondFactor(user.id, totp)
      }
      const ann = await newUser()
      const { id } = await addPasskey(ann)
      expect(await turnOnWhile(ann, null, () => bench.other.removePasskey(ann.id, id))).toBeNull()
      const bob = await newUser()
      await turnOn(bob)
      const { token } = (await bench.identity.startEmailLink(bob.id, 'undo-second-factor')) ?? { token: '' }
      const thiefs = { secret: SECRET, step: 300 }
      expect(await turnOnWhile(bob, thiefs, () => bench.other.useEmailLink(token))).toBeNull()
      for (const user of [ann, bob]) {
        expect(await bench.other.findUser(user.id)).toMatchObject({ secondFactor: false })
        expect(await beside(user)).toEqual([0, 0, 0, 0, 0])
      }
    })

    it('by passkeys does not take the code of an app that a killed call has left', async () => {
      const user = await newUser()
      const records = await bench.under.open()
      const change = () => Promise.reject(new Error('killed'))
      const killed = openIdentity({ ...records, change }, bench.keys, now)
      await expect(killed.turnOnSecondFactor(user.id, { secret: SECRET, step: 100 })).rejects.toThrow('killed')
      clock.time += 60_000
      await addPasskey(user)
      await turnOn(user, null)
      expect(await bench.other.secondFactorOf(user.id)).toMatchObject({ totp: false, codesLeft: 10 })
      expect(await bench.other.totpSecretOf(user.id)).toBeNull()
    })

    it('by passkeys needs one, and keeps the last', async () => {
      const user = await newUser()
      expect(await bench.identity.turnOnSecondFactor(user.id, null)).toBeNull()
      const [one, two] = [await addPasskey(user), await addPasskey(user)]
      await turnOn(user, null)
      const removed = await Promise.all([
        bench.identity.removePasskey(user.id, one.id),
        bench.other.removePasskey(user.id, two.id),
      ])
      expect(removed).toContain('needed')
      expect(await bench.other.passkeysOf(user.id)).not.toEqual([])
      await turnOn(user)
      for (const { id } of await bench.other.passkeysOf(user.id))
        expect(await bench.identity.removePasskey(user.id, id)).toBe('removed')
    })

    it('counts wrong attempts with wrong passwords', async () => {
      const user = await newUser()
      for (let n = 0; n < 20; n++)
        expect(await bench.identity.guessSecondFactor(user.id, stranger(), async () => null)).toBeNull()
      expect(await bench.other.guessSecondFactor(user.id, stranger(), async () => true)).toHaveProperty('retryAfterMs')
      expect(await bench.other.verifyPassword(user.email, 'any', stranger())).toHaveProperty('retryAfterMs')
    })

    it('is taken back by the mailed link for seven days, with what was made in the days before', async () => {
      const user = await newUser()
      await bench.identity.linkProvider(user.id, { issuer: 'https://a.example', subject: 'old' }, 'ann')
      const old = await addPasskey(user, 'Old')
      clock.time += UNDO_MS + DAY_MS
      await addPasskey(user, 'The thief’s')
      await turnOn(user)
      const { token } = (await bench.identity.startEmailLink(user.id, 'undo-second-factor')) ?? { token: '' }
      clock.time += UNDO_MS - DAY_MS
      expect(await bench.other.useEmailLink(token)).toMatchObject({
        purpose: 'undo-second-factor',
        repeated: false,
        user: { secondFactor: false, passwordGeneration: 1 },
      })
      expect(await bench.identity.useEmailLink(token)).toMatchObject({ repeated: true })
      expect((await bench.identity.passkeysOf(user.id)).map(({ id }) => id)).toEqual([old.id])
      expect(await beside(user)).toEqual([1, 0, 0, 1, 0])
      await turnOn(user)
      const late = await bench.identity.startEmailLink(user.id, 'undo-second-factor')
      clock.time += UNDO_MS
      expect(await bench.identity.useEmailLink(late?.token ?? '')).toBeNull()
      expect(await bench.identity.startEmailLink(user.id, 'undo-second-factor')).toBeNull()
      expect(await bench.identity.findUser(user.id)).toMatchObject({ secondFactor: true })
    })

    it('is taken back with the thief’s ways in also where the thief has turned it off again', async () => {
      const user = await newUser()
      await addPasskey(user, 'The thief’s')
      await turnOn(user)
      const { token } = (await bench.identity.startEmailLink(user.id, 'undo-second-factor')) ?? { token: '' }
      await bench.identity.turnOffSecondFactor(user.id)
      const undone = { purpose: 'undo-second-factor', repeated: false, user: { passwordGeneration: 1 } }
      expect(await bench.other.useEmailLink(token)).toMatchObject(undone)
      expect(await bench.identity.passkeysOf(user.id)).toEqual([])
      expect(await bench.identity.useEmailLink(token)).toMatchObject({ repeated: true })
    })

    it('is taken back also where the thief had turned it off before the mail was written', async () => {
      const user = await newUser()
      await addPasskey(user, 'The thief’s')
      await turnOn(user)
      await bench.identity.turnOffSecondFactor(user.id)
      const link = await bench.other.startEmailLink(user.id, 'undo-second-factor')
      expect(link).toMatchObject({ email: user.email })
      expect(await bench.other.useEmailLink(link?.token ?? '')).toMatchObject({ repeated: false })
      expect(await bench.identity.passkeysOf(user.id)).toEqual([])
    })

    it('is taken back where the app was replaced, and the new one works no more', async () => {
      const user = await newUser()
      await turnOn(user)
      clock.time += UNDO_MS + DAY_MS
      expect(await bench.identity.startEmailLink(user.id, 'undo-second-factor')).toBeNull()
      const thiefs = 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU'
      const [code = ''] = await turnOn(user, { secret: thiefs, step: 200 })
      expect(await bench.other.totpSecretOf(user.id)).toBe(thiefs)
      const { token } = (await bench.identity.startEmailLink(user.id, 'undo-second-factor')) ?? { token: '' }
      expect(await bench.other.useEmailLink(token)).toMatchObject({
        repeated: false,
        user: { secondFactor: false, passwordGeneration: 1 },
      })
      expect(await bench.identity.totpSecretOf(user.id)).toBeNull()
      expect(await bench.identity.spendTotpStep(user.id, 300)).toBe(false)
      expect(await bench.identity.spendRecoveryCode(user.id, code)).toBe(false)
    })

    it('is taken back where it was turned on by passkeys once more, which makes new codes', async () => {
      const user = await newUser()
      await addPasskey(user)
      await turnOn(user, null)
      clock.time += UNDO_MS + DAY_MS
      const [code = ''] = await turnOn(user, null)
      const { token } = (await bench.identity.startEmailLink(user.id, 'undo-second-factor')) ?? { token: '' }
      expect(await bench.other.useEmailLink(token)).toMatchObject({ repeated: false, user: { secondFactor: false } })
      expect(await bench.identity.spendRecoveryCode(user.id, code)).toBe(false)
    })

    it('is taken back by two uses of the link at the same moment, neither of which finds the link over', async () => {
      const user = await newUser()
      await turnOn(user)
      const { token } = (await bench.identity.startEmailLink(user.id, 'undo-second-factor')) ?? { token: '' }
      const records = await bench.under.open()
      const [isReady, isChanged, isAnswered] = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
      /**
       * An identity store that runs `before` and `after` around the change of the account, and `marking` before the
       * change of the link.
       */
      const identityWith = (steps: Readonly<Record<'before' | 'after' | 'marking', () => unknown>>): Identity => {
        const change: Records['change'] = async (kind, where, values) => {
          const isOfAccount = kind === 'users' && 'generation' in where
          if (isOfAccount) await steps.before()
          if (kind === 'email_links') await steps.marking()
          const outcome = await records.change(kind, where, values)
          if (isOfAccount) await steps.after()
          return outcome
        }
        return openIdentity({ ...records, change }, bench.keys, now)
      }
      // Both calls have read the account. The second call's change fails before the first call has marked the link as
      // used.
      const first = identityWith({
        before: () => isReady?.promise,
        after: () => isChanged?.resolve(),
        marking: () => isAnswered?.promise,
      })
      const second = identityWith({
        before: () => {
          isReady?.resolve()
          return isChanged?.promise
        },
        after: () => undefined,
        marking: () => undefined,
      })
      const used = await Promise.all([
        first.useEmailLink(token),
        second.useEmailLink(token).finally(() => isAnswered?.resolve()),
      ])
      for (const one of used)
        expect(one).toMatchObject({ purpose: 'undo-second-factor', user: { secondFactor: false } })
      expect(await bench.other.useEmailLink(token)).toMatchObject({ repeated: true })
    })

    it.each(['undo-second-factor', 'undo-email-change'] as const)(
      'leaves nothing that the thief makes in the very moment of the link (%s)',
      async (purpose) => {
        const user = await newUser()
        await turnOn(user)
        if (purpose === 'undo-email-change') {
          await bench.identity.askNewEmail(user.id, `${randomUUID()}@example.org`)
          const change = await bench.identity.startEmailLink(user.id, 'change-email')
          await bench.identity.useEmailLink(change?.token ?? '')
        }
        const { token } = (await bench.identity.startEmailLink(user.id, purpose)) ?? { token: '' }
        const records = await bench.under.open()
        const change: Records['change'] = async (kind, where, values) => {
          if (kind === 'users' && 'generation' in where) await addPasskey(user, 'The thief’s')
          return records.change(kind, where, values)
        }
        const used = await openIdentity({ ...records, change }, bench.keys, now).useEmailLink(token)
        expect(used).toMatchObject({ purpose, repeated: false })
        expect(await beside(user)).toEqual([0, 0, 0, 0, 0])
      },
    )

    it('goes with a change of the address that its owner takes back', async () => {
      const user = await newUser()
      const old = await addPasskey(user, 'Old')
      clock.time += UNDO_MS + DAY_MS
      await addPasskey(user, 'The thief’s')
      await turnOn(user)
      const email = `${randomUUID()}@example.org`
      await bench.identity.askNewEmail(user.id, email)
      const change = await bench.identity.startEmailLink(user.id, 'change-email')
      await bench.identity.useEmailLink(change?.token ?? '')
      const undo = await bench.identity.startEmailLink(user.id, 'undo-email-change')
      expect(await bench.other.useEmailLink(undo?.token ?? '')).toMatchObject({ user: { email: user.email } })
      expect(await bench.identity.findUser(user.id)).toMatchObject({ secondFactor: false })
      expect((await bench.identity.passkeysOf(user.id)).map(({ id }) => id)).toEqual([old.id])
      expect(await beside(user)).toEqual([1, 0, 0, 0, 0])
    })
  })

  describe('an account at a provider', () => {
    const at = () => ({ issuer: 'https://accounts.example', subject: randomUUID() })

    it('is one person’s, and a person has one', async () => {
      const [ann, bob] = [await newUser(), await newUser()]
      const [one, two] = [at(), at()]
      expect(await bench.identity.findByProvider(one)).toBeNull()
      const linked = await Promise.all([
        bench.identity.linkProvider(ann.id, one, 'ann@accounts.example'),
        bench.other.linkProvider(bob.id, one, 'bob@accounts.example'),
      ])
      expect(linked.filter(Boolean)).toHaveLength(1)
      const [owner, other] = linked[0] ? [ann, bob] : [bob, ann]
      expect(await bench.other.findByProvider(one)).toEqual(owner)
      expect(await bench.other.linkProvider(other.id, one, 'x')).toBe(false)
      expect(await bench.other.findByProvider({ ...one, issuer: 'https://other.example' })).toBeNull()
      expect(await bench.other.findByProvider({ ...one, subject: one.subject.toUpperCase() })).toBeNull()
      clock.time += 1_000
      expect(await bench.other.linkProvider(owner.id, two, 'another')).toBe(true)
      expect(await bench.identity.findByProvider(one)).toBeNull()
      expect(await bench.identity.providerLinkOf(owner.id, two.issuer)).toEqual({
        account: 'another',
        since: now().toISOString(),
      })
      expect(await bench.identity.unlinkProvider(owner.id, two.issuer)).toBe(true)
      expect(await bench.identity.unlinkProvider(owner.id, two.issuer)).toBe(false)
      expect(await bench.identity.providerLinkOf(owner.id, two.issuer)).toBeNull()
    })
  })

  describe('two accounts at a provider that a person links at once', () => {
    const issuer = 'https://accounts.example'
    const linksOf = async ({ id }: User) => (await bench.under.open()).find('provider_links', { userId: id })

    it('leave one link', async () => {
      const user = await newUser()
      for (let round = 0; round < 10; round++) {
        const linked = await Promise.all(
          [bench.identity, bench.other].map((identity) =>
            identity.linkProvider(user.id, { issuer, subject: randomUUID() }, 'ann'),
          ),
        )
        expect(linked).toEqual([true, true])
        expect(await linksOf(user)).toHaveLength(1)
      }
    })

    it.each(['add', 'remove'] as const)('leave one link, also where the other one comes before “%s”', async (verb) => {
      const user = await newUser()
      await bench.identity.linkProvider(user.id, { issuer, subject: randomUUID() }, 'first')
      const records = await bench.under.open()
      const meanwhile = () => bench.other.linkProvider(user.id, { issuer, subject: randomUUID() }, 'other')
      const between: Partial<Records> =
        verb === 'add'
          ? { add: async (kind, record) => (await meanwhile()) && records.add(kind, record) }
          : { remove: async (kind, where) => ((await meanwhile()) ? records.remove(kind, where) : 0) }
      const mine = openIdentity({ ...records, ...between }, bench.keys, now)
      expect(await mine.linkProvider(user.id, { issuer, subject: randomUUID() }, 'mine')).toBe(true)
      expect(await linksOf(user)).toHaveLength(1)
    })

    it('leave the one that was linked last, also by a process whose clock is behind', async () => {
      const user = await newUser()
      await bench.identity.linkProvider(user.id, { issuer, subject: 'first' }, 'first')
      const behind = () => new Date(now().getTime() - 5_000)
      const records = await bench.under.open()
      const late = openIdentity(records, bench.keys, behind)
      await late.linkProvider(user.id, { issuer, subject: 'second' }, 'second')
      expect(await bench.identity.providerLinkOf(user.id, issuer)).toMatchObject({ account: 'second' })
    })
  })

  describe('a challenge', () => {
    it('is taken once, for what it was made, within its time', async () => {
      const start = () => bench.identity.startChallenge('passkey', { userId: null, value: { remember: true } })
      const token = await start()
      expect(await bench.other.takeChallenge('provider', token)).toBeNull()
      expect(await bench.other.findChallenge('passkey', token)).toEqual({ userId: null, value: { remember: true } })
      const taken = await Promise.all([
        bench.identity.takeChallenge('passkey', token),
        bench.other.takeChallenge('passkey', token),
      ])
      expect(taken.filter((one) => one !== null)).toEqual([{ userId: null, value: { remember: true } }])
      expect(await bench.other.findChallenge('passkey', token)).toBeNull()
      const late = await start()
      clock.time += CHALLENGE_MS
      expect(await bench.other.takeChallenge('passkey', late)).toBeNull()
      expect(await bench.identity.sweep()).toBeGreaterThanOrEqual(1)
    })

    it('stands in the store so that only its token opens it', async () => {
      const value = { email: 'ruth@accounts.example', account: '룻' }
      const token = await bench.identity.startChallenge('provider-proof', { userId: null, value })
      const records = await bench.under.open()
      const stored = JSON.stringify(await records.find('challenges', { purpose: 'provider-proof' }))
      expect(stored).toContain('provider-proof')
      for (const word of [...Object.values(value), 'email', token]) expect(stored).not.toContain(word)
      expect(await bench.other.takeChallenge('provider-proof', token)).toEqual({ userId: null, value })
    })

    it('of an older version, which stood in clear, is over', async () => {
      const token = await bench.identity.startChallenge('provider', { userId: null, value: {} })
      const records = await bench.under.open()
      const [stored] = await records.find('challenges', { purpose: 'provider' })
      if (stored === undefined) throw new Error('There is none')
      await records.change('challenges', { tokenHash: stored.tokenHash }, { value: { remember: true } })
      expect(await bench.other.takeChallenge('provider', token)).toBeNull()
    })
  })

  it('recovery codes that are made while the account is closed go with it', async () => {
    const user = await newUser()
    await bench.identity.turnOnSecondFactor(user.id, { secret: SECRET, step: 1 })
    const records = await bench.under.open()
    const put: Records['put'] = async (kind, all) => {
      await bench.other.closeUser(user.id)
      await records.put(kind, all)
    }
    expect(await openIdentity({ ...records, put }, bench.keys, now).newRecoveryCodes(user.id)).toBeNull()
    expect(await beside(user)).toEqual([0, 0, 0, 0, 0])
  })

  it('a passkey that is needed and removed while the account is closed goes with it', async () => {
    const user = await newUser()
    const { id } = await addPasskey(user)
    await bench.identity.turnOnSecondFactor(user.id, null)
    const records = await bench.under.open()
    const add: Records['add'] = async (kind, record) => {
      await bench.other.closeUser(user.id)
      return records.add(kind, record)
    }
    expect(await openIdentity({ ...records, add }, bench.keys, now).removePasskey(user.id, id)).toBe('needed')
    expect(await beside(user)).toEqual([0, 0, 0, 0, 0])
  })

  it('an account that is closed leaves nothing that opened it', async () => {
    const user = await newUser()
    const at = { issuer: 'https://accounts.example', subject: randomUUID() }
    const { known } = await addPasskey(user)
    await bench.identity.linkProvider(user.id, at, 'ann')
    await bench.identity.turnOnSecondFactor(user.id, { secret: SECRET, step: 1 })
    await bench.identity.startChallenge('new-passkey', { userId: user.id, value: {} })
    expect(await beside(user)).toEqual([1, 1, 10, 1, 1])
    await bench.other.closeUser(user.id)
    expect(await beside(user)).toEqual([0, 0, 0, 0, 0])
    expect(await bench.identity.findCredential(known.credentialId)).toBeNull()
    expect(await bench.identity.findByProvider(at)).toBeNull()
    expect(await bench.identity.secondFactorOf(user.id)).toBeNull()
    expect(await bench.identity.addPasskey(user.id, credential(), 'Late')).toBeNull()
    expect(await bench.identity.turnOnSecondFactor(user.id, { secret: SECRET, step: 1 })).toBeNull()
    expect(await bench.identity.linkProvider(user.id, at, 'late')).toBe(false)
  })
}
