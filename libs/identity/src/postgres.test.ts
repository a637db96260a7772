import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { describe } from 'vitest'
import { identityContract } from './identity.contract.ts'
import { postgresIdentity } from './postgres.ts'

describe('identity in PostgreSQL', () => {
  identityContract(async () => {
    const { pool, drop } = await freshDatabase()
    return { open: (options) => postgresIdentity({ pool, ...options }), drop }
  })
})
