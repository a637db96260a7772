import {
  type ExpectedStreamVersion,
  NO_CONCURRENCY_CHECK,
  STREAM_DOES_NOT_EXIST,
  STREAM_EXISTS,
} from '@event-driven-io/emmett'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import type { StorableEvent } from './validate-event.ts'

export type Append = {
  readonly streamName: string
  readonly expected: ExpectedStreamVersion
  readonly events: readonly StorableEvent[]
}

/** What the append function answers: numbers as text. Outcomes: appended, repeated, conflict, partly, elsewhere. */
export type AppendAnswer = readonly [outcome: string, lastVersion: string, lastPosition: string, firstVersion: string]

/** A row that was inserted. */
type Inserted = readonly [id: string, stream: string, version: string, position: string]
type Statement = { readonly name?: string; readonly text: string; readonly values: unknown[] }
type Waiting = { readonly append: Append; resolve(answer: AppendAnswer): void; reject(error: unknown): void }

/** One transaction commits while the next waits for the lock, so that the lock is never idle for a round trip. */
const TRANSACTIONS_AT_ONCE = 2
const LARGEST_GROUP = 32

/**
 * Appends to the log. All of them take turns at one lock; those that wait for it in this process share a transaction, and so
 * one write to the disk. Nearly every append is one event that has its place: those go in by one plain INSERT, which passes
 * over what has none. What it passed over, and whatever is larger, the schema's append function judges, one by one. When a
 * statement fails, its appends are sent again alone, so that only the one to blame fails.
 */
export function postgresAppends(
  schema: string,
  query: <R extends readonly string[]>(statement: Statement) => Promise<R[]>,
): (append: Append) => Promise<AppendAnswer> {
  const waiting: Waiting[] = []
  let running = 0
  /** By number of appends. The driver compares the text with the one it prepared: the same string again costs nothing. */
  const inserts = new Map<number, ReturnType<typeof insertSingles>>()
  const insertOf = (count: number) => {
    const known = inserts.get(count) ?? insertSingles(schema, count)
    inserts.set(count, known)
    return known
  }

  const judge = async ({ append, resolve, reject }: Waiting): Promise<void> => {
    try {
      const [answer] = await query<AppendAnswer>(callAppend(schema, append))
      if (answer) resolve(answer)
      else reject(new Error('The append function answered nothing'))
    } catch (error) {
      reject(error)
    }
  }

  const send = async (group: readonly Waiting[]): Promise<void> => {
    let passedOver = group
    if (group.every(isSingle)) {
      try {
        const values = group.flatMap(({ append }) => valuesOf(append))
        const inserted = await query<Inserted>({ ...insertOf(group.length), values })
        passedOver = group.filter(({ append, resolve }) => {
          const at = inserted.findIndex(([id, stream]) => id === append.events[0]?.id && stream === append.streamName)
          // Taken out: another append of the same event is a repeat, and is judged as one.
          const [row] = at === -1 ? [] : inserted.splice(at, 1)
          if (row) resolve(['appended', row[2], row[3], row[2]])
          return !row
        })
      } catch (error) {
        if (group.length === 1 || error instanceof StoreUnavailable) {
          for (const one of group) one.reject(error)
          return
        }
      }
    }
    for (const one of passedOver) await judge(one)
  }

  const run = async (): Promise<void> => {
    running++
    for (let group = take(waiting); group.length > 0; group = take(waiting)) await send(group)
    running--
  }

  return (append) =>
    new Promise((resolve, reject) => {
      waiting.push({ append, resolve, reject })
      if (running < TRANSACTIONS_AT_ONCE) void run()
    })
}

const isSingle = ({ append }: Waiting): boolean => append.events.length === 1

/** The next appends to send together: all of one event each, as many as a power of two, or a single larger one. */
function take(waiting: Waiting[]): Waiting[] {
  const large = waiting.findIndex((one) => !isSingle(one))
  const small = large === -1 ? waiting.length : large
  // Powers of two, so that a handful of prepared statements serves every number of writers.
  const count = small === 0 ? 1 : Math.min(LARGEST_GROUP, 2 ** Math.floor(Math.log2(small)))
  return waiting.splice(0, count)
}

/** The append function's judgement of one append. Appends of many events are rare and of any number: not worth a prepared statement each. */
function callAppend(schema: string, { streamName, expected, events }: Append): Statement {
  const values: unknown[] = [streamName, expectedVersion(expected)]
  const list = (items: readonly unknown[], type: string) =>
    `ARRAY[${items.map((item) => `$${values.push(item)}`).join()}]::${type}[]`
  const ids = list(
    events.map(({ id }) => id),
    'uuid',
  )
  const types = list(
    events.map(({ type }) => type),
    'text',
  )
  const data = list(
    events.map(({ dataJson }) => dataJson),
    'json',
  )
  const metadata = list(
    events.map((event) => JSON.stringify(event.metadata)),
    'json',
  )
  const text = `SELECT outcome, last_version, last_position, first_version
    FROM ${schema}.append($1, $2, ${ids}, ${types}, ${data}, ${metadata})`
  return events.length <= 8 ? { name: `${schema}_append_${events.length}`, text, values } : { text, values }
}

/**
 * Inserts, in one transaction, those of the appends (of one event each) whose id is new and whose stream has the version they
 * expect. The statement sees the log as it was before it had the lock, so it may take a stream to be shorter than it is:
 * the unique indexes then pass the event over, as they do when its id is there; a stream that is not to exist they judge
 * alone. OFFSET 0 has the version looked up once.
 */
function insertSingles(schema: string, count: number): { readonly name: string; readonly text: string } {
  const rows = Array.from({ length: count }, (_, row) => {
    const place = (column: number) => `$${6 * row + column}`
    return `(${place(1)}::text, ${place(2)}::bigint, ${place(3)}::uuid, ${place(4)}::text, ${place(5)}::json, ${place(6)}::json)`
  })
  const text = `WITH turn AS MATERIALIZED (
      SELECT pg_advisory_xact_lock(hashtextextended('${schema}.append', 0)), pg_notify('${schema}', ''))
    INSERT INTO ${schema}.events (position, version, id, stream, type, data, metadata)
    SELECT nextval('${schema}.event_position'), last.version + 1, id, stream, type, data, metadata
    FROM turn, (VALUES ${rows.join()}) AS asked (stream, expected, id, type, data, metadata),
      LATERAL (SELECT CASE expected WHEN 0 THEN 0 ELSE coalesce((SELECT version FROM ${schema}.events
        WHERE events.stream = asked.stream ORDER BY version DESC LIMIT 1), 0) END AS version OFFSET 0) AS last
    WHERE expected = last.version OR expected = -1 OR (expected = -2 AND last.version > 0)
    ON CONFLICT DO NOTHING RETURNING id, stream, version, position`
  return { name: `${schema}_append_singles_${count}`, text }
}

function valuesOf({ streamName, expected, events }: Append): unknown[] {
  return events.flatMap(({ id, type, dataJson, metadata }) => [
    streamName,
    expectedVersion(expected),
    id,
    type,
    dataJson,
    JSON.stringify(metadata),
  ])
}

function expectedVersion(expected: ExpectedStreamVersion): string {
  switch (expected) {
    case NO_CONCURRENCY_CHECK:
      return '-1'
    case STREAM_EXISTS:
      return '-2'
    case STREAM_DOES_NOT_EXIST:
      return '0'
    default:
      // No stream has a negative version, and -1 and -2 are taken.
      return typeof expected === 'bigint' && expected < 0n ? '-3' : String(expected)
  }
}
