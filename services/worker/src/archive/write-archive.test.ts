import { randomBytes } from 'node:crypto'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { postgresEventLog } from '@pathlight/engine-postgres/event-log/event-log.ts'
import { postgresRecords } from '@pathlight/engine-postgres/identity/records.ts'
import { postgresReadModelStore } from '@pathlight/engine-postgres/read-models/read-model-store.ts'
import { archiveOver } from '@pathlight/identity/archive-over.ts'
import { openDataKeys } from '@pathlight/identity/open-data-keys.ts'
import { secretsOf } from '@pathlight/runtime/stores.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, describe, expect, it } from 'vitest'
import type { EventRow } from './archive-format.ts'
import { checkArchive, rowsOf } from './check-archive.ts'
import { type ArchivedStores, writeArchive } from './write-archive.ts'

const database = await freshDatabase()
afterAll(() => database.drop())

describe('an archive that was begun', () => {
  const folder = emptyFolder()
  const masterKey = randomBytes(32)
  const idsIn = async (file: string): Promise<string[]> => {
    const ids: string[] = []
    for await (const rows of rowsOf(file, await checkArchive(file), 'events'))
      ids.push(...(rows as readonly EventRow[]).map(({ id }) => id))
    return ids
  }

  const opened = async () => {
    const { pool } = database
    const listener = database.listener()
    const log = postgresEventLog({ pool, listener })
    const records = await postgresRecords(pool)
    const keys = await openDataKeys(records, { masterKey, folder })
    const readModels = postgresReadModelStore({ pool, listener })
    const jobs = { waiting: async () => [] } as unknown as ArchivedStores['jobs']
    const stores: ArchivedStores = {
      storedLog: log,
      archives: archiveOver(records, keys),
      jobs,
      readModels,
      secretFor: secretsOf(masterKey),
    }
    return { stores, pool, log, close: async () => void (await Promise.all([log.close(), readModels.close()])) }
  }

  it('is gone on with, and begun anew where the log was set back since and has grown again', async () => {
    const { stores, pool, log, close } = await opened()
    const append = (stream: string, count: number) =>
      log.appendToStream(
        stream,
        Array.from({ length: count }, () => ({ type: 'Written', data: {}, metadata: {} })),
      )
    const inLog = async () => {
      const ids: string[] = []
      for await (const { events } of log.batches({ after: 0n, live: false }))
        ids.push(...events.map(({ metadata }) => metadata.messageId))
      return ids
    }
    const file = (name: string) => join(folder, name)
    const write = (name: string) => writeArchive({ file: file(name), stores, masterKey: null })

    const { position: kept } = await append('page-1', 3)
    await append('page-2', 4)
    await write('first')
    const begun = await checkArchive(file('first'))
    renameSync(file('first'), file('second.part'))
    await append('page-3', 2)
    await write('second')
    const second = await checkArchive(file('second'))
    expect(await idsIn(file('second'))).toEqual(await inLog())
    // It is the one that was begun.
    expect(second.header.id).toBe(begun.header.id)

    renameSync(file('second'), file('third.part'))
    await pool.query(`DELETE FROM event_log.events WHERE position > ${kept};
      SELECT setval('event_log.event_position', ${kept})`)
    await append('page-2', 20)
    await write('third')
    expect(await idsIn(file('third'))).toEqual(await inLog())
    expect((await checkArchive(file('third'))).header.id).not.toBe(begun.header.id)
    await close()
  })

  it('is begun anew where the master key is to be in it and was not, or the other way round', async () => {
    const { stores, log, close } = await opened()
    await log.appendToStream('page-4', [{ type: 'Written', data: {}, metadata: {} }])
    const keyIn = async (name: string) => (await checkArchive(join(folder, name))).header.masterKey
    const write = (name: string, key: Uint8Array | null) =>
      writeArchive({ file: join(folder, name), stores, masterKey: key })

    await write('without', null)
    renameSync(join(folder, 'without'), join(folder, 'with.part'))
    await write('with', masterKey)
    expect(await keyIn('with')).toBe(masterKey.toString('base64'))

    renameSync(join(folder, 'with'), join(folder, 'without again.part'))
    await write('without again', null)
    expect(await keyIn('without again')).toBeUndefined()
    await close()
  })
})
