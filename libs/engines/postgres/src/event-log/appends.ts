import type { ExpectedVersion } from '@pathlight/event-log/event-log.ts'
import type { StorableEvent } from '@pathlight/event-log/storable-events.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'

export type Append = {
  readonly streamName: string
  readonly expected: ExpectedVersion
  readonly events: readonly StorableEvent[]
}

/**
 * The answer of the append function, which is a SQL function (schema.ts). The version and the position are text.
 * Outcomes: appended, repeated, conflict, partly (only some of the events are a repeat), elsewhere (another stream has
 * the first event).
 */
export type AppendAnswer = [outcome: string, version: string, position: string]

type Inserted = [id: string, stream: string, position: string]
type Statement = { readonly name?: string; readonly text: string; readonly values: unknown[] }
type Waiting = Append & { readonly expected: bigint; resolve(answer: AppendAnswer): void; reject(error: unknown): void }
/**
 * A queue of appends that share transactions. `running`: how many transactions of the queue run now. `most`: how many
 * may run at the same time.
 */
type Lane = { readonly waiting: Waiting[]; running: number; readonly most: number }

/**
 * The most transactions of small and of large appends that run at the same time. With two transactions, one waits for
 * the log's lock while the other commits, so the lock is rarely idle. A large append holds the lock for milliseconds.
 * Only one runs at a time, so that a small append seldom waits for two large ones.
 */
const TRANSACTIONS_AT_ONCE = { small: 2, large: 1 } as const
/** An append with more characters of data than this is large. */
const LARGE = 20_000
const LARGEST_GROUP = 32
/** The most characters of data in a group of several appends. Larger groups are no faster. */
const GROUP_CHARACTERS = 100_000

/**
 * Appends events to the log. Every append needs the log's lock. Most appends have one event and a known expected
 * version. Such appends that wait in this process at the same time form a group. A group shares a transaction and one
 * write to the disk, so 32 writers append several times as fast.
 * A group is sent as one plain INSERT, which skips events that do not fit. Then the append function (schema.ts) judges
 * each skipped append. The append function also does every append that cannot be in a group. If a server that can be
 * reached refuses the INSERT of several appends, the append function does these one by one, so that only the faulty one
 * fails.
 */
export function postgresAppends(
  schema: string,
  query: <R extends unknown[]>(statement: Statement) => Promise<R[]>,
): {
  readonly append: (append: Append) => Promise<AppendAnswer>
  /** Does appends in the given order. Their groups are sent one after another, and have no appends of other calls. */
  readonly appendEach: (appends: readonly Append[]) => Promise<PromiseSettledResult<AppendAnswer>[]>
} {
  const small: Lane = { waiting: [], running: 0, most: TRANSACTIONS_AT_ONCE.small }
  const large: Lane = { waiting: [], running: 0, most: TRANSACTIONS_AT_ONCE.large }

  const judge = async (append: Append): Promise<AppendAnswer> => {
    const [answer] = await query<AppendAnswer>(callAppend(schema, append))
    if (!answer) throw new Error('The append function answered nothing')
    return answer
  }

  const send = async (group: readonly Waiting[]): Promise<void> => {
    let inserted: Inserted[] = []
    try {
      inserted = await query<Inserted>(insertOf(schema, group))
    } catch (error) {
      if (group.length === 1 || error instanceof StoreUnavailable) {
        for (const { reject } of group) reject(error)
        return
      }
    }
    for (const one of group) {
      const at = inserted.findIndex(([id, stream]) => id === one.events[0]?.id && stream === one.streamName)
      // The row is taken out of the list. So if the group has the same event in two appends, the append function judges
      // the second one as a repeat.
      const [row] = at === -1 ? [] : inserted.splice(at, 1)
      if (row) one.resolve(['appended', String(one.expected + 1n), row[2]])
      else await judge(one).then(one.resolve, one.reject)
    }
  }

  const run = async (lane: Lane): Promise<void> => {
    lane.running++
    while (lane.waiting.length > 0) await send(lane.waiting.splice(0, groupSize(lane.waiting)))
    lane.running--
  }

  return {
    append: (append) => {
      const { expected, events } = append
      if (events.length > 1 || expected === 'any') return judge(append)
      return new Promise((resolve, reject) => {
        const lane = events.some(({ dataJson }) => dataJson.length > LARGE) ? large : small
        lane.waiting.push({ ...append, expected, resolve, reject })
        if (lane.running < lane.most) void run(lane)
      })
    },

    async appendEach(appends) {
      const answers: Promise<AppendAnswer>[] = []
      const group: Waiting[] = []
      const sendGroup = async () => {
        while (group.length > 0) await send(group.splice(0, groupSize(group)))
      }
      for (const append of appends) {
        const { expected, events } = append
        if (events.length > 1 || expected === 'any') {
          await sendGroup()
          answers.push(judge(append))
          await Promise.allSettled(answers.slice(-1))
          continue
        }
        const { promise, resolve, reject } = Promise.withResolvers<AppendAnswer>()
        answers.push(promise)
        // Without this handler, a failure before Promise.allSettled below would be an unhandled rejection.
        promise.catch(() => undefined)
        group.push({ ...append, expected, resolve, reject })
      }
      await sendGroup()
      return Promise.allSettled(answers)
    },
  }
}

function groupSize(waiting: readonly Append[]): number {
  let characters = 0
  const full = waiting.findIndex(({ events }, index) => {
    for (const { dataJson } of events) characters += dataJson.length
    return index === LARGEST_GROUP || (index > 0 && characters > GROUP_CHARACTERS)
  })
  return full === -1 ? waiting.length : full
}

/** The columns whose values come from the caller, with their types. Each name is that of the field in StorableEvent. */
const COLUMNS = [
  ['id', 'uuid'],
  ['type', 'text'],
  ['dataJson', 'json'],
  ['metadataJson', 'json'],
] as const

/**
 * The statement that calls the append function for one append. It has no name, so PostgreSQL does not prepare it: the
 * number of parameters varies, and such appends are rare.
 */
function callAppend(schema: string, { streamName, expected, events }: Append): Statement {
  const values: unknown[] = [streamName, expectedVersion(expected)]
  const lists = COLUMNS.map(
    ([name, type]) => `ARRAY[${events.map((event) => `$${values.push(event[name])}`).join()}]::${type}[]`,
  )
  return { text: `SELECT outcome, last_version, last_position FROM ${schema}.append($1, $2, ${lists.join()})`, values }
}

/**
 * The statement that inserts each event whose id is new and whose stream has the expected version. It sees the log as
 * it was before the transaction got the lock. So it may skip an event that fits by the time of the lock. An event that
 * does not fit any more by then is skipped by the unique indexes. For a single append the statement has no VALUES list,
 * because PostgreSQL would materialise and scan the list.
 */
function insertOf(schema: string, group: readonly Waiting[]): Statement {
  const values: unknown[] = []
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  const rows = group.flatMap(({ streamName, expected, events }) =>
    events.map((event) => {
      const place = [parameter(streamName, 'text'), parameter(expectedVersion(expected), 'bigint')]
      return [...place, ...COLUMNS.map(([name, type]) => parameter(event[name], type))].join()
    }),
  )
  const asked = rows.length === 1 ? `SELECT ${rows[0]}` : `VALUES ${rows.map((row) => `(${row})`).join()}`
  // A new stream needs no search for its last event.
  const areNew = group.every(({ expected }) => expected === 0n)
  const last = `SELECT FROM ${schema}.events AS last WHERE last.stream = asked.stream AND last.version = expected`
  return {
    name: `${schema}_append_${group.length}${areNew ? '_new' : ''}`,
    text: `WITH turn AS MATERIALIZED (
        SELECT pg_advisory_xact_lock(hashtextextended('${schema}.append', 0)), pg_notify('${schema}', ''))
      INSERT INTO ${schema}.events (position, version, id, stream, type, data, metadata)
      SELECT nextval('${schema}.event_position'), expected + 1, id, stream, type, data, metadata
      FROM turn, (${asked}) AS asked (stream, expected, id, type, data, metadata)
      ${areNew ? '' : `WHERE expected = 0 OR EXISTS (${last})`}
      ON CONFLICT DO NOTHING RETURNING id, stream, position`,
    values,
  }
}

/**
 * The expected version as the append function takes it. The function takes -1 as any version, and -2 as any but 0. A
 * caller's negative version matches no stream, so it becomes -3.
 */
const expectedVersion = (expected: ExpectedVersion): string =>
  expected === 'any' ? '-1' : expected < 0n ? '-3' : String(expected)
