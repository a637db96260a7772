import { ownRecords } from '@pathlight/engine-cluster/mongodb/identity/own-records.contract.ts'
import { postgresRecords } from '@pathlight/engine-postgres/identity/records.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { describeWith } from '@pathlight/testing/describe-with.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { describe, it } from 'vitest'
import { archiveOver } from './archive-over.ts'
import { keepsApart, movesWhole, type OpenArchivedIdentity, remembersArchives } from './identity-archive.contract.ts'
import { openDataKeys } from './open-data-keys.ts'
import { openIdentity } from './open-identity.ts'
import type { Records } from './records.ts'

const archivedIdentity = async (records: Records, masterKey: Uint8Array, drop: () => Promise<void>) => {
  const keys = await openDataKeys(records, { masterKey, folder: emptyFolder() })
  return { keys, identity: openIdentity(records, keys), archive: archiveOver(records, keys), drop }
}

const openPostgres: OpenArchivedIdentity = async (masterKey) => {
  const { pool, drop } = await freshDatabase()
  return archivedIdentity(await postgresRecords(pool), masterKey, drop)
}

describe('identity in an archive', () => {
  it('moves whole from PostgreSQL to PostgreSQL', () => movesWhole(openPostgres, openPostgres))
  it('remembers archives in PostgreSQL', () => remembersArchives(openPostgres))
  it('keeps apart two accounts that had one name after another while they were read from PostgreSQL', () =>
    keepsApart(openPostgres, openPostgres))
})

describeWith(['MONGODB_URL'], 'identity in an archive, with MongoDB', ({ MONGODB_URL }) => {
  const openMongo: OpenArchivedIdentity = async (masterKey) => {
    const { open, drop } = ownRecords(MONGODB_URL)
    return archivedIdentity(await open(), masterKey, drop)
  }
  it('moves whole from PostgreSQL to MongoDB', () => movesWhole(openPostgres, openMongo))
  it('moves whole from MongoDB to PostgreSQL', () => movesWhole(openMongo, openPostgres))
  it('moves whole from MongoDB to MongoDB', () => movesWhole(openMongo, openMongo))
  it('remembers archives in MongoDB', () => remembersArchives(openMongo))
  it('keeps apart two accounts that had one name after another while they were read from MongoDB', () =>
    keepsApart(openMongo, openPostgres))
})
