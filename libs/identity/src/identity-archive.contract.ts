import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { DataKeys } from './data-keys.ts'
import type { Identity, Origin } from './identity.ts'
import { ARCHIVED_KINDS, type ArchivedKind, type ArchivedRow, type IdentityArchive } from './identity-archive.ts'
import { kindOf } from './kinds.ts'

/** An identity store with a database of its own for a test. */
export type ArchivedIdentity = {
  readonly identity: Identity
  readonly keys: DataKeys
  readonly archive: IdentityArchive
  drop(): Promise<void>
}
export type OpenArchivedIdentity = (masterKey: Uint8Array) => Promise<ArchivedIdentity>

const PASSWORD = 'Correct1!horse'

/** All rows of the kind `part`, in the order of their keys. If a key comes twice, the last row counts. */
const rowsIn = async (archive: IdentityArchive, part: ArchivedKind): Promise<ArchivedRow[]> => {
  const found = new Map<string, ArchivedRow>()
  for await (const rows of archive.rows(part))
    for (const row of rows) found.set(JSON.stringify(kindOf(part).key.map((name) => row[name])), row)
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** Copies all rows from one store to the other, `users` first, as a restore does. */
const move = async (from: IdentityArchive, to: IdentityArchive) => {
  for (const part of ARCHIVED_KINDS.toReversed()) for await (const rows of from.rows(part)) await to.put(part, rows)
}

/** Tests that identity data moved from one engine to another is the same for people and for the next archive. */
export const movesWhole = async (openFrom: OpenArchivedIdentity, openTo: OpenArchivedIdentity): Promise<void> => {
  const masterKey = randomBytes(32)
  const [from, to] = [await openFrom(masterKey), await openTo(masterKey)]
  try {
    const { identity } = from
    const origin = (): Origin => ({ deviceToken: null, userAgent: 'Firefox', address: randomUUID() })
    const person = async (username: string) => {
      const user = { id: randomUUID(), username, email: `${username}@example.org`, password: PASSWORD }
      const made = await identity.createUser({ ...user, language: 'ko' })
      if ('taken' in made) throw new Error('taken')
      return made
    }
    const [ann, bob, eve] = [await person('Ann'), await person('밥'), await person('Eve')]
    const session = await identity.startSession(ann, { remember: true, from: origin() })
    const ended = await identity.startSession(ann, { remember: false, from: origin() })
    await identity.endDevice(ann.id, ended?.session.deviceId ?? '')
    await identity.setAdmin(bob.id, 'operator')
    const reset = await identity.startPasswordReset(bob.id)
    await identity.askNewEmail(ann.id, 'ann@example.com')
    const change = await identity.startEmailLink(ann.id, 'change-email')
    await identity.useEmailLink((await identity.startEmailLink(bob.id, 'verify-email'))?.token ?? '')
    await identity.grantWriting(ann.id, 1_234, 2_000)
    await identity.spendOnce('a challenge', 3_600_000)
    await identity.verifyPassword(bob.email, 'Wrong1!guess', origin())
    const piece = randomBytes(1_000)
    const state = { status: 'running', done: 3, choices: { version: null, columns: ['a', 'b'] } }
    await identity.claimImport(ann.id, 'an-import', 60_000)
    await identity.addImportPiece(ann.id, 'an-import', 0, piece, 60_000)
    await identity.addImportPiece(ann.id, 'an-import', 1, randomBytes(10), 60_000)
    await identity.beginImport(ann.id, { id: 'an-import', state }, 'an-import')
    const passkey = { credentialId: 'a-key', publicKey: new Uint8Array([1, 2]), counter: 3, transports: ['usb'] }
    await identity.addPasskey(ann.id, passkey, 'Key')
    const totp = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', step: 5 }
    const codes = await identity.turnOnSecondFactor(ann.id, totp)
    const atProvider = { issuer: 'https://accounts.example', subject: 'ann' }
    await identity.linkProvider(ann.id, atProvider, 'ann@accounts.example')
    const challenge = await identity.startChallenge('new-passkey', { userId: ann.id, value: {} })
    await identity.keepMessage('a-message', 'Thank you for the light.')
    const until = new Date(Date.now() + 3_600_000)
    const token = await identity.makeToken(ann.id, { id: randomUUID(), name: 'Backup', scopes: ['read'], until })
    const invited = await identity.invite({ id: randomUUID(), email: null, people: 2, by: ann.id, until })
    await identity.startSession(eve, { remember: true, from: origin() })
    await identity.closeUser(eve.id)

    for (const part of ARCHIVED_KINDS) expect(await rowsIn(from.archive, part), part).not.toEqual([])
    expect(await to.archive.isEmpty()).toBe(true)
    await move(from.archive, to.archive)
    // A repeated restore changes nothing.
    await move(from.archive, to.archive)
    expect(await to.archive.isEmpty()).toBe(false)
    for (const part of ARCHIVED_KINDS) {
      const rows = await rowsIn(to.archive, part)
      // A restore turns a missing list into an empty one, and wraps data keys again. `known` leaves these differences
      // out.
      const known = ({ wrappedDataKey, ...row }: ArchivedRow) => ({
        ...row,
        ...('by' in row && { by: row.by ?? [] }),
        hasKey: wrappedDataKey === undefined ? undefined : wrappedDataKey !== null,
      })
      expect(rows.map(known), part).toEqual((await rowsIn(from.archive, part)).map(known))
    }

    const there = to.identity
    expect(await to.keys.keyOf(ann.id)).toEqual(await from.keys.keyOf(ann.id))
    expect(await to.keys.keyOf(ann.id)).toHaveLength(32)
    expect(await to.keys.keyOf(eve.id)).toBeNull()
    expect(await there.findUser(ann.id)).toEqual(await identity.findUser(ann.id))
    expect((await there.findUserByEmail('ANN@example.org'))?.id).toBe(ann.id)
    // Sessions, links, tokens and invitations are not in archives, so that a restore revives none that ended since.
    expect(await there.findToken(String(token))).toBeNull()
    expect(await identity.findToken(String(token))).not.toBeNull()
    expect(await there.findInvitation(invited.id)).toBeNull()
    for (const { token } of [session, ended].filter((one) => one !== null))
      expect(await there.findSession(token)).toBeNull()
    expect(await identity.findSession(session?.token ?? '')).not.toBeNull()
    expect(await there.devicesOf(ann.id)).toEqual(await identity.devicesOf(ann.id))
    expect(await there.findUser(eve.id)).toBeNull()
    expect((await there.adminOf(bob.id))?.by).toBe('operator')
    expect((await there.findUser(bob.id))?.emailVerified).toBe(true)
    expect(await there.verifyPassword('bob@example.org', PASSWORD, origin())).toBeNull()
    expect(await there.verifyPassword(ann.email, PASSWORD, origin())).toMatchObject({ id: ann.id })
    expect(await there.useEmailLink(change?.token ?? '')).toBeNull()
    expect(await there.finishPasswordReset(reset?.token ?? '', 'Other2!words', origin())).toBeNull()
    expect((await there.startEmailLink(ann.id, 'change-email'))?.email).toBe('ann@example.com')
    expect(await there.grantWriting(ann.id, 1_000, 2_000)).toBe(false)
    expect(await there.spendOnce('a challenge', 3_600_000)).toBe(false)
    expect(await there.passkeysOf(ann.id)).toEqual(await identity.passkeysOf(ann.id))
    expect((await there.findCredential('a-key'))?.credential).toMatchObject({ counter: 3, transports: ['usb'] })
    expect(await there.totpSecretOf(ann.id)).toBe(totp.secret)
    expect(await there.spendTotpStep(ann.id, totp.step)).toBe(false)
    expect(await there.spendRecoveryCode(ann.id, codes?.[0] ?? '')).toBe(true)
    expect((await there.findByProvider(atProvider))?.id).toBe(ann.id)
    expect(await there.takeChallenge('new-passkey', challenge)).toBeNull()
    expect(await there.findImport(ann.id)).toEqual({ id: 'an-import', state })
    // Older versions stored quotations of the file with an import.
    const problems = [{ line: 2, code: 'unknown_book', why: 'Not a book: Jon', params: { book: 'Jon' } }]
    for (const row of await rowsIn(from.archive, 'imports'))
      await to.archive.put('imports', [{ ...row, state: { ...state, problems } }])
    expect((await there.findImport(ann.id))?.state).toEqual({ ...state, problems: [], more_problems: 1 })
    expect(await there.importPiece('an-import', 0)).toEqual(piece)
    expect(await there.findMessage('a-message')).toBe('Thank you for the light.')
    expect(await to.archive.masterKeyCheck()).toEqual(await from.archive.masterKeyCheck())
  } finally {
    await from.drop()
    await to.drop()
  }
}

/** Tests the records about archives. */
export const remembersArchives = async (open: OpenArchivedIdentity): Promise<void> => {
  const { archive, identity, drop } = await open(randomBytes(32))
  try {
    expect(await archive.lastWritten()).toBeNull()
    expect(await archive.reading()).toBeNull()
    const written = { writtenAt: '2026-11-23T10:00:00.000Z', name: 'one.archive.gz', events: 3, bytes: 4_711 }
    await archive.noteWritten({ ...written, name: 'before.archive.gz' })
    await archive.noteWritten(written)
    const reading = { id: randomUUID(), name: 'one', begunAt: '2026-11-23T11:00:00.000Z', readAt: null }
    await archive.noteReading(reading)
    expect(await archive.lastWritten()).toEqual(written)
    expect(await archive.reading()).toEqual(reading)
    expect(await archive.lastWritten()).toEqual(written)
    expect(await archive.lastFolder()).toBeNull()
    for (const folder of ['/backups', null, '/backups/new']) {
      await archive.noteFolder(folder)
      expect(await archive.lastFolder()).toBe(folder)
    }
    expect(await archive.sharedTexts()).toEqual([])
    const text = { code: 'KRV', wanted: 'kor_old', isHere: true, at: '2026-11-23T04:00:00.000Z' }
    const other = { ...text, code: 'BSB', wanted: 'BSB' }
    const removed = { ...text, isHere: false, at: '2026-11-23T05:00:00.000Z' }
    for (const noted of [text, other, removed]) await archive.noteSharedText(noted)
    const byCode = (await archive.sharedTexts()).toSorted((a, b) => a.code.localeCompare(b.code))
    expect(byCode).toEqual([other, removed])

    const admin = { username: 'admin', email: 'admin@example.org', password: 'Lamp4myfeet!', language: 'en' } as const
    const adminId = randomUUID()
    await identity.createUser({ ...admin, id: adminId })
    const test = { id: 'a', at: written.writtenAt, why: null }
    const dismissed = { ...test, id: 'b' }
    await archive.noteMailTest(adminId, test)
    await archive.dismissMailTest(adminId, dismissed.id)
    expect(await archive.mailTest(adminId)).toEqual(test)
    await identity.closeUser(adminId)
    expect(await archive.mailTest(adminId)).toBeNull()
    // `closeUser` has also removed the record of the dismissed mail, so a mail with its id is answered again.
    await archive.noteMailTest(adminId, dismissed)
    expect(await archive.mailTest(adminId)).toEqual(dismissed)
  } finally {
    await drop()
  }
}

/** Tests that two accounts stay apart if the first is closed and the second takes its username during the reading. */
export const keepsApart = async (openFrom: OpenArchivedIdentity, openTo: OpenArchivedIdentity): Promise<void> => {
  const masterKey = randomBytes(32)
  const [from, to] = [await openFrom(masterKey), await openTo(masterKey)]
  const person = (id: string, username: string) =>
    from.identity.createUser({
      id,
      username,
      email: `${username}@example.org`,
      password: 'Lamp4myfeet!',
      language: 'en',
    })
  // There are more accounts than a page has, so that the second account is read after the first one changed.
  await person('0000', 'first')
  const [template] = await rowsIn(from.archive, 'users')
  const others = Array.from({ length: 600 }, (_, n) => {
    const name = `other${n}`
    return {
      ...template,
      id: `1${String(n).padStart(4, '0')}`,
      username: name,
      usernameKey: name,
      email: name,
      emailKey: name,
      // These accounts have no key, because the template's key opens nothing of another account.
      wrappedDataKey: null,
    }
  })
  // The rows come in small parts, because FerretDB answers nothing else during a write, not even heartbeats.
  for (let n = 0; n < others.length; n += 50) await from.archive.put('users', others.slice(n, n + 50))
  let changed = false
  for await (const rows of from.archive.rows('users')) {
    await to.archive.put('users', rows)
    if (changed) continue
    changed = true
    await from.identity.closeUser('0000')
    const second = await person('9999', 'first')
    expect('taken' in second).toBe(false)
  }
  const names = new Map((await rowsIn(to.archive, 'users')).map(({ id, username }) => [id, username]))
  expect([names.size, names.get('0000'), String(names.get('9999'))[0]]).toEqual([602, '', '~'])
  await from.drop()
  await to.drop()
}
