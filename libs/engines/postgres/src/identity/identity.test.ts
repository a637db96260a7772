import { randomUUID } from 'node:crypto'
import { identityContract } from '@pathlight/identity/identity.contract.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { describe, expect, it } from 'vitest'
import { createPool } from '../connection/pool.ts'
import { postgresDataKeys } from './data-keys.ts'
import { postgresIdentity } from './identity.ts'

const from = { deviceToken: null, userAgent: null, address: '192.0.2.1' }

describe('identity in PostgreSQL', () => {
  identityContract(async () => {
    const { pool, drop } = await freshDatabase()
    return {
      open: async (options) => {
        const keys = await postgresDataKeys({ pool, ...options })
        return { keys, identity: await postgresIdentity({ pool, keys, now: options.now }) }
      },
      drop,
    }
  })

  it('brings a database from before password generations and devices up to date, with its users and sessions', async () => {
    const { pool, drop } = await freshDatabase()
    const keys = await postgresDataKeys({ pool, masterKey: new Uint8Array(32), folder: emptyFolder() })
    const open = () => postgresIdentity({ pool, keys })
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
    const masterKey = new Uint8Array(32)
    const nowhere = createPool('postgresql://postgres@127.0.0.1:1/x')
    const options = { masterKey, folder: emptyFolder() }
    await expect(postgresDataKeys({ pool: nowhere, ...options })).rejects.toThrow(StoreUnavailable)
    const { pool, drop } = await freshDatabase()
    const keys = await postgresDataKeys({ pool, ...options })
    await expect(postgresIdentity({ pool: nowhere, keys })).rejects.toThrow(StoreUnavailable)
    const identity = await postgresIdentity({ pool, keys })
    await drop()
    await expect(identity.findSession('A'.repeat(43))).rejects.toThrow(StoreUnavailable)
    await expect(identity.verifyPassword('ann@example.org', 'x', from)).rejects.toThrow(StoreUnavailable)
    await expect(keys.keyOf('ann')).rejects.toThrow(StoreUnavailable)
    await nowhere.end()
  })
})
