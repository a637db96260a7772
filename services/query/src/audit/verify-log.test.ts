import { randomUUID } from 'node:crypto'
import { postgresEventLog } from '@pathlight/engine-postgres/event-log/event-log.ts'
import { postgresReadModelStore } from '@pathlight/engine-postgres/read-models/read-model-store.ts'
import { runProjections } from '@pathlight/read-models/run-projections.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, expect, it } from 'vitest'
import { audit } from './projection.ts'
import { verifyLog } from './verify-log.ts'

const EVENTS = 40

const database = await freshDatabase()
afterAll(() => database.drop())

it('says nothing of a log that was closed before its end: the rest of it was not removed', async () => {
  const [listener, logger] = [database.listener(), { info: () => {}, warn: () => {}, error: () => {} }]
  const log = postgresEventLog({ pool: database.pool, listener })
  const store = postgresReadModelStore({ pool: database.pool, listener })
  for (let n = 0; n < EVENTS; n++) {
    const userId = randomUUID()
    const openedAt = new Date().toISOString()
    const about = { deviceId: null, correlationId: 'test', causationId: 'test', schemaVersion: 1 }
    const metadata = { ...about, userId, actorId: userId, occurredAt: openedAt }
    await log.appendToStream(`account-${userId}`, [{ type: 'AccountOpened', data: { userId, openedAt }, metadata }])
  }
  const made = new AbortController()
  const projections = [audit]
  const running = runProjections({ log, store, projections, closing: 'AccountClosed', logger, signal: made.signal })
  await running.opened
  expect(await store.waitFor(await log.head(), 60_000)).toBe(true)
  made.abort()
  await running.done
  expect(await verifyLog({ log, store, since: 0n, signal: new AbortController().signal })).toMatchObject({
    events: EVENTS,
    difference: null,
  })

  // The order of a stop by Ctrl-C: first the signal aborts, then the log is closed.
  const stopping = new AbortController()
  const closed: Parameters<typeof verifyLog>[0]['log'] = {
    async *batches(options) {
      for await (const batch of log.batches({ ...options, size: 1 })) {
        yield batch
        stopping.abort(new Error('Pathlight is stopping'))
        await log.close()
      }
    },
  }
  const ended = verifyLog({ log: closed, store, signal: stopping.signal, since: 0n })
  await expect(ended).rejects.toThrow('Pathlight is stopping')
  await store.close()
})
