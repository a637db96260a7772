import { randomUUID } from 'node:crypto'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import { describe, expect, it } from 'vitest'
import { eventStoreDbEnds } from './ends.ts'

const event = (version: number): Recorded => ({
  type: 'Written',
  data: { text: `${version}` },
  metadata: {
    ...{ messageId: randomUUID(), userId: 'ann', actorId: 'ann', deviceId: null, correlationId: 'a', causationId: 'a' },
    ...{ schemaVersion: 1, occurredAt: '2026-01-01T08:00:00.000Z', streamName: 'note-1' },
    ...{ streamPosition: BigInt(version), globalPosition: BigInt(version) },
  },
})
const stream = Array.from({ length: 9 }, (_, n) => event(n + 1))

/**
 * Reads the ends of a stream to which another writer appends between the reads. The reads from the start find a stream
 * of `early` events. The read from the end, and every later read, finds a stream of `late` events.
 */
const endsBetween = (early: number, late: number) => {
  let now = early
  return eventStoreDbEnds({
    read: async (_name, after, maxCount) => stream.slice(0, now).slice(Number(after), Number(after) + maxCount),
    readBack: async (_name, maxCount, before = 1_000n) => {
      now = early
      const found = stream.slice(0, Math.min(late, Number(before) - 1)).slice(-maxCount)
      queueMicrotask(() => {
        now = late
      })
      return found
    },
  })
}
const said = ({ events, version }: Awaited<ReturnType<ReturnType<typeof endsBetween>>>) => [
  events.map(({ data }) => data.text).join(''),
  version,
]

describe('the ends of a stream in EventStoreDB', () => {
  it('have the first event also where the stream began while they were read', async () => {
    expect(said(await endsBetween(0, 3)('note-1'))).toEqual(['123', 3n])
    expect(said(await endsBetween(0, 1)('note-1'))).toEqual(['1', 1n])
    expect(said(await endsBetween(0, 6)('note-1', { upTo: 5n }))).toEqual(['145', 5n])
  })

  it('end at the version that is asked for, also where the stream grew beyond it while they were read', async () => {
    expect(said(await endsBetween(3, 7)('note-1', { upTo: 5n }))).toEqual(['145', 5n])
  })

  it('have the event that is looked for also where it was appended while they were read', async () => {
    const [, , third] = stream
    const find = { id: third?.metadata.messageId ?? '', after: 2n }
    expect(await endsBetween(2, 7)('note-1', { find })).toMatchObject({ version: 7n, found: third?.metadata })
  })
})
