import type { EndsOptions, EventLog } from '@pathlight/event-log/event-log.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { COLUMNS, type Row, recorded } from './rows.ts'

type Statement = { readonly name: string; readonly text: string; readonly values: unknown[] }
type Asked = EndsOptions & { readonly streamName: string }
type Waiting = Asked & { resolve(rows: readonly Row[]): void; reject(error: unknown): void }

/** The most streams in one query. The number is low, because events may be long. */
const LARGEST_GROUP = 32
const LARGEST_BIGINT = '9223372036854775807'

/**
 * Reads the ends of streams. Reads that start at the same moment, as in an import, share a query, because most of the
 * cost is the round trip. If a reachable server refuses a shared query, each read is sent again alone, so that only the
 * faulty one fails.
 */
export function postgresEnds(
  schema: string,
  query: <R extends unknown[]>(statement: Statement) => Promise<R[]>,
): EventLog['readEnds'] {
  let waiting: Waiting[] = []

  const readAlone = (one: Waiting) => query<Row>(oneStream(schema, one)).then(one.resolve, one.reject)
  const readGroup = async (group: readonly Waiting[]) => {
    const [only] = group
    if (only && group.length === 1) return readAlone(only)
    try {
      const rowsByPlace = Map.groupBy(await query<[nth: string, ...Row]>(manyStreams(schema, group)), ([nth]) =>
        Number(nth),
      )
      for (const [index, one] of group.entries())
        one.resolve((rowsByPlace.get(index + 1) ?? []).map(([, ...row]): Row => row))
    } catch (error) {
      if (error instanceof StoreUnavailable) for (const { reject } of group) reject(error)
      else await Promise.all(group.map(readAlone))
    }
  }
  const readWaiting = () => {
    const all = waiting
    waiting = []
    for (let at = 0; at < all.length; at += LARGEST_GROUP) void readGroup(all.slice(at, at + LARGEST_GROUP))
  }

  return async (streamName, options = {}) => {
    const rows = await new Promise<readonly Row[]>((resolve, reject) => {
      // The query is sent only after all calls of this tick have joined the group.
      if (waiting.length === 0) process.nextTick(readWaiting)
      waiting.push({ streamName, ...options, resolve, reject })
    })
    const whole = rows.filter(([, , , , , data]) => data !== null).sort(([, a], [, b]) => Number(a) - Number(b))
    const row = rows.find(([, , id]) => id === options.find?.id)
    return {
      events: whole.map(recorded),
      version: BigInt(whole.at(-1)?.[1] ?? 0),
      found: row ? recorded(row).metadata : null,
    }
  }
}

const upToOf = ({ upTo }: Asked): string => (upTo === undefined ? LARGEST_BIGINT : String(upTo))

/**
 * Selects the first event of a stream, its last two events up to a version, and the event with an id. The row of the
 * event with the id has no data.
 */
const endsOf = (schema: string, stream: string, upTo: string, id: string): string => `
  (SELECT ${COLUMNS} FROM ${schema}.events WHERE stream = ${stream} AND version = 1)
  UNION ALL (SELECT ${COLUMNS} FROM ${schema}.events
    WHERE stream = ${stream} AND version > 1 AND version <= ${upTo} ORDER BY version DESC LIMIT 2)
  UNION ALL SELECT position, version, id, stream, type, NULL, metadata FROM ${schema}.events
    WHERE id = ${id} AND stream = ${stream}`

const oneStream = (schema: string, asked: Asked): Statement => ({
  name: `${schema}_ends`,
  text: endsOf(schema, '$1', '$2::bigint', '$3::uuid'),
  values: [asked.streamName, upToOf(asked), asked.find?.id ?? null],
})

const manyStreams = (schema: string, asked: readonly Asked[]): Statement => ({
  name: `${schema}_ends_of_many`,
  text: `SELECT asked.nth, ends.* FROM unnest($1::text[], $2::bigint[], $3::uuid[])
      WITH ORDINALITY AS asked (in_stream, up_to, wanted, nth)
    CROSS JOIN LATERAL (${endsOf(schema, 'asked.in_stream COLLATE "C"', 'asked.up_to', 'asked.wanted')}) AS ends`,
  values: [asked.map(({ streamName }) => streamName), asked.map(upToOf), asked.map(({ find }) => find?.id ?? null)],
})
