import { createPool } from '@pathlight/stores/postgres-pool.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { describe, expect, it } from 'vitest'
import { identityContract } from './identity.contract.ts'
import { postgresIdentity } from './postgres.ts'

describe('identity in PostgreSQL', () => {
  identityContract(async () => {
    const { pool, drop } = await freshDatabase()
    return { open: (options) => postgresIdentity({ pool, ...options }), drop }
  })

  it('says that the store is away, at the opening and later', async () => {
    const masterKey = new Uint8Array(32)
    const nowhere = createPool('postgresql://postgres@127.0.0.1:1/x')
    await expect(postgresIdentity({ pool: nowhere, masterKey })).rejects.toThrow(StoreUnavailable)
    const { pool, drop } = await freshDatabase()
    const identity = await postgresIdentity({ pool, masterKey })
    await drop()
    await expect(identity.findSession('A'.repeat(43))).rejects.toThrow(StoreUnavailable)
    await expect(identity.verifyPassword('ann@example.org', 'x')).rejects.toThrow(StoreUnavailable)
    await nowhere.end()
  })
})
