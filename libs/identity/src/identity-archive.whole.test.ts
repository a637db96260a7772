import { randomBytes } from 'node:crypto'
import { createMongoClient } from '@pathlight/engine-cluster/mongodb/client.ts'
import { mongoRecords } from '@pathlight/engine-cluster/mongodb/identity/records.ts'
import { postgresRecords } from '@pathlight/engine-postgres/identity/records.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { describe, expect, it } from 'vitest'
import { archiveOver } from './archive-over.ts'
import { movesWhole, type OpenArchivedIdentity, remembersArchives, rowsIn } from './identity-archive.contract.ts'
import { openDataKeys } from './open-data-keys.ts'
import { openIdentity } from './open-identity.ts'

const openPostgres: OpenArchivedIdentity = async (masterKey) => {
  const { pool, drop } = await freshDatabase()
  const records = await postgresRecords(pool)
  const keys = await openDataKeys(records, { masterKey, folder: emptyFolder() })
  return { keys, identity: openIdentity(records, keys), archive: archiveOver(records, keys), drop }
}

describe('identity in an archive', () => {
  it('moves whole from PostgreSQL to PostgreSQL', () => movesWhole(openPostgres, openPostgres))
  it('remembers archives in PostgreSQL', () => remembersArchives(openPostgres))
})

describeWith(['MONGODB_URL'], 'identity in an archive, with MongoDB', ({ MONGODB_URL }) => {
  const openMongo: OpenArchivedIdentity = async (masterKey) => {
    const client = createMongoClient(MONGODB_URL)
    const db = client.db(ownName())
    const records = await mongoRecords(db)
    const keys = await openDataKeys(records, { masterKey, folder: emptyFolder() })
    return {
      keys,
      identity: openIdentity(records, keys),
      archive: archiveOver(records, keys),
      async drop() {
        await db.dropDatabase()
        await client.close()
      },
    }
  }
  it('moves whole from PostgreSQL to MongoDB', () => movesWhole(openPostgres, openMongo))
  it('moves whole from MongoDB to PostgreSQL', () => movesWhole(openMongo, openPostgres))
  it('moves whole from MongoDB to MongoDB', () => movesWhole(openMongo, openMongo))
  it('remembers archives in MongoDB', () => remembersArchives(openMongo))

  it('keeps apart two accounts that had one name after another while they were read', async () => {
    const masterKey = randomBytes(32)
    const [from, to] = [await openMongo(masterKey), await openPostgres(masterKey)]
    const person = (id: string, username: string) =>
      from.identity.createUser({
        id,
        username,
        email: `${username}@example.org`,
        password: 'Lamp4myfeet!',
        language: 'en',
      })
    // More than are read at once, so that the second account is read after the first one changed.
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
        // The key of another account opens for no other.
        wrappedDataKey: null,
      }
    })
    // In parts: MongoDB's stand-in answers nothing else meanwhile, not even the driver that asks whether it is there.
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
  })
})
