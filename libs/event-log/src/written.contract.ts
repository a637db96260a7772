import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import type { BatchesOptions, EventLog, EventMetadata, NewEvent, Recorded } from './event-log.ts'

/** A log that only one run of the contract uses. */
export type EventLogSubject = {
  /** Opens another connection to the log. The suite closes it. */
  readonly open: () => EventLog | Promise<EventLog>
  /** How many events the feed must deliver while 32 writers append. */
  readonly feedEvents: number
}

/** Opens and closes the logs of one suite. `log` is set before its tests run. */
export const handles = (subject: EventLogSubject) => {
  const opened: EventLog[] = []
  const open = async () => {
    const another = await subject.open()
    opened.push(another)
    return another
  }
  let log: EventLog
  beforeAll(async () => {
    log = await open()
  })
  afterAll(() => Promise.all(opened.map((one) => one.close())))
  return {
    open,
    get log() {
      return log
    },
    /** Makes a new stream with one event for each text, and returns its name. */
    streamOf: async (...texts: string[]): Promise<string> => {
      const stream = newStream()
      await log.appendToStream(
        stream,
        texts.map((text) => written(text)),
      )
      return stream
    },
  }
}

export const metadata = (messageId: string = randomUUID()): EventMetadata => ({
  messageId,
  userId: '7d1f9f5c-8a55-4f3b-8b56-1c5c7f3f6b21',
  actorId: '7d1f9f5c-8a55-4f3b-8b56-1c5c7f3f6b21',
  deviceId: null,
  correlationId: '0b0a4a3e-3a1f-4b43-9d0e-4f1c2d1f7a10',
  causationId: 'request-1',
  schemaVersion: 1,
  occurredAt: '2026-01-01T08:00:00.000Z',
})
export const written = (text = 'a', messageId?: string) => ({
  type: 'Written',
  data: { text },
  metadata: metadata(messageId),
})
export const bare = (data: Record<string, unknown>): NewEvent => ({ type: 'Bare', data })
export const newStream = (kind = 'page'): string => `${kind}-${randomUUID()}`
export const textsOf = (events: readonly { readonly data: Readonly<Record<string, unknown>> }[]): string[] =>
  events.map((event) => event.data.text as string)
export const exists = async (log: EventLog, stream: string): Promise<boolean> =>
  (await log.readEnds(stream)).version > 0n

/** Collects the events of a feed until `enough` is true or the feed ends. */
export const follow = async (
  feed: EventLog,
  options: BatchesOptions,
  enough: (events: readonly Recorded[]) => boolean = () => false,
): Promise<Recorded[]> => {
  const events: Recorded[] = []
  for await (const batch of feed.batches(options)) {
    events.push(...batch.events)
    if (enough(events)) break
  }
  return events
}
