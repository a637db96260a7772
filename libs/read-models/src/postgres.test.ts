import { randomBytes } from 'node:crypto'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { postgresReadModelStore } from './postgres.ts'
import { type Breakage, breaking, readModelStoreContract } from './read-model-store.contract.ts'
import { InvalidDocument } from './read-model-store.ts'
import { runProjectionContract } from './run-projection.contract.ts'

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
    pool: database.pool,
    many: 2_000,
    openStore: () => postgresReadModelStore({ pool: database.pool, listen: database.config }),
    openFragileStore: (next: () => Breakage) =>
      postgresReadModelStore({ pool: fragilePool(next), listen: database.config }),
    close: () => database.drop(),
  }
}

describe('read models in PostgreSQL, besides', () => {
  it('refuse a document whose indexed field is too long for an index, and say so', async () => {
    const world = await openWorld()
    onTestFinished(() => world.close())
    const store = world.openStore()
    await store.open({ name: 'long', version: 1, log: 'log' }, ['long'])
    await store.collection<{ word: string }>('long', [['word']]).find()
    const word = randomBytes(5_000).toString('hex')
    const commit = store.commit('long', 0n, 1n, [{ collection: 'long', id: 'a', doc: { word }, at: 1n }])
    await expect(commit).rejects.toThrow(InvalidDocument)
    await store.close()
  })

  it('say that a reset waits when a backup holds the table, and do not hold up readers for long', async () => {
    const world = await openWorld()
    onTestFinished(() => world.close())
    const store = world.openStore()
    await store.open({ name: 'held', version: 1, log: 'log' }, ['held'])
    const backup = await world.pool.connect()
    await backup.query('BEGIN; LOCK TABLE read_models.doc_held IN ACCESS SHARE MODE')
    await expect(store.reset('held', ['held'])).rejects.toThrow(/lock timeout/)
    expect(await store.collection('held').count()).toBe(0)
    await backup.query('COMMIT')
    backup.release()
    await store.reset('held', ['held'])
    await store.close()
  })
})

readModelStoreContract('PostgreSQL', openWorld)
runProjectionContract('PostgreSQL', openWorld)
