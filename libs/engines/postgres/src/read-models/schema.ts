import { hash } from 'node:crypto'
import { checkFieldName, checkName } from '@pathlight/read-models/document-rules.ts'
import { DOCUMENT_ID, type Document, type ReadModel } from '@pathlight/read-models/read-model-store.ts'
import { storedName, TAKEN_OVER } from '@pathlight/read-models/stored-names.ts'
import pg from 'pg'

/** The lock under which one process at a time makes tables. Any constant of our own will do. */
export const DEFINE_ALONE = "SELECT pg_advisory_xact_lock(hashtext('pathlight read models'))"

/** The tables of one store: a schema with a table of checkpoints, and one table for each generation of a read model. */
export type PostgresTables = ReturnType<typeof postgresTables>

export function postgresTables(schema: string) {
  checkName(schema)
  const inSchema = (name: string) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
  const checkpoints = inSchema('progress')
  const groups = inSchema('checkpoints')
  /** Quoted and qualified. Throws a TypeError on an invalid name. */
  const generation = (model: string, number: number): string => {
    checkName(model)
    return inSchema(storedName(model, number))
  }
  /** The expression that `find` filters and sorts by: the field as jsonb, null if absent, as MongoDB compares them. */
  const field = (name: string): string => {
    checkFieldName(name)
    return `coalesce((doc -> '${name}')::jsonb, 'null'::jsonb)`
  }

  /** Statements that make the table of checkpoints. They may be repeated. */
  const makeCheckpoints = (): string[] => [
    `CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema)}`,
    `CREATE TABLE IF NOT EXISTS ${checkpoints} (
      name text, generation integer, version integer NOT NULL, live boolean NOT NULL, log text NOT NULL, position bigint NOT NULL,
      last_position bigint, last_id text, PRIMARY KEY (name, generation)) WITH (fillfactor = 50)`,
    // In older versions a row was a group of read models with its members. Groups are taken over once and marked, so that a running
    // older program takes them for another log's and stops. Leftovers of a group are built again.
    `DO $$ BEGIN
      IF to_regclass('${groups}') IS NOT NULL THEN
        ALTER TABLE ${groups} ADD COLUMN IF NOT EXISTS members json NOT NULL DEFAULT '{}',
          ADD COLUMN IF NOT EXISTS last_position bigint, ADD COLUMN IF NOT EXISTS last_id text;
        INSERT INTO ${checkpoints}
        SELECT key, (value->>'generation')::integer,
          CASE WHEN coalesce(value->>'frozen', value->>'apart') IS NULL THEN (value->>'version')::integer ELSE 0 END,
          projection = 'live', log, position, last_position, last_id
        FROM ${groups}, json_each(members) WHERE log <> '${TAKEN_OVER}' ON CONFLICT DO NOTHING;
        INSERT INTO ${checkpoints}
        SELECT projection, 0, 1, false, log, position, last_position, last_id
        FROM ${groups} WHERE members::text = '{}' AND projection <> 'live' AND projection NOT LIKE 'beside.%' AND log <> '${TAKEN_OVER}'
        ON CONFLICT DO NOTHING;
        UPDATE ${groups} SET log = '${TAKEN_OVER}', generation = generation + 1, position = greatest(position, 1)
        WHERE log <> '${TAKEN_OVER}';
      END IF;
    END $$`,
  ]

  /** Statements that make a generation's table and indexes. They may be repeated. */
  const makeGeneration = ({ name, indexes = [] }: ReadModel<Document>, number: number): string[] => {
    const table = generation(name, number)
    return [
      // COLLATE "C": ids sort by code point whatever the database's collation, as on the other engine. json, not jsonb, and
      // uncompressed: documents are read and written whole, and found by indexes. With documents of 16 KB a read then took a
      // quarter of the time, a write a third. ALTER TABLE runs once, because it waits for every reader. (CREATE TABLE accepts
      // STORAGE from PostgreSQL 16 on.)
      `DO $$ BEGIN
        IF to_regclass('${table}') IS NULL THEN
          CREATE TABLE ${table} (
            id text COLLATE "C" PRIMARY KEY, at bigint NOT NULL, doc json NOT NULL);
          ALTER TABLE ${table} ALTER COLUMN doc SET STORAGE EXTERNAL;
        END IF;
      END $$`,
      ...indexes.map((fields) => {
        // If the id is named last, documents come in its order. Otherwise the matches are sorted, and the index saves the room of
        // an id of 73 characters.
        const named = fields.filter((one) => one !== DOCUMENT_ID).map((one) => `(${field(one)})`)
        const columns = fields.at(-1) === DOCUMENT_ID ? [...named, 'id'] : named
        return `CREATE INDEX IF NOT EXISTS ${indexName(name, number, fields)} ON ${table} (${columns.join(', ')})`
      }),
    ]
  }
  return { checkpoints, generation, field, makeCheckpoints, makeGeneration }
}

/** Readable at its beginning, unique by its end, within PostgreSQL's 63 characters. */
function indexName(model: string, generation: number, fields: readonly string[]): string {
  const full = `${model}_${generation}_by_${fields.join('_')}`
  const unique = hash('sha256', JSON.stringify([model, generation, fields])).slice(0, 8)
  return pg.escapeIdentifier(`${full.slice(0, 50).toLowerCase()}_${unique}`)
}
