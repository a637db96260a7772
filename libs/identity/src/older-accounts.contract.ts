import { randomBytes, randomUUID } from 'node:crypto'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { expect, it } from 'vitest'
import { newKey, wrapByMaster } from './data-key.ts'
import { PASSWORD } from './identity-bench.contract.ts'
import { nameKey } from './name-key.ts'
import { openDataKeys } from './open-data-keys.ts'
import { openIdentity } from './open-identity.ts'
import type { Records } from './records.ts'

/**
 * An account in the form of an older version, which did not seal names and addresses. `wrapped`: null if the closing of
 * the account has begun.
 */
export type OlderAccount = {
  readonly id: string
  readonly username: string
  readonly usernameKey: string
  readonly email: string
  readonly emailKey: string
  readonly newEmail: string | null
  readonly previousEmail: string | null
  readonly previousEmailKey: string | null
  readonly wrapped: Uint8Array | null
}

/** A database that only this test uses. */
export type OlderStore = {
  open(): Promise<Records>
  /**
   * Changes the stored rows of these accounts to the form of the older version. Removes the epochs and the note that
   * accounts are sealed, which that version did not have.
   */
  age(accounts: readonly OlderAccount[]): Promise<void>
  /** Replaces the addresses of stored links by this address, unsealed. */
  ageLinks(email: string): Promise<void>
  /** Everything that the store has of accounts, links and imports, as one text. */
  stored(): Promise<string>
  drop(): Promise<void>
}

/** The contract of opening a store that a version without sealed accounts wrote. */
export function olderAccountsContract(prepare: () => Promise<OlderStore>): void {
  it('seals the names and addresses that an older version left in clear, finds the accounts by them, and removes what imports quoted', async () => {
    const store = await prepare()
    const options = { masterKey: randomBytes(32), folder: emptyFolder() }
    const open = async (its: typeof options) => {
      const records = await store.open()
      const keys = await openDataKeys(records, its)
      return { keys, identity: openIdentity(records, keys) }
    }
    const before = await open(options)
    const signUp = async (username: string) => {
      const email = `${username}@Example.org`
      const user = { id: randomUUID(), username, email, password: PASSWORD, language: 'en' as const }
      expect(await before.identity.createUser(user)).toMatchObject({ username })
      return user
    }
    const [ann, bob, left] = [await signUp('Ann.Clear'), await signUp('Bob.Clear'), await signUp('Left.Clear')]
    await before.identity.closeUser(left.id)
    await before.identity.askNewEmail(ann.id, 'New.Clear@example.org')
    const link = await before.identity.startEmailLink(ann.id, 'change-email')
    if (link === null) throw new Error('No link was made')
    // The state of an import that quotes lines of the file.
    const problems = [
      { line: 2, code: 'unknown_book', why: 'Not a book: Words.Clear', params: { book: 'Words.Clear' } },
    ]
    const state = { status: 'done', entries: 5, done: 5, kinds: {}, problems, more_problems: 3 }
    expect(await before.identity.claimImport(ann.id, 'claim', 60_000)).toBe(true)
    expect(await before.identity.beginImport(ann.id, { id: 'import', state }, 'claim')).toBe(true)
    const key = newKey()
    const older = ({ id, username, email }: typeof ann, wrapped: Uint8Array | null): OlderAccount => ({
      ...{ id, username, usernameKey: nameKey(username), email, emailKey: nameKey(email), wrapped },
      newEmail: 'New.Clear@example.org',
      previousEmail: 'Before.Clear@example.org',
      previousEmailKey: nameKey('Before.Clear@example.org'),
    })
    // Bob's account was being closed: its key is destroyed, and its name is still there.
    await store.age([older(ann, wrapByMaster(key, ann.id, options.masterKey)), older(bob, null)])
    await store.ageLinks('New.Clear@example.org')
    expect(await store.stored()).toMatch(/Clear/)

    const after = await open({ ...options, folder: emptyFolder() })
    expect(await store.stored()).not.toMatch(/clear(@|\b)/i)
    expect(Buffer.from((await after.keys.keyOf(ann.id)) ?? []).equals(key)).toBe(true)
    const from = { deviceToken: null, userAgent: null, address: '192.0.2.1' }
    const { username, email } = ann
    expect(await after.identity.verifyPassword('ann.CLEAR@example.org', PASSWORD, from)).toMatchObject({
      username,
      email,
    })
    expect(await after.identity.createUser({ ...ann, id: randomUUID() })).toMatchObject({
      taken: ['email', 'username'],
    })
    expect(await after.identity.useEmailLink(link.token)).toMatchObject({ user: { email: 'New.Clear@example.org' } })
    expect((await after.identity.findImport(ann.id))?.state).toEqual({ ...state, problems: [], more_problems: 4 })
    // The second opening removed Bob's name, because his key is destroyed. His closing can still be completed.
    expect(await after.identity.findUser(bob.id)).toMatchObject({ username: '', email: '' })
    await after.identity.closeUser(bob.id)
    expect(await after.identity.findUser(bob.id)).toBe(null)
    await store.drop()
  })
}
