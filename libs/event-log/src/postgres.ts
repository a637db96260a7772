import {
  assertExpectedVersionMatchesCurrent,
  type Event,
  ExpectedVersionConflictError,
  NO_CONCURRENCY_CHECK,
  type ReadEvent,
  upcastRecordedMessages,
} from '@event-driven-io/emmett'
import { translate } from '@pathlight/stores/postgres-pool.ts'
import type { ClientConfig, Pool, QueryArrayConfig } from 'pg'
import { aggregateStream } from './aggregate-stream.ts'
import {
  type Appended,
  type Batch,
  type EventLog,
  InvalidEvent,
  type Recorded,
  type RecordedMetadata,
} from './event-log.ts'
import { patiently, repeatedly } from './patience.ts'
import { postgresAppends } from './postgres-appends.ts'
import { openSchema } from './postgres-schema.ts'
import { postgresWakeups } from './postgres-wakeups.ts'
import { recordedMetadata, type StoredMetadata } from './stored-metadata.ts'
import { storableEvents } from './validate-event.ts'

export type PostgresEventLogOptions = {
  /** Stays the caller's: `close` leaves it open. */
  readonly pool: Pool
  /** For one connection that LISTENs, made when the first live feed starts. */
  readonly listen: ClientConfig
  /** Schema of the log's tables and name of its channel; lower_snake_case. Default `event_log`. */
  readonly schema?: string
  /** Told about each connection that failed while the feed mends itself: for the operator's log. */
  readonly onTrouble?: (error: unknown) => void
}

/** A live feed looks again after this long even if nobody wakes it. */
const SAFETY_POLL_MS = 5_000
/** Pauses before an append whose outcome is unknown is sent again. */
const REPEAT_PAUSES_MS = [50, 250]
/**
 * Most rows and, as far as the last page foretells, bytes that one query of the feed brings. Larger pages make a rebuild
 * slower: what is read ahead outgrows the young generation of the heap.
 */
const LARGEST_PAGE = 1_000
const PAGE_BYTES = 8_000_000

const UNIQUE_VIOLATION = '23505'

const COLUMNS = 'position, version, id, stream, type, data, metadata'
type Row = readonly [
  position: string,
  version: string,
  id: string,
  stream: string,
  type: string,
  data: Recorded['data'],
  metadata: StoredMetadata,
]
const JSON_TYPE = 114
const asItIs = (text: string): string => text
/**
 * Values come as text, but JSON is parsed as each row comes in: kept until the last row is there, its text would fill the young
 * generation of the heap. `onJson` sees each text.
 */
const parsing = (onJson: (text: string) => void) => ({
  getTypeParser: (type: number) => {
    if (type !== JSON_TYPE) return asItIs
    return (text: string): unknown => {
      onJson(text)
      return JSON.parse(text)
    }
  },
})
const LARGEST_BIGINT = '9223372036854775807'

/**
 * The event log in PostgreSQL 15 or newer. Needs nothing there but the right to make a schema; makes it on first use.
 * Raw inserts that are to keep to its order take the lock `pg_advisory_xact_lock(hashtextextended('SCHEMA.append', 0))`
 * and a position from `SCHEMA.event_position`.
 */
export function postgresEventLog(options: PostgresEventLogOptions): EventLog {
  const { pool, schema = 'event_log', onTrouble = () => undefined } = options
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(schema)) throw new TypeError(`${schema} cannot name a schema: lower_snake_case`)
  const closing = new AbortController()
  const wakeups = postgresWakeups(options.listen, schema, onTrouble)

  let opening: Promise<string> | null = null
  const identity = (): Promise<string> => {
    opening ??= openSchema(pool, schema).catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }

  const query = async <R extends readonly unknown[]>(
    config: Omit<QueryArrayConfig, 'rowMode'>,
    onJson: (text: string) => void = () => undefined,
  ): Promise<R[]> => {
    await identity()
    try {
      const result = await pool.query({ ...config, rowMode: 'array', types: parsing(onJson) })
      const rows = result.rows as unknown as R[]
      // The driver's timers keep each result reachable from the one before: with its rows, a page would outlive many
      // collections of the young generation, and rebuilding a read model would mostly be collecting garbage.
      result.rows = []
      return rows
    } catch (error) {
      throw translate(error)
    }
  }

  const append = postgresAppends(schema, query)

  const readPage = async (after: bigint, until: bigint | null, limit: number) => {
    const seen = wakeups.count()
    // No upper bound: with two, PostgreSQL expects few rows for as long as it has no statistics, and sorts the whole log on
    // disk for one page.
    let characters = 0
    const rows = await query<Row>(
      {
        name: `${schema}_feed`,
        text: `SELECT ${COLUMNS} FROM ${schema}.events WHERE position > $1 ORDER BY position LIMIT $2`,
        values: [String(after), limit],
      },
      (json) => {
        characters += json.length
      },
    )
    const last = rows.at(-1)
    const beyond = until !== null && last !== undefined && BigInt(last[0]) > until
    const wanted = beyond ? rows.filter(([position]) => BigInt(position) <= until) : rows
    return { seen, events: wanted.map(recorded), full: wanted.length === limit, average: characters / rows.length }
  }

  const log: EventLog = {
    identity,

    async appendToStream(streamName, events, appendOptions): Promise<Appended> {
      const expected = appendOptions?.expectedStreamVersion ?? NO_CONCURRENCY_CHECK
      const storable = storableEvents(streamName, events, appendOptions?.schema?.versioning)
      const [outcome, lastVersion, lastPosition, firstVersion] = await repeatedly(
        () => append({ streamName, expected, events: storable }),
        REPEAT_PAUSES_MS,
      ).catch((error: unknown) => {
        if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
        throw new InvalidEvent(`An event of this append to ${streamName}, but not its first, is in the log already`)
      })
      switch (outcome) {
        case 'appended':
        case 'repeated':
          return {
            nextExpectedStreamVersion: BigInt(lastVersion),
            createdNewStream: firstVersion === '1',
            lastEventGlobalPosition: BigInt(lastPosition),
            repeated: outcome === 'repeated',
          }
        case 'conflict':
          throw new ExpectedVersionConflictError(BigInt(lastVersion), expected)
        case 'partly':
          throw new InvalidEvent(`Only a part of this append to ${streamName} is a repeat; it must be all or nothing`)
        default:
          throw new InvalidEvent(`Event ${storable[0]?.id} is in the log already, in a stream other than ${streamName}`)
      }
    },

    async readStream<EventType extends Event, EventPayloadType extends Event>(
      streamName: string,
      readOptions: Parameters<typeof log.readStream<EventType, EventPayloadType>>[1] = {},
    ) {
      const { from = 0n, to, maxCount, expectedStreamVersion, schema: shape } = readOptions
      let rows: Row[]
      let currentStreamVersion: bigint
      if (from === 0n && to === undefined && maxCount === undefined) {
        rows = await query<Row>({
          name: `${schema}_stream`,
          text: `SELECT ${COLUMNS} FROM ${schema}.events WHERE stream = $1 ORDER BY version`,
          values: [streamName],
        })
        currentStreamVersion = BigInt(rows.at(-1)?.[1] ?? 0)
      } else {
        const found = await query<[...Row, current: string]>({
          name: `${schema}_stream_part`,
          text: `SELECT part.*, current.version FROM
            (SELECT coalesce(max(version), 0) AS version FROM ${schema}.events WHERE stream = $1) AS current
            LEFT JOIN LATERAL (SELECT ${COLUMNS} FROM ${schema}.events
              WHERE stream = $1 AND version > $2::bigint AND version <= $3::bigint ORDER BY version LIMIT $4::bigint) AS part ON true
            ORDER BY part.version`,
          values: [streamName, String(from), String(to ?? LARGEST_BIGINT), String(maxCount ?? LARGEST_BIGINT)],
        })
        currentStreamVersion = BigInt(found[0]?.[7] ?? 0)
        rows = found.filter((row) => row[0] !== null).map((row) => row.slice(0, 7) as unknown as Row)
      }
      assertExpectedVersionMatchesCurrent(currentStreamVersion, expectedStreamVersion, 0n)
      const events = rows.map(recorded) as unknown as ReadEvent<EventPayloadType, RecordedMetadata>[]
      return {
        currentStreamVersion,
        streamExists: currentStreamVersion > 0n,
        events: upcastRecordedMessages<EventType, EventPayloadType, RecordedMetadata>(
          events,
          shape?.versioning,
        ) as unknown as ReadEvent<EventType, RecordedMetadata>[],
      }
    },

    aggregateStream: (streamName, aggregateOptions) => aggregateStream(log, streamName, aggregateOptions),

    async streamExists(streamName) {
      const rows = await query({
        name: `${schema}_stream_exists`,
        text: `SELECT 1 FROM ${schema}.events WHERE stream = $1 LIMIT 1`,
        values: [streamName],
      })
      return rows.length > 0
    },

    async head() {
      const [row] = await query<[string | null]>({
        name: `${schema}_head`,
        text: `SELECT max(position) FROM ${schema}.events`,
      })
      return BigInt(row?.[0] ?? 0)
    },

    async *batches({ after, size = 500, live, signal }): AsyncGenerator<Batch> {
      const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
      const until = live ? null : await patiently(log.head, stop, onTrouble)
      // The next page is on its way while the consumer works on this one.
      const fetch = (from: bigint, limit: number) => patiently(() => readPage(from, until, limit), stop, onTrouble)
      let limit = Math.min(size, LARGEST_PAGE)
      let cursor = after
      let next = fetch(cursor, limit)
      while (!stop.aborted) {
        const page = await next
        if (!page) return
        const last = page.events.at(-1)
        if (last) {
          cursor = last.metadata.globalPosition
          limit = Math.max(1, Math.min(LARGEST_PAGE, 2 * limit, Math.floor(PAGE_BYTES / page.average)))
        }
        if (page.full) {
          next = fetch(cursor, limit)
          next.catch(() => undefined) // thrown where it is awaited
        }
        for (let start = 0; start < page.events.length && !stop.aborted; start += size) {
          const events = page.events.slice(start, start + size)
          yield { events, position: events.at(-1)?.metadata.globalPosition ?? cursor }
        }
        if (page.full) continue
        if (!live) return
        await wakeups.after(page.seen, SAFETY_POLL_MS, stop)
        next = fetch(cursor, limit)
      }
    },

    async close() {
      closing.abort()
      await wakeups.close()
    },
  }
  return log
}

function recorded([position, version, id, stream, type, data, metadata]: Row): Recorded {
  return {
    kind: 'Event',
    type,
    data,
    metadata: recordedMetadata(metadata, {
      messageId: id,
      streamName: stream,
      streamPosition: BigInt(version),
      globalPosition: BigInt(position),
    }),
  }
}
