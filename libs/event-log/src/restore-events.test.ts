import { eventStoreDbLog } from '@pathlight/engine-cluster/eventstoredb/event-log.ts'
import { postgresListener } from '@pathlight/engine-postgres/connection/listener.ts'
import { postgresEventLog } from '@pathlight/engine-postgres/event-log/event-log.ts'
import { postgresRestore } from '@pathlight/engine-postgres/event-log/restore.ts'
import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { expect, it } from 'vitest'
import { restoreByAppends } from './restore-events.ts'
import { restoringContract } from './restoring.contract.ts'

const onPostgres = async () => {
  const { pool, url, drop } = await freshDatabase()
  const listener = postgresListener({ connectionString: url }, () => undefined)
  const log = postgresEventLog({ pool, listener })
  const restore = postgresRestore({ pool })
  return { log, restore, drop: () => Promise.all([log.close(), listener.close()]).then(drop) }
}

restoringContract('PostgreSQL', onPostgres)

it('PostgreSQL keeps positions, and the numbers of a stream whose beginning is gone', async () => {
  const { log, restore, drop } = await onPostgres()
  const metadata = { userId: 'ann', schemaVersion: 1, occurredAt: '2026-11-22T04:01:43.441Z' }
  const of = (position: bigint, version: bigint, id: string) => ({
    ...{ position, streamName: 'note-a', version, type: 'NoteEdited', data: {}, metadata },
    id: `00000000-0000-4000-8000-00000000000${id}`,
  })
  await restore([of(4_711n, 7n, '1'), of(5_000n, 8n, '2')])
  const { events, version } = await log.readStream('note-a')
  expect(version).toBe(8n)
  expect(events.map(({ metadata: at }) => [at.globalPosition, at.streamPosition])).toEqual([
    [4_711n, 7n],
    [5_000n, 8n],
  ])
  const added = await log.appendToStream('note-a', [{ type: 'NoteEdited', data: {} }], { expected: 8n })
  expect(added).toMatchObject({ version: 9n, position: 5_001n })
  await drop()
})

describeWith(['EVENTSTORE_URL'], 'on the cluster', ({ EVENTSTORE_URL }) =>
  restoringContract('EventStoreDB', async () => {
    const log = eventStoreDbLog({ url: EVENTSTORE_URL, prefix: `${ownName()}.` })
    return { log, restore: restoreByAppends(log), drop: () => log.close() }
  }),
)
