import type { Pool } from 'pg'
import { answerTo } from '../connection/pool.ts'

/** Must be raised when the statements below change. `openSchema` then upgrades an older database. */
const SCHEMA_VERSION = 4

/**
 * Creates or upgrades the log's tables and its append function, and returns the log's identity. Any number of processes
 * may call it at the same time.
 */
export async function openSchema(pool: Pool, schema: string): Promise<string> {
  const present = await stored(pool, schema)
  if (present) return present
  // The statements of one text are one transaction. If another process was faster, everything exists by now, and these
  // statements change nothing.
  await answerTo(
    pool.query(`SELECT pg_advisory_xact_lock(hashtextextended('${schema}.schema', 0));
      ${tables(schema)}
      ${appendFunction(schema)}
      INSERT INTO ${schema}.log (identity, schema_version) VALUES (gen_random_uuid(), ${SCHEMA_VERSION})
        ON CONFLICT (one) DO UPDATE SET schema_version = excluded.schema_version`),
  )
  const identity = await stored(pool, schema)
  if (!identity) throw new Error(`The event log in schema ${schema} could not be made`)
  return identity
}

/**
 * The identity of the log, if its schema has the present version. Null if the log is missing or its schema is older.
 * Throws if its schema is newer.
 */
async function stored(pool: Pool, schema: string): Promise<string | null> {
  // The check for the table comes first, because a query of a missing table would write an error into the server's log
  // at every first start.
  const hasLog = `SELECT FROM pg_catalog.pg_tables WHERE schemaname = $1 AND tablename = 'log'`
  if ((await answerTo(pool.query(hasLog, [schema]))).rowCount === 0) return null
  const { rows } = await answerTo(
    pool.query<{ identity: string; schema_version: number }>(`SELECT identity, schema_version FROM ${schema}.log`),
  )
  const [log] = rows
  if (log && log.schema_version > SCHEMA_VERSION)
    throw new Error(
      `The event log in schema ${schema} was made by a newer version of this program (${log.schema_version}; this one knows ${SCHEMA_VERSION})`,
    )
  return log?.schema_version === SCHEMA_VERSION ? log.identity : null
}

// To keep short events small, columns of fixed width come first, and no value is in two columns. Stream names are
// compared byte by byte (COLLATE "C"). Data is not compressed, because most of it is sealed and cannot shrink. For an
// event of 200 KB, PostgreSQL would try for 3 ms, while all other writers wait.
const tables = (schema: string): string => `
CREATE SCHEMA IF NOT EXISTS ${schema};
CREATE TABLE IF NOT EXISTS ${schema}.log (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  identity uuid NOT NULL,
  schema_version integer NOT NULL
);
CREATE SEQUENCE IF NOT EXISTS ${schema}.event_position;
CREATE TABLE IF NOT EXISTS ${schema}.events (
  position bigint PRIMARY KEY,
  version integer NOT NULL,
  id uuid NOT NULL UNIQUE,
  stream text COLLATE "C" NOT NULL,
  type text NOT NULL,
  data json NOT NULL,
  metadata json NOT NULL,
  UNIQUE (stream, version)
);
ALTER TABLE ${schema}.events ALTER COLUMN data SET STORAGE EXTERNAL;`

/**
 * The append function. One call is one append. It holds the log's advisory lock until the commit is visible. So events
 * become visible in the order of their positions, and a reader of `position > cursor` misses none. `in_expected`: the
 * expected version; -1 for any version, -2 for any but 0.
 * Every writer waits for this lock, so the function must be fast. Calls whose result is not needed (the lock,
 * pg_notify) are parts of expressions, which plpgsql evaluates without a query.
 */
const appendFunction = (schema: string): string => `
CREATE OR REPLACE FUNCTION ${schema}.append(
  in_stream text, in_expected bigint, in_ids uuid[], in_types text[], in_data json[], in_metadata json[],
  OUT outcome text, OUT last_version integer, OUT last_position bigint, OUT first_version integer
) LANGUAGE plpgsql AS $$
DECLARE
  locked boolean := pg_advisory_xact_lock(hashtextextended('${schema}.append', 0)) IS NOT NULL;
  same_id bigint;
  found_stream text;
  found_count integer;
BEGIN
  SELECT position INTO same_id FROM ${schema}.events WHERE id = in_ids[1];
  IF same_id IS NOT NULL THEN
    SELECT stream, version INTO found_stream, first_version FROM ${schema}.events WHERE position = same_id;
    IF found_stream <> in_stream THEN
      outcome := 'elsewhere';
      RETURN;
    END IF;
    SELECT count(*), max(version), max(position) INTO found_count, last_version, last_position
      FROM ${schema}.events JOIN unnest(in_ids) WITH ORDINALITY AS given (given_id, place)
        ON stream = in_stream AND version = first_version + place - 1 AND id = given_id;
    outcome := CASE found_count WHEN cardinality(in_ids) THEN 'repeated' ELSE 'partly' END;
    RETURN;
  END IF;

  SELECT version INTO last_version FROM ${schema}.events WHERE stream = in_stream ORDER BY version DESC LIMIT 1;
  last_version := coalesce(last_version, 0);
  IF in_expected <> last_version AND in_expected <> -1 AND (in_expected <> -2 OR last_version = 0) THEN
    outcome := 'conflict';
    RETURN;
  END IF;

  first_version := last_version + 1;
  last_version := last_version + cardinality(in_ids);
  FOR place IN 1 .. cardinality(in_ids) LOOP
    last_position := nextval('${schema}.event_position');
    INSERT INTO ${schema}.events (position, version, id, stream, type, data, metadata) VALUES (
      last_position, first_version + place - 1, in_ids[place], in_stream, in_types[place], in_data[place], in_metadata[place]
    );
  END LOOP;
  outcome := CASE WHEN pg_notify('${schema}', '') IS NULL THEN 'appended' ELSE 'appended' END;
END $$;
DROP FUNCTION IF EXISTS ${schema}.append_one;`
