import { InvalidEvent } from '@pathlight/event-log/event-log.ts'
import { type RestoreEvents, type StoredEvent, storableOf } from '@pathlight/event-log/restore-events.ts'
import type { Pool } from 'pg'
import { answerTo } from '../connection/pool.ts'
import { openSchema } from './schema.ts'

/** A statement is sent as soon as it has MOST_EVENTS events, or MOST_CHARACTERS characters of data. */
const MOST_EVENTS = 1_000
const MOST_CHARACTERS = 8_000_000

/** Restores events into the log of `postgresEventLog` with the same schema. The events keep their positions. */
export const postgresRestore = ({ pool, schema = 'event_log' }: { pool: Pool; schema?: string }): RestoreEvents => {
  const insert = `
    WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended('${schema}.append', 0))),
      given AS (SELECT * FROM unnest($1::bigint[], $2::int[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[])
        AS given (position, version, id, stream, type, data, metadata)),
      numbered AS (SELECT setval('${schema}.event_position', greatest(last_value, (SELECT max(position) FROM given)))
        FROM ${schema}.event_position, turn),
      inserted AS (INSERT INTO ${schema}.events (position, version, id, stream, type, data, metadata)
        SELECT position, version, id, stream, type, data::json, metadata::json FROM given, numbered ORDER BY position
        ON CONFLICT DO NOTHING RETURNING 1)
    SELECT count(*)::int AS inserted FROM inserted`
  const countStored = `
    SELECT count(*)::int AS there FROM unnest($1::bigint[], $2::int[], $3::uuid[], $4::text[])
      AS given (position, version, id, stream) JOIN ${schema}.events USING (position, version, id, stream)`

  const send = async (part: readonly StoredEvent[]): Promise<void> => {
    if (part.length === 0) return
    const storable = part.map(storableOf)
    const places = [
      part.map(({ position }) => String(position)),
      part.map(({ version }) => String(version)),
      part.map(({ id }) => id),
      part.map(({ streamName }) => streamName),
    ]
    const contents = [
      part.map(({ type }) => type),
      storable.map(({ dataJson }) => dataJson),
      storable.map(({ metadataJson }) => metadataJson),
    ]
    const { rows } = await answerTo(pool.query<{ inserted: number }>(insert, [...places, ...contents]))
    if (rows[0]?.inserted === part.length) return
    const { rows: counts } = await answerTo(pool.query<{ there: number }>(countStored, places))
    if (counts[0]?.there !== part.length)
      throw new InvalidEvent(
        `Another event is in the log where one of the positions ${part[0]?.position} to ${part.at(-1)?.position} belongs`,
      )
  }

  return async (events) => {
    await openSchema(pool, schema)
    let part: StoredEvent[] = []
    let characters = 0
    for (const event of events) {
      part.push(event)
      characters += JSON.stringify(event.data).length
      if (part.length < MOST_EVENTS && characters < MOST_CHARACTERS) continue
      await send(part)
      part = []
      characters = 0
    }
    await send(part)
  }
}
