import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { postgresReadModelStore } from './postgres.ts'
import { readModelStoreContract } from './read-model-store.contract.ts'
import { type Breakage, breaking, runProjectionContract } from './run-projection.contract.ts'

const openWorld = async () => {
  const database = await freshDatabase()
  /** The pool, but the statement that moves a checkpoint may break. */
  const fragilePool = (next: () => Breakage) =>
    new Proxy(database.pool, {
      get(pool, key) {
        if (key !== 'query') return Reflect.get(pool, key)
        return (query: { text: string }) => {
          const call = () => pool.query(query)
          if (!query.text.includes('SET position = $4')) return call()
          return breaking(next(), Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), call)
        }
      },
    })
  return {
    many: 2_000,
    openStore: () => postgresReadModelStore({ pool: database.pool, listen: database.config }),
    openFragileStore: (next: () => Breakage) =>
      postgresReadModelStore({ pool: fragilePool(next), listen: database.config }),
    close: () => database.drop(),
  }
}

readModelStoreContract('PostgreSQL', openWorld)
runProjectionContract('PostgreSQL', openWorld)
