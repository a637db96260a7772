import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { InvalidEvent, type Recorded, VersionConflict } from './event-log.ts'
import type { RestoreEvents, StoredEvent } from './restore-events.ts'
import type { StorableEventLog } from './storable-events.ts'

/** Opens an empty log for one test. */
export type OpenRestorable = () => Promise<{ log: StorableEventLog; restore: RestoreEvents; drop(): Promise<unknown> }>

const event = (position: number, streamName: string, version: number, more: object = {}): StoredEvent => ({
  position: BigInt(position),
  streamName,
  version: BigInt(version),
  id: randomUUID(),
  type: 'NoteAdded',
  data: { nth: position, sealed: '7ZWY64KY64uY==', ...more },
  metadata: { userId: 'ann', actorId: 'ann', schemaVersion: 1, occurredAt: '2026-11-22T04:01:43.441Z' },
})

const placeOf = ({ type, data, metadata }: Recorded) => [
  metadata.streamName,
  Number(metadata.streamPosition),
  metadata.messageId,
  type,
  data,
  metadata.occurredAt,
]
const placesOf = (events: readonly StoredEvent[]) =>
  events.map(({ streamName, version, id, type, data, metadata }) => [
    streamName,
    Number(version),
    id,
    type,
    data,
    metadata.occurredAt,
  ])

export const restoringContract = (name: string, open: OpenRestorable): void => {
  describe(`${name}, as a log that another is read into`, () => {
    const all = async (log: StorableEventLog) => {
      const events: Recorded[] = []
      for await (const batch of log.batches({ after: 0n, live: false })) events.push(...batch.events)
      return events
    }

    it('keeps order, ids, versions and words, however often they are read, and goes on behind them', async () => {
      const { log, restore, drop } = await open()
      const events = [
        event(3, 'note-a', 1, { text: '하나님이 "세상"을\\ {이처럼}, NULL\n', list: [1, null, { deep: true }] }),
        event(7, 'note-b', 1),
        event(8, 'note-a', 2),
        event(9, 'note-a', 3),
        ...Array.from({ length: 1_200 }, (_, n) => event(20 + n, 'note-c', 1 + n)),
        event(2_000, 'note-b', 2, { long: 'x'.repeat(400_000) }),
        event(2_001, 'note-b', 3, { long: 'y'.repeat(400_000) }),
      ]
      await restore(events.slice(0, 3))
      await restore(events)
      await restore(events.slice(2, 900))
      expect((await all(log)).map(placeOf)).toEqual(placesOf(events))
      expect((await log.readStream('note-a')).version).toBe(3n)
      const more = await log.appendToStream('note-a', [{ type: 'NoteEdited', data: {} }], { expected: 3n })
      expect(more.version).toBe(4n)
      expect(more.position).toBeGreaterThan((await all(log)).at(-2)?.metadata.globalPosition ?? 0n)
      // After the restore, the log recognises a repeated append by the event's id.
      const { id, type, data } = events[2] as StoredEvent
      const repeat = [{ type, data, metadata: { messageId: id } }]
      expect(await log.appendToStream('note-a', repeat, { expected: 1n })).toMatchObject({
        repeated: true,
        version: 2n,
      })
      await drop()
    })

    it('refuses what meets another event at its place', async () => {
      const { log, restore, drop } = await open()
      await restore([event(1, 'note-a', 1)])
      const refused = restore([event(1, 'note-a', 1)])
      await expect(refused.catch((error) => [InvalidEvent, VersionConflict].includes(error.constructor))).resolves.toBe(
        true,
      )
      expect(await all(log)).toHaveLength(1)
      await drop()
    })
  })
}
