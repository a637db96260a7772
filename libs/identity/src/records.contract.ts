import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordOf } from './kinds.ts'
import { get, PAGE, type Records } from './records.ts'

const AT = new Date('2026-01-01T00:00:00.123Z')
const later = (ms: number) => new Date(AT.getTime() + ms)

const account = (more: Partial<RecordOf<'users'>> = {}): RecordOf<'users'> => {
  const id = randomUUID()
  return {
    ...{ id, username: '~name', email: '~address', usernameKey: `name ${id}`, emailKey: `address ${id}` },
    ...{
      passwordHash: 'hash',
      language: 'ko',
      createdAt: AT,
      wrappedDataKey: randomBytes(61),
      generation: 0,
      keptSession: null,
    },
    ...{ resetBy: null, emailVerifiedAt: null, newEmail: null, newEmailUntil: null },
    ...{ previousEmail: null, previousEmailKey: null, previousEmailUntil: null },
    ...{ adminBy: null, lockedAt: null, looksByMail: false, secondFactorSince: null, closedAt: null },
    ...more,
  }
}

/**
 * The contract of every store of identity records. `open` opens the records as another process would, on the same
 * database.
 */
export function recordsContract(prepare: () => Promise<{ open(): Promise<Records>; drop(): Promise<void> }>): void {
  describe('records', () => {
    let under: Awaited<ReturnType<typeof prepare>>
    let records: Records
    let other: Records
    beforeAll(async () => {
      under = await prepare()
      // Both calls create the tables or collections at the same time, and neither may fail.
      ;[records, other] = await Promise.all([under.open(), under.open()])
    })
    afterAll(() => under.drop())

    const added = async (more: Partial<RecordOf<'users'>> = {}) => {
      const user = account(more)
      expect(await records.add('users', user)).toBe(true)
      return user
    }
    const session = (user: RecordOf<'users'>, more: Partial<RecordOf<'sessions'>> = {}): RecordOf<'sessions'> => ({
      ...{ tokenHash: randomBytes(32), id: randomUUID(), userId: user.id, generation: 0, createdAt: AT },
      ...{ expiresAt: later(1_000), remember: false, deviceId: null, seenAt: null },
      ...more,
    })
    /** A record as plain JSON, because engines return bytes in different classes. */
    const plain = (record: unknown): unknown =>
      JSON.parse(
        JSON.stringify(record, (_, value) => (value?.type === 'Buffer' ? Buffer.from(value).toString('hex') : value)),
      )
    const same = (found: unknown, expected: unknown) => expect(plain(found)).toEqual(plain(expected))

    it('come back as they were added, of every kind, in every process', async () => {
      const user = await added({ emailVerifiedAt: AT, looksByMail: null })
      same(await get(other, 'users', { id: user.id }), user)
      expect((await get(other, 'users', { id: user.id }))?.emailVerifiedAt).toEqual(AT)
      const [userId, importId] = [user.id, randomUUID()]
      const all = {
        sessions: session(user),
        devices: { id: randomUUID(), userId, label: '기기', firstSeenAt: AT, lastSeenAt: AT, endedAt: null },
        addresses: { userId, addressHash: randomBytes(16), seenAt: AT },
        counts: { name: 'a.count:with.dots', count: 3, until: AT, by: ['x', 'y'] },
        reset_links: { tokenHash: randomBytes(32), userId, generation: 2, expiresAt: AT },
        email_links: { tokenHash: randomBytes(32), userId, purpose: 'verify-email', email: '~e', expiresAt: AT },
        imports: { id: importId, userId, state: { rows: [1, { a: null }], text: '"' }, begunAt: AT },
        import_pieces: { importId: 'with.dots', number: 7, userId, piece: randomBytes(5), keptAt: AT },
        import_claims: { userId, claim: 'a.claim', until: AT },
        shares: {
          ...{ id: randomUUID(), userId, kind: 'note', itemId: randomUUID(), revision: 3, publicKey: randomBytes(32) },
          ...{ copy: randomBytes(70), follows: true, until: null, createdAt: AT, opened: 2, openedAt: AT },
        },
        messages: { id: randomUUID(), wrappedDataKey: randomBytes(61), sealed: '~m', keptAt: AT },
        master_key: { onlyRow: true, check: randomBytes(32) },
        key_epochs: { nth: 12, id: 'ab', since: AT },
        archives: { name: 'a name', value: [{ deep: true }] },
      } as const
      for (const [kind, record] of Object.entries(all) as [keyof typeof all, never][]) {
        expect(await records.add(kind, record), kind).toBe(true)
        expect(await other.add(kind, record), kind).toBe(false)
        const pages: unknown[] = []
        for await (const page of other.pages(kind)) pages.push(...page)
        same(pages, [record])
        expect(await other.remove(kind, {}), kind).toBe(1)
      }
    })

    it('are added once, whatever of them is unique, by one of many at once', async () => {
      const user = await added()
      for (const same of [{ id: user.id }, { usernameKey: user.usernameKey }, { emailKey: user.emailKey }])
        expect(await records.add('users', account(same))).toBe(false)
      const emailKey = randomUUID()
      const adds = Array.from({ length: 10 }, (_, n) => (n % 2 ? records : other).add('users', account({ emailKey })))
      expect((await Promise.all(adds)).filter(Boolean)).toHaveLength(1)
    })

    it('are found by values, by one of several, by another, and by ranges', async () => {
      const [ann, bob] = [await added({ adminBy: 'operator' }), await added({ lockedAt: AT })]
      const here = { id: [ann.id, bob.id] }
      const ids = async (where: Parameters<typeof records.find<'users'>>[1]) =>
        (await other.find('users', { ...here, ...where })).map(({ id }) => id).toSorted()
      expect(await ids({})).toEqual([ann.id, bob.id].toSorted())
      expect(await ids({ adminBy: ['operator', 'settings'] })).toEqual([ann.id])
      expect(await ids({ adminBy: null })).toEqual([bob.id])
      expect(await ids({ adminBy: { not: 'operator' } })).toEqual([bob.id])
      expect(await ids({ lockedAt: { upTo: AT } })).toEqual([bob.id])
      expect(await ids({ lockedAt: { after: AT } })).toEqual([])
      expect(await ids({ lockedAt: { after: later(-1) }, adminBy: null })).toEqual([bob.id])
      expect(await ids({ id: [] })).toEqual([])
      const { emailKey } = bob
      expect(await records.find('users', { emailKey, id: { not: ann.id } })).toHaveLength(1)
      expect(await records.find('users', { emailKey, id: { not: bob.id } })).toEqual([])
      expect(await records.count('users', { ...here, closedAt: null })).toBe(2)
      expect(await records.count('users', { ...here, closedAt: { upTo: AT } })).toBe(0)
    })

    it('come without the fields that are not read, and with all others', async () => {
      const user = await added({ adminBy: 'operator', emailVerifiedAt: AT })
      const { id, wrappedDataKey: _key, emailVerifiedAt: _at, ...others } = user
      same(await other.findWithout('users', { id }, ['wrappedDataKey', 'emailVerifiedAt']), [{ id, ...others }])
      same(await other.findWithout('users', { id: randomUUID() }, ['id']), [])
    })

    it('come with the account whose they are', async () => {
      const user = await added()
      const one = session(user)
      await records.add('sessions', one)
      same(await other.findOwned('sessions', one.tokenHash), [one, user])
      expect(await other.findOwned('sessions', randomBytes(32))).toBeNull()
      expect(await other.findOwned('reset_links', one.tokenHash)).toBeNull()
    })

    it('are changed where they are as they were read, by one of many at once', async () => {
      const user = await added({ closedAt: null })
      const as = { id: user.id, generation: 0, closedAt: null, wrappedDataKey: user.wrappedDataKey }
      const changes = Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? records : other).change('users', as, { generation: 1, passwordHash: `hash ${n}` }),
      )
      const done = (await Promise.all(changes)).filter((one) => one !== null)
      expect(done).toHaveLength(1)
      same(await get(other, 'users', { id: user.id }), done[0])
      expect(done[0]).toMatchObject({ generation: 1, username: '~name' })
      expect(await records.change('users', { id: randomUUID() }, { generation: 1 })).toBeNull()
    })

    it('are not changed to what is unique of another', async () => {
      const [ann, bob] = [await added(), await added()]
      expect(await records.change('users', { id: ann.id }, { emailKey: bob.emailKey })).toBe('taken')
      expect(await records.change('users', { id: ann.id }, { emailKey: ann.emailKey, adminBy: 'x' })).toMatchObject({
        adminBy: 'x',
      })
      expect(await get(other, 'users', { id: ann.id })).toMatchObject({ emailKey: ann.emailKey, adminBy: 'x' })
      const emailKey = randomUUID()
      const both = await Promise.all([
        records.change('users', { id: ann.id }, { emailKey }),
        other.change('users', { id: bob.id }, { emailKey }),
      ])
      expect(both.filter((one) => one === 'taken')).toHaveLength(1)
    })

    it('are put in the place of those that have their keys, by two at once', async () => {
      const { id: userId } = await added()
      const address = (n: number, seenAt: Date) => ({ userId, addressHash: Buffer.alloc(16, n), seenAt })
      await records.put('addresses', [])
      await records.put('addresses', [address(1, AT), address(2, AT)])
      const again = [address(2, later(5)), address(3, later(5))]
      await Promise.all([records.put('addresses', again), other.put('addresses', again)])
      const found = await other.find('addresses', { userId })
      const seen = found.map(({ addressHash, seenAt }) => [addressHash[0], seenAt.getTime() - AT.getTime()])
      expect(seen.toSorted()).toEqual([
        [1, 0],
        [2, 5],
        [3, 5],
      ])
    })

    it('are removed where they match, and no others', async () => {
      const [ann, bob] = [await added(), await added()]
      const expiresAt = later(-1_000)
      const [one, two, theirs] = [session(ann, { deviceId: 'a' }), session(ann), session(bob, { expiresAt })]
      for (const each of [one, two, theirs]) await records.add('sessions', each)
      expect(await other.remove('sessions', { userId: ann.id, deviceId: { not: 'a' } })).toBe(1)
      expect(await other.remove('sessions', { tokenHash: one.tokenHash, generation: { not: 0 } })).toBe(0)
      expect(await other.remove('sessions', { tokenHash: one.tokenHash, generation: 0 })).toBe(1)
      expect(await other.remove('sessions', { userId: ann.id })).toBe(0)
      expect(await other.remove('sessions', { expiresAt: { upTo: later(-1_001) } })).toBe(0)
      expect(await other.remove('sessions', { expiresAt: { upTo: expiresAt } })).toBe(1)
    })

    it('are counted up to the most, exactly, in windows', async () => {
      const up = (amount: number, now: Date, by: string | null = null) => ({
        count: { name: 'a count', amount, max: 10, until: new Date(now.getTime() + 1_000), by },
        now,
      })
      const take = ({ count, now }: ReturnType<typeof up>, where = records) => where.countUp(count, now)
      const taken = await Promise.all(Array.from({ length: 20 }, (_, n) => take(up(2, AT), n % 2 ? records : other)))
      expect(taken.filter(Boolean)).toHaveLength(5)
      expect(await take(up(1, later(999)))).toBe(false)
      expect(await get(other, 'counts', { name: 'a count' })).toMatchObject({ count: 10, until: later(1_000) })
      expect(await take(up(3, later(1_000), 'x'))).toBe(true)
      expect(await take(up(3, later(1_500), 'y'))).toBe(true)
      expect(await get(other, 'counts', { name: 'a count' })).toEqual({
        ...{ name: 'a count', count: 6, until: later(2_000) },
        by: ['x', 'y'],
      })
    })

    it('come page by page, all of them, in the order of their keys', async () => {
      const { id: userId } = await added()
      const pieces = Array.from({ length: PAGE + 3 }, (_, number) => ({
        ...{ importId: `paged.${number % 2}`, number, userId, piece: Buffer.of(1), keptAt: AT },
      }))
      // The records come in small parts, because FerretDB answers nothing else during a write.
      for (let n = 0; n < pieces.length; n += 50) await records.put('import_pieces', pieces.slice(n, n + 50))
      const pages: number[][] = []
      for await (const page of other.pages('import_pieces')) pages.push(page.map(({ number }) => number))
      expect(pages.map((page) => page.length)).toEqual([PAGE, 3])
      expect(pages.flat().toSorted((a, b) => a - b)).toEqual(pieces.map(({ number }) => number))
      expect(await records.remove('import_pieces', { importId: 'paged.0', number: 0 })).toBe(1)
      expect(await records.remove('import_pieces', { userId })).toBe(PAGE + 2)
    })
  })
}
