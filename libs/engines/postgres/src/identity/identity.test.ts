import { randomUUID } from 'node:crypto'
import { identityContract } from '@pathlight/identity/identity.contract.ts'
import { olderAccountsContract } from '@pathlight/identity/older-accounts.contract.ts'
import { openDataKeys } from '@pathlight/identity/open-data-keys.ts'
import { openIdentity } from '@pathlight/identity/open-identity.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { describe, expect, it } from 'vitest'
import { createPool } from '../connection/pool.ts'
import { postgresRecords } from './records.ts'

const from = { deviceToken: null, userAgent: null, address: '192.0.2.1' }

describe('identity in PostgreSQL', () => {
  identityContract(async () => {
    const { pool, drop } = await freshDatabase()
    return { open: () => postgresRecords(pool), drop }
  })

  olderAccountsContract(async () => {
    const { pool, drop } = await freshDatabase()
    return {
      open: () => postgresRecords(pool),
      age: async (accounts) => {
        for (const one of accounts)
          await pool.query(
            `UPDATE identity.users SET username = $2, username_key = $3, email = $4, email_key = $5, new_email = $6, previous_email = $7,
               previous_email_key = $8, wrapped_data_key = $9 WHERE id = $1`,
            [
              ...[one.id, one.username, one.usernameKey, one.email, one.emailKey, one.newEmail, one.previousEmail],
              ...[one.previousEmailKey, one.wrapped],
            ],
          )
        await pool.query('DROP TABLE identity.key_epochs, identity.archives')
      },
      ageLinks: async (email) => void (await pool.query('UPDATE identity.email_links SET email = $1', [email])),
      stored: async () => {
        const tables = ['users', 'email_links', 'imports'].map((table) =>
          pool.query(`SELECT t::text FROM identity.${table} t`),
        )
        return JSON.stringify((await Promise.all(tables)).map(({ rows }) => rows))
      },
      drop,
    }
  })

  it('writes the tables anew, and cuts the log off, where an older version left closed accounts alone', async () => {
    const { pool, drop } = await freshDatabase()
    const options = { masterKey: new Uint8Array(32), folder: emptyFolder() }
    const open = async (folder = options.folder) => openDataKeys(await postgresRecords(pool), { ...options, folder })
    const identity = openIdentity(await postgresRecords(pool), await open())
    const ann = { id: randomUUID(), username: 'ann', email: 'ann@example.org', password: 'Lamp4myfeet!' }
    await identity.createUser({ ...ann, language: 'en' })
    await identity.closeUser(ann.id)
    /** The file of the table `users`. Rewriting the table changes the file. */
    const place = async () => (await pool.query(`SELECT pg_relation_filenode('identity.users') AS file`)).rows
    const before = await place()
    await open()
    expect(await place()).toEqual(before)
    await pool.query('DROP TABLE identity.key_epochs, identity.archives')
    await open(emptyFolder())
    const after = await place()
    expect(after).not.toEqual(before)
    await open().catch(() => undefined)
    expect(await place()).toEqual(after)
    await drop()
  })

  it('brings a database from before password generations and devices up to date, with its users and sessions', async () => {
    const { pool, drop } = await freshDatabase()
    const records = await postgresRecords(pool)
    const keys = await openDataKeys(records, { masterKey: new Uint8Array(32), folder: emptyFolder() })
    const open = async () => openIdentity(await postgresRecords(pool), keys)
    const before = await open()
    const ann = { id: randomUUID(), username: 'ann', email: 'ann@example.org', password: 'Lamp4myfeet!' }
    const user = await before.createUser({ ...ann, language: 'en' })
    if ('taken' in user) throw new Error('taken')
    const session = await before.startSession(user, { remember: true, from })
    await pool.query(
      `ALTER TABLE identity.users DROP generation;
       ALTER TABLE identity.sessions DROP generation, DROP device_id;
       DROP TABLE identity.devices, identity.addresses, identity.counts, identity.reset_links;
       CREATE TABLE identity.reset_tokens (user_id text PRIMARY KEY)`,
    )
    const [after] = await Promise.all([open(), open()])
    expect(await after.verifyPassword(ann.email, ann.password, from)).toEqual(user)
    expect(await after.findSession(session?.token ?? '')).toEqual({
      ...session?.session,
      deviceId: session?.session.id,
    })
    await drop()
  })

  it('says that the store is away, at the opening and later', async () => {
    const nowhere = createPool('postgresql://postgres@127.0.0.1:1/x')
    await expect(postgresRecords(nowhere)).rejects.toThrow(StoreUnavailable)
    const { pool, drop } = await freshDatabase()
    const records = await postgresRecords(pool)
    const keys = await openDataKeys(records, { masterKey: new Uint8Array(32), folder: emptyFolder() })
    const identity = openIdentity(records, keys)
    await drop()
    await expect(identity.findSession('A'.repeat(43))).rejects.toThrow(StoreUnavailable)
    await expect(identity.verifyPassword('ann@example.org', 'x', from)).rejects.toThrow(StoreUnavailable)
    await expect(keys.keyOf('ann')).rejects.toThrow(StoreUnavailable)
    await nowhere.end()
  })
})
