import { hash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { postgresEventLog } from '@pathlight/engine-postgres/event-log/event-log.ts'
import { postgresRecords } from '@pathlight/engine-postgres/identity/records.ts'
import { postgresReadModelStore } from '@pathlight/engine-postgres/read-models/read-model-store.ts'
import { archiveOver } from '@pathlight/identity/archive-over.ts'
import { masterKeyCheck } from '@pathlight/identity/master-key.ts'
import { openDataKeys } from '@pathlight/identity/open-data-keys.ts'
import { openIdentity } from '@pathlight/identity/open-identity.ts'
import { secretsOf } from '@pathlight/runtime/stores.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { expect, it } from 'vitest'
import { type ArchiveEnd, type ArchiveHeader, SIGNATURE_USE, type Signer } from './archive-format.ts'
import { checkArchive } from './check-archive.ts'
import { type ArchivedStores, writeArchive } from './write-archive.ts'

type Row = Record<string, unknown>

const signerOf = (key: Uint8Array): Signer => ({
  check: masterKeyCheck(key).toString('base64'),
  secret: secretsOf(key)(SIGNATURE_USE),
})

/**
 * Forges an archive: changes rows and computes a new digest. Whoever has the file can do this without the master key.
 */
const forge = async (file: string, to: string, change: (part: string, row: Row) => Row): Promise<void> => {
  const lines = gunzipSync(await readFile(file))
    .toString('utf8')
    .trimEnd()
    .split('\n')
  let text = ''
  for (const line of lines) {
    const { part, row } = JSON.parse(line) as { part: string; row: Row }
    const forged = change(part, row)
    const digest = part === 'end' ? { digest: hash('sha256', text, 'hex') } : {}
    text += `${JSON.stringify({ part, row: { ...forged, ...digest } })}\n`
  }
  await writeFile(to, gzipSync(text))
}

it('an archive is known by its signature: one that was altered is refused, whatever else of it was made anew', async () => {
  const database = await freshDatabase()
  const { pool } = database
  const [masterKey, folder] = [randomBytes(32), emptyFolder()]
  const listener = database.listener()
  const log = postgresEventLog({ pool, listener })
  const records = await postgresRecords(pool)
  const keys = await openDataKeys(records, { masterKey, folder })
  const identity = openIdentity(records, keys)
  const readModels = postgresReadModelStore({ pool, listener })
  const jobs = { waiting: async () => [] } as unknown as ArchivedStores['jobs']
  const archives = archiveOver(records, keys)
  const stores: ArchivedStores = { storedLog: log, archives, jobs, readModels, secretFor: secretsOf(masterKey) }
  const ann = {
    id: 'ann',
    username: 'Ann',
    email: 'ann@example.org',
    password: 'Lamp4myfeet!',
    language: 'en',
  } as const
  await identity.createUser(ann)
  const file = join(folder, 'one.archive.gz')
  await writeArchive({ file, stores, masterKey: null })

  const mine = signerOf(masterKey)
  const proof = async (of: string, signer: Signer | null) => (await checkArchive(of, { signer })).proof
  expect(await proof(file, mine)).toBe('signed')
  expect(await proof(file, null)).toBe('unproved')
  expect(await proof(file, signerOf(randomBytes(32)))).toBe('unproved')

  const forgeries: Record<string, (part: string, row: Row) => Row> = {
    admin: (part, row) => (part === 'users' ? { ...row, adminBy: 'operator' } : row),
    password: (part, row) => (part === 'users' ? { ...row, passwordHash: 'of another' } : row),
    later: (part, row) => (part === 'end' ? { ...row, writtenAt: '2030-01-01T00:00:00.000Z' } : row),
    'without a signature': (part, row) => {
      const { signature: _, ...rest } = row as ArchiveEnd
      return part === 'end' ? rest : row
    },
  }
  for (const [name, change] of Object.entries(forgeries)) {
    const forged = join(folder, `${name}.gz`)
    await forge(file, forged, change)
    // The digest of the forged archive is right, so only the signature shows the forgery.
    expect(await proof(forged, null), name).toBe('unproved')
    await expect(proof(forged, mine), name).rejects.toThrow('is forged')
  }
  // The forged archive claims version 1, which has no signature. The check calls it unsigned.
  const older = join(folder, 'older.gz')
  await forge(file, older, (part, row) =>
    part === 'archive' ? ({ ...row, version: 1 } satisfies Partial<ArchiveHeader>) : row,
  )
  expect(await proof(older, mine)).toBe('unsigned')
  await Promise.all([log.close(), readModels.close()])
  await database.drop()
})

it('an account of an archive of the first version, in clear, is sealed when it is stored', async () => {
  const database = await freshDatabase()
  const { pool } = database
  const masterKey = randomBytes(32)
  const records = await postgresRecords(pool)
  const keys = await openDataKeys(records, { masterKey, folder: emptyFolder() })
  const identity = openIdentity(records, keys)
  const archives = archiveOver(records, keys)
  const made = await identity.createUser({
    ...{ id: 'ann', username: 'Ann', email: 'Ann@example.org', password: 'Lamp4myfeet!', language: 'en' },
  })
  if ('taken' in made) throw new Error('taken')
  const all: Row[] = []
  for await (const rows of archives.rows('users')) all.push(...rows)
  const [row] = all
  const clear = { username: 'Ann', usernameKey: 'ann', email: 'Ann@example.org', emailKey: 'ann@example.org' }
  await pool.query('DELETE FROM identity.users')
  await archives.put('users', [{ ...row, ...clear, newEmail: 'new@example.org' }])
  const { rows } = await pool.query<{ text: string }>('SELECT u::text AS text FROM identity.users u')
  expect(rows[0]?.text).not.toMatch(/ann@|new@|,Ann,/i)
  expect(await identity.findUserByEmail('ann@EXAMPLE.org')).toEqual(made)
  expect((await identity.findPeople('an', 5)).map(({ username }) => username)).toEqual(['Ann'])
  await database.drop()
})
