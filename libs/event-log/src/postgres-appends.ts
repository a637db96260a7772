import {
  type ExpectedStreamVersion,
  NO_CONCURRENCY_CHECK,
  STREAM_DOES_NOT_EXIST,
  STREAM_EXISTS,
} from '@event-driven-io/emmett'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { packMetadata } from './stored-metadata.ts'
import type { StorableEvent } from './validate-event.ts'

export type Append = {
  readonly streamName: string
  readonly expected: ExpectedStreamVersion
  readonly events: readonly StorableEvent[]
}

/** What the append functions answer: numbers as text. Outcomes: appended, repeated, conflict, partly, elsewhere. */
export type AppendAnswer = readonly [outcome: string, lastVersion: string, lastPosition: string, firstVersion: string]

type Statement = { readonly name?: string; readonly text: string; readonly values: unknown[] }
type Waiting = { readonly append: Append; resolve(answer: AppendAnswer): void; reject(error: unknown): void }

/** One transaction commits while the next waits for the lock, so that the lock is never idle for a round trip. */
const TRANSACTIONS_AT_ONCE = 2
const LARGEST_GROUP = 32

/**
 * Appends through the schema's append functions. All appends to a log take turns at one lock; those that wait for it in
 * this process share a transaction, and so one write to the disk. Each has its own outcome; when a statement fails, its
 * appends are sent again one by one, so that only the one to blame fails.
 */
export function postgresAppends(
  schema: string,
  query: (statement: Statement) => Promise<AppendAnswer[]>,
): (append: Append) => Promise<AppendAnswer> {
  const waiting: Waiting[] = []
  let running = 0

  const send = async (group: readonly Waiting[]): Promise<void> => {
    try {
      const answers = await query(
        statement(
          schema,
          group.map((one) => one.append),
        ),
      )
      for (const [index, one] of group.entries()) {
        const answer = answers[index]
        if (answer) one.resolve(answer)
        else one.reject(new Error('The append function answered nothing'))
      }
    } catch (error) {
      if (group.length === 1 || error instanceof StoreUnavailable) for (const one of group) one.reject(error)
      else for (const one of group) await send([one])
    }
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

/** The next appends to send together: all of one event each, as many as a power of two, or a single larger one. */
function take(waiting: Waiting[]): Waiting[] {
  const large = waiting.findIndex((one) => one.append.events.length > 1)
  const small = large === -1 ? waiting.length : large
  // Powers of two, so that a handful of prepared statements serves every number of writers.
  const count = small === 0 ? 1 : Math.min(LARGEST_GROUP, 2 ** Math.floor(Math.log2(small)))
  return waiting.splice(0, count)
}

function statement(schema: string, group: readonly Append[]): Statement {
  const [first] = group
  return first !== undefined && first.events.length > 1 ? appendMany(schema, first) : appendSingles(schema, group)
}

/** Several events of one append. They are rare and of any number: beyond a few not worth a prepared statement each. */
function appendMany(schema: string, { streamName, expected, events }: Append): Statement {
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
    events.map((event) => packMetadata(event.metadata)),
    'json',
  )
  const text = `SELECT ${ANSWER} FROM ${schema}.append($1, $2, ${ids}, ${types}, ${data}, ${metadata})`
  return events.length <= 8 ? { name: `${schema}_append_${events.length}`, text, values } : { text, values }
}

const ANSWER = 'outcome, last_version, last_position, first_version'

/** Any number of appends of one event each. */
function appendSingles(schema: string, group: readonly Append[]): Statement {
  const values: unknown[] = []
  for (const { streamName, expected, events } of group) {
    for (const { id, type, dataJson, metadata } of events)
      values.push(streamName, expectedVersion(expected), id, type, dataJson, packMetadata(metadata))
  }
  const name = `${schema}_append_singles_${group.length}`
  if (group.length === 1)
    return { name, text: `SELECT ${ANSWER} FROM ${schema}.append_one($1, $2, $3, $4, $5, $6)`, values }
  const rows = group.map((_, row) => {
    const place = (column: number) => `$${6 * row + column}`
    return `(${place(1)}::text, ${place(2)}::bigint, ${place(3)}::uuid, ${place(4)}::text, ${place(5)}::json, ${place(6)}::json)`
  })
  const text = `SELECT ${ANSWER} FROM (VALUES ${rows.join()}) AS asked (stream, expected, id, type, data, metadata)
    CROSS JOIN LATERAL ${schema}.append_one(stream, expected, id, type, data, metadata) AS answer`
  return { name, text, values }
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
