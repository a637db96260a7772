import { randomUUID } from 'node:crypto'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { expect } from 'vitest'
import type { EventLog, NewEvent, Recorded } from './event-log.ts'

const stroke = (number: number) => ({
  type: 'Stroke',
  data: { stroke: number },
  metadata: {
    messageId: randomUUID(),
    userId: 'u',
    actorId: 'u',
    deviceId: null,
    correlationId: 'c',
    causationId: 'c',
    schemaVersion: 1,
    occurredAt: '2026-01-01T08:00:00.000Z',
  },
})

/** Repeats one append until the store acknowledges it, as a client does after an answer 503. */
export async function untilAcknowledged(append: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await append()
      return
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

/**
 * 20 writers append `strokes` events each, every writer to a stream of its own, while `strike` breaks the store. Half
 * of the writers expect an exact version, the others any. Afterwards every acknowledged event must be there once and in
 * order, in its stream and in a feed that was open all the time.
 */
export async function writersUnderFire(
  log: EventLog,
  { strokes, strike }: { strokes: number; strike: (acknowledged: () => number) => Promise<void> },
): Promise<void> {
  const after = await log.head()
  const seen: Recorded[] = []
  const ended = new AbortController()
  const feed = (async () => {
    for await (const batch of log.batches({ after, live: true, signal: ended.signal })) seen.push(...batch.events)
  })()

  let acknowledged = 0
  const streams = Array.from({ length: 20 }, () => `drill-${randomUUID()}`)
  const writer = async (stream: string, way: number) => {
    for (let number = 0; number < strokes; number++) {
      const event = stroke(number)
      const expected = way % 2 === 0 ? {} : { expected: BigInt(number) }
      await untilAcknowledged(() => log.appendToStream(stream, [event], expected))
      acknowledged++
    }
  }
  await Promise.all([strike(() => acknowledged), ...streams.map(writer)])

  const total = strokes * streams.length
  const numbers = Array.from({ length: strokes }, (_, number) => number)
  for (const stream of streams) {
    const { events } = await log.readStream(stream)
    expect(events.map((event) => event.data.stroke)).toEqual(numbers)
  }
  while (seen.length < total) await new Promise((resolve) => setTimeout(resolve, 20))
  ended.abort()
  await feed
  const byStream = Map.groupBy(seen, (event) => event.metadata.streamName)
  for (const stream of streams) expect(byStream.get(stream)?.map((event) => event.data.stroke)).toEqual(numbers)
}

/** Follows a log live, and collects the delivered events. */
export function follow(log: EventLog, after: bigint, size?: number) {
  const stop = new AbortController()
  const events: Recorded[] = []
  const done = (async () => {
    for await (const batch of log.batches({ after, live: true, signal: stop.signal, ...(size && { size }) }))
      events.push(...batch.events)
  })()
  done.catch(() => undefined) // the failure is thrown when `ended` is awaited
  return {
    events,
    /** Resolves when the feed has ended. Rejects if the feed fails. */
    ended: done,
    async end() {
      stop.abort()
      await done
    },
  }
}

export const one = (): NewEvent => stroke(1)
