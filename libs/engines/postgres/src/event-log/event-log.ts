import {
  type AppendOptions,
  type Batch,
  type EventPlace,
  FeedBroken,
  InvalidEvent,
  lastPlace,
  VersionConflict,
} from '@pathlight/event-log/event-log.ts'
import { LARGEST_PAGE, type Page, pageByPage } from '@pathlight/event-log/paging.ts'
import { bell, patiently, repeatedly } from '@pathlight/event-log/patience.ts'
import {
  appending,
  type StorableAppend,
  type StorableEvent,
  type StorableEventLog,
} from '@pathlight/event-log/storable-events.ts'
import { once } from '@pathlight/stores/once.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import type { Pool, QueryArrayConfig } from 'pg'
import type { PostgresListener } from '../connection/listener.ts'
import { answerTo } from '../connection/pool.ts'
import { type AppendAnswer, postgresAppends } from './appends.ts'
import { postgresEnds } from './ends.ts'
import { COLUMNS, type Row, recorded } from './rows.ts'
import { openSchema } from './schema.ts'

export type PostgresEventLogOptions = {
  /** The caller closes the pool. */
  readonly pool: Pool
  /** Wakes live feeds. The caller closes the listener. */
  readonly listener: PostgresListener
  /** The schema of the log's tables, and the channel's name, in lower_snake_case. Default `event_log`. */
  readonly schema?: string
  /** Called with each failure from which a feed recovers. */
  readonly onTrouble?: (error: unknown) => void
}

/** The interval in milliseconds at which a live feed polls, even without a notification. */
const SAFETY_POLL_MS = 5_000
const UNIQUE_VIOLATION = '23505'

const JSON_TYPE = 114
/**
 * All values stay text, except JSON, which is parsed as soon as its row arrives. If the JSON of all rows were parsed at
 * the end, its text would fill the young generation of the heap.
 */
const types = {
  getTypeParser: (type: number) => (type === JSON_TYPE ? (text: string): unknown => JSON.parse(text) : String),
}
const LARGEST_BIGINT = '9223372036854775807'

/**
 * The event log in PostgreSQL 15 or newer. It creates its schema on first use, and needs the right to do so. If another
 * program inserts events, it must take the lock `pg_advisory_xact_lock(hashtextextended('SCHEMA.append', 0))` and a
 * position from `SCHEMA.event_position`, so that events become visible in the order of their positions.
 */
export function postgresEventLog(options: PostgresEventLogOptions): StorableEventLog {
  const { pool, listener, schema = 'event_log', onTrouble = () => undefined } = options
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(schema)) throw new TypeError(`${schema} cannot name a schema: lower_snake_case`)
  const closing = new AbortController()

  const identity = once(() => openSchema(pool, schema))

  const query = async <R extends unknown[]>(config: Omit<QueryArrayConfig, 'rowMode'>): Promise<R[]> => {
    await identity()
    const result = await answerTo(pool.query<R>({ ...config, rowMode: 'array', types }))
    const { rows } = result
    // The driver's timers keep each result reachable from the result before it. So the rows are detached from the
    // result. Otherwise they would survive many garbage collections, which would take most of the time of a rebuild.
    result.rows = []
    return rows
  }

  const sending = postgresAppends(schema, query)
  const judged = async ({ streamName, events, expected = 'any' }: StorableAppend, sent: Promise<AppendAnswer>) => {
    const [outcome, version, position] = await sent.catch((error: unknown) => {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
      throw new InvalidEvent(`An event of this append to ${streamName}, but not its first, is in the log already`)
    })
    switch (outcome) {
      case 'appended':
      case 'repeated':
        return { version: BigInt(version), position: BigInt(position), repeated: outcome === 'repeated' }
      case 'conflict':
        throw new VersionConflict(streamName, BigInt(version), expected)
      case 'partly':
        throw new InvalidEvent(`Only a part of this append to ${streamName} is a repeat; it must be all or nothing`)
      default:
        throw new InvalidEvent(`Event ${events[0]?.id} is in the log already, in a stream other than ${streamName}`)
    }
  }
  const append = (streamName: string, events: readonly StorableEvent[], { expected = 'any' }: AppendOptions) => {
    const one = { streamName, events, expected }
    return judged(
      one,
      repeatedly(() => sending.append(one)),
    )
  }
  const appendEach = async (appends: readonly StorableAppend[]) => {
    const answers = await repeatedly(async () => {
      const settled = await sending.appendEach(appends.map(({ expected = 'any', ...one }) => ({ ...one, expected })))
      const lost = settled.find((one) => one.status === 'rejected' && one.reason instanceof StoreUnavailable)
      if (lost?.status === 'rejected') throw lost.reason
      return settled
    }).catch((reason: unknown) => appends.map(() => ({ status: 'rejected', reason }) as const))
    return Promise.allSettled(
      answers.map((one, n) =>
        judged(
          appends[n] as StorableAppend,
          one.status === 'fulfilled' ? Promise.resolve(one.value) : Promise.reject(one.reason),
        ),
      ),
    )
  }

  /**
   * Reads the events after a position. The same query reads the place of the last known event, to check that the log
   * still has it.
   */
  const readPage = async (
    { after, known }: { readonly after: bigint; readonly known: EventPlace | null },
    until: bigint | null,
    count: number,
  ): Promise<Page> => {
    // The query has no upper bound of the position. With two bounds and no statistics, PostgreSQL would expect few
    // rows, and sort the whole log on disk for one page. PostgreSQL knows the size of long data without reading the
    // data, so rows beyond a full page cost little.
    const rows = await query<[...Row, through: string | null]>({
      name: `${schema}_feed`,
      text: `(SELECT position, version, id, stream, type, NULL, NULL, NULL FROM ${schema}.events WHERE position = $3::bigint)
        UNION ALL (SELECT ${COLUMNS}, through FROM (
          SELECT ${COLUMNS}, sum(pg_column_size(data)) OVER (ORDER BY position ROWS UNBOUNDED PRECEDING) AS through
          FROM (SELECT ${COLUMNS} FROM ${schema}.events WHERE position > $1::bigint ORDER BY position LIMIT $2) AS rows
        ) AS page WHERE through - pg_column_size(data) < ${LARGEST_PAGE} ORDER BY position)`,
      values: [String(after), count, known && String(known.position)],
    })
    const isKnown = ([, , , , , data]: (typeof rows)[number]) => data === null
    if (known !== null && rows.find(isKnown)?.[2] !== known.id) throw new FeedBroken(known)
    const page = rows.filter((row) => !isKnown(row))
    const isFull = page.length === count || Number(page.at(-1)?.[7] ?? 0) >= LARGEST_PAGE
    const events = page.map(recorded).filter(({ metadata }) => until === null || metadata.globalPosition <= until)
    return {
      events,
      position: events.at(-1)?.metadata.globalPosition ?? after,
      more: isFull && events.length === page.length,
    }
  }

  const head = async (): Promise<bigint> => {
    const [row] = await query<[string | null]>({
      name: `${schema}_head`,
      text: `SELECT max(position) FROM ${schema}.events`,
    })
    return BigInt(row?.[0] ?? 0)
  }

  return {
    identity,
    head,
    end: head,

    async idAt(position) {
      const [row] = await query<[string]>({
        name: `${schema}_id_at`,
        text: `SELECT id FROM ${schema}.events WHERE position = $1`,
        values: [String(position)],
      })
      return row?.[0] ?? null
    },

    ...appending(append, appendEach),

    async readStream(streamName, page) {
      if (page) {
        const rows = await query<Row>({
          name: `${schema}_stream_page`,
          text: `SELECT ${COLUMNS} FROM ${schema}.events WHERE stream = $1 AND version < $2::bigint
            ORDER BY version DESC LIMIT $3`,
          values: [streamName, page.before === undefined ? LARGEST_BIGINT : String(page.before), page.last],
        })
        return { events: rows.map(recorded).reverse(), version: BigInt(rows[0]?.[1] ?? 0) }
      }
      const rows = await query<Row>({
        name: `${schema}_stream`,
        text: `SELECT ${COLUMNS} FROM ${schema}.events WHERE stream = $1 ORDER BY version`,
        values: [streamName],
      })
      return { events: rows.map(recorded), version: BigInt(rows.at(-1)?.[1] ?? 0) }
    },

    readEnds: postgresEnds(schema, query),

    async *batches({ after, known: given = null, size = 1_000, live, until: end, signal }): AsyncGenerator<Batch> {
      const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
      const wakeups = bell()
      const stopListening = live
        ? listener.listen(schema, { onNotify: wakeups.ring, onConnected: wakeups.ring })
        : () => {}
      try {
        const until = live ? null : (end ?? (await patiently(head, stop, onTrouble)))
        let known = given
        const read = async (from: bigint, count: number) => {
          const page = await readPage({ after: from, known }, until, count)
          known = lastPlace(page.events) ?? known
          return page
        }
        for (let position = after; !stop.aborted; ) {
          const rings = wakeups.rings()
          for await (const batch of pageByPage({ after: position, size, stop, onTrouble }, read)) {
            yield batch
            position = batch.position
          }
          if (!live) return
          await wakeups.heard(rings, SAFETY_POLL_MS, stop)
        }
      } finally {
        stopListening()
      }
    },

    async close() {
      closing.abort()
    },
  }
}
