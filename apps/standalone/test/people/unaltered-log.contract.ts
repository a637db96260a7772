import type { EventLog, Recorded } from '@pathlight/event-log/event-log.ts'
import { positionKey } from '@pathlight/event-log/position-key.ts'
import type { AuditDocument } from '@pathlight/query/audit/projection.ts'
import { digestOfAudit, verifyLog } from '@pathlight/query/audit/verify-log.ts'
import type { Generation, ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, makeAdmin, signUpSomebody } from '../app-under-test.contract.ts'

/** An alteration of the log is found by the digests that were made when the events were projected. */
export const unalteredLogContract = (running: () => AppUnderTest): void => {
  describe('what is in the log', () => {
    const positions: bigint[] = []
    beforeAll(async () => {
      const ann = await signUpSomebody(running().app)
      for (let n = 0; n < 5; n++) {
        const body = { verse_id: 43_003_016 + n, text: `words ${n}`, version: 'KJV' }
        const { headers } = await ann.ask('POST', '/api/note/', { body })
        positions.push(BigInt(String(headers['x-position'])))
      }
      const { readModels, log } = running().stores
      const head = await log.head()
      await eventually(async () => expect(await readModels.position()).toBeGreaterThanOrEqual(head))
    })
    /** A log that an intruder has altered: its feed returns the altered events. */
    const altered = (alter: (events: readonly Recorded[]) => readonly Recorded[]): Pick<EventLog, 'batches'> => ({
      async *batches(options) {
        const all: Recorded[] = []
        let last = options.after
        for await (const { events, position } of running().stores.log.batches(options)) {
          all.push(...events)
          last = position
        }
        yield { events: alter(all), position: last }
      },
    })
    type Rows = Awaited<ReturnType<Generation<AuditDocument>['page']>>
    /** Read models that an intruder has altered: the audit has altered rows. */
    const alteredAudit = (alter: (rows: Rows) => Rows) => {
      const { readModels } = running().stores
      const generation = (...of: Parameters<ReadModelStore['generation']>) => {
        const found = readModels.generation(...of) as unknown as Generation<AuditDocument>
        return { ...found, page: async (...asked: Parameters<typeof found.page>) => alter(await found.page(...asked)) }
      }
      return {
        checkpoints: () => readModels.checkpoints(),
        generation: generation as unknown as ReadModelStore['generation'],
      }
    }
    const { signal } = new AbortController()
    const verify = (log: Pick<EventLog, 'batches'>, more: object = {}) =>
      verifyLog({ log, store: running().stores.readModels, since: 0n, signal, ...more })
    const at = (n: number): bigint => positions[n] ?? 0n
    const isAt = (n: number) => (event: Recorded) => event.metadata.globalPosition === at(n)

    it('is proved to be as it was', async () => {
      const verdict = await verify(running().stores.log)
      expect(verdict).toMatchObject({ difference: null, sameKept: null })
      expect(verdict?.events).toBeGreaterThanOrEqual(6)
      expect(verdict?.chain).toEqual(await digestOfAudit(running().stores.readModels, signal))
    })
    it('is named by its position where one byte was changed', async () => {
      const log = altered((events) =>
        events.map((event) => {
          if (!isAt(2)(event)) return event
          const { sealed } = event.stored as { sealed: string }
          const changed = `${sealed.slice(0, 40)}${sealed[40] === 'A' ? 'B' : 'A'}${sealed.slice(41)}`
          return { ...event, stored: { ...event.stored, sealed: changed } }
        }),
      )
      expect(await verify(log)).toMatchObject({ difference: { position: at(2), what: 'changed' } })
    })
    it('is named where metadata was changed', async () => {
      const log = altered((events) =>
        events.map((event) =>
          isAt(3)(event) ? { ...event, metadata: { ...event.metadata, actorId: crypto.randomUUID() } } : event,
        ),
      )
      expect(await verify(log)).toMatchObject({ difference: { position: at(3), what: 'changed' } })
    })
    it('is named where an event was removed, also the last', async () => {
      for (const n of [1, 4]) {
        const log = altered((events) => events.filter((event) => !isAt(n)(event)))
        expect(await verify(log)).toMatchObject({ difference: { position: at(n), what: 'removed' } })
      }
    })
    it('is named where two were swapped', async () => {
      const log = altered((events) => {
        const [one, two] = [events.find(isAt(1)), events.find(isAt(3))]
        return events.map((event) => {
          const other = event === one ? two : event === two ? one : undefined
          if (!other) return event
          const { globalPosition } = event.metadata
          return { ...other, metadata: { ...other.metadata, globalPosition } }
        })
      })
      expect(await verify(log)).toMatchObject({ difference: { position: at(1), what: 'changed' } })
    })
    it('is named where an event was put in', async () => {
      const log = altered((events) =>
        events.flatMap((event) => {
          if (!isAt(2)(event)) return [event]
          const { globalPosition } = event.metadata
          return [event, { ...event, metadata: { ...event.metadata, globalPosition: globalPosition + 1n } }]
        }),
      )
      // `what` depends on the engine. Where positions have no gaps, the next event has this position, which then looks
      // changed. Otherwise the event looks added.
      expect(await verify(log)).toMatchObject({ difference: { position: at(2) + 1n } })
    })
    it('is named where a row of the audit was changed or removed', async () => {
      const id = positionKey(at(2))
      const changed = alteredAudit((rows) =>
        rows.map((row) => (row.id === id && row.doc ? { ...row, doc: { ...row.doc, digest: '0'.repeat(64) } } : row)),
      )
      const { log } = running().stores
      expect(await verify(log, { store: changed })).toMatchObject({ difference: { position: at(2), what: 'changed' } })
      const removed = alteredAudit((rows) => rows.filter((row) => row.id !== id))
      expect(await verify(log, { store: removed })).toMatchObject({ difference: { position: at(2), what: 'added' } })
    })
    it('is not what a kept digest says where an event was removed together with its row', async () => {
      const { position = '', digest = '' } = (await digestOfAudit(running().stores.readModels, signal)) ?? {}
      const log = altered((events) => events.filter((event) => !isAt(1)(event)))
      const store = alteredAudit((rows) => rows.filter((row) => row.id !== positionKey(at(1))))
      const kept = { position: BigInt(position), digest }
      expect(await verify(log, { store, kept })).toMatchObject({ difference: null, sameKept: false })
    })
    it('is compared with a digest that was kept elsewhere, which shows what the audit does not', async () => {
      const { chain } = (await verify(running().stores.log)) ?? {}
      const kept = { position: BigInt(chain?.position ?? 0), digest: chain?.digest ?? '' }
      expect(await verify(running().stores.log, { kept })).toMatchObject({ sameKept: true })
      const other = { ...kept, digest: '0'.repeat(64) }
      expect(await verify(running().stores.log, { kept: other })).toMatchObject({ difference: null, sameKept: false })
    })
    it('is counted for admins', async () => {
      const { app, stores } = running()
      const admin = await signUpSomebody(app)
      await makeAdmin(stores, admin.id)
      const { body } = await admin.ask('GET', '/api/admin/counts')
      expect(body).toEqual({ changes: expect.any(Number), people: await stores.identity.countPeople(), bibles: 3 })
      expect(body.changes).toBeGreaterThanOrEqual(6)
    })
    it('is walked from a position on', async () => {
      const removed = altered((events) => events.filter((event) => !isAt(1)(event)))
      expect(await verify(removed, { since: at(1) })).toMatchObject({ difference: null, chain: null })
      expect(await verify(removed, { since: at(0) })).toMatchObject({ difference: { position: at(1) } })
    })
  })
}
