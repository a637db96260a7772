import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { postgresReadModelStore } from './postgres.ts'
import { readModelStoreContract } from './read-model-store.contract.ts'

readModelStoreContract('PostgreSQL', async () => {
  const database = await freshDatabase()
  return {
    many: 2_000,
    openStore: () => postgresReadModelStore({ pool: database.pool, listen: database.config }),
    close: () => database.drop(),
  }
})
