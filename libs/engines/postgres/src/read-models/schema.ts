import { hash } from 'node:crypto'
import { checkFieldName, checkName } from '@pathlight/read-models/document-rules.ts'
import { DOCUMENT_ID, type Document, type ReadModel } from '@pathlight/read-models/read-model-store.ts'
import { storedName, TAKEN_OVER } from '@pathlight/read-models/stored-names.ts'
import pg from 'pg'

/** Takes the lock under which one process at a time changes tables. */
export const DEFINE_ALONE = "SELECT pg_advisory_xact_lock(hashtext('pathlight read models'))"

/** The tables of one store: a schema with a table of checkpoints, and one table for each generation of a read model. */
export type PostgresTables = ReturnType<typeof postgresTables>

export function postgresTables(schema: string) {
  checkName(schema)
  const inSchema = (name: string) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
  const checkpoints = inSchema('progress')
  const groups = inSchema('checkpoints')
  /** The quoted name of a generation's table, with its schema. Throws a TypeError on an invalid name. */
  const generation = (model: string, number: number): string => {
    checkName(model)
    return inSchema(storedName(model, number))
  }
  /**
   * The expression of a field, by which `find` filters and sorts: the field as jsonb, or jsonb's null if the field is
   * absent. MongoDB compares fields the same way.
   */
  const field = (name: string): string => {
    checkFieldName(name)
    return `coalesce((doc -> '${name}')::jsonb, 'null'::jsonb)`
  }

  /** Statements that create the table of checkpoints. Repeating them is harmless. */
  const makeCheckpoints = (): string[] => [
    `CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema)}`,
    `CREATE TABLE IF NOT EXISTS ${checkpoints} (
      name text, generation integer, version integer NOT NULL, live boolean NOT NULL, log text NOT NULL, position bigint NOT NULL,
      last_position bigint, last_id text, PRIMARY KEY (name, generation)) WITH (fillfactor = 50)`,
    // In older versions a checkpoint was a row of the table `checkpoints`, for a group of read models. Each group is
    // converted once, and marked in its column `log`. A running older program takes the mark for the identity of
    // another log, and stops. A read model that was marked as frozen or apart gets version 0, and is rebuilt.
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

  /** Statements that create a generation's table and indexes. Repeating them is harmless. */
  const makeGeneration = ({ name, indexes = [] }: ReadModel<Document>, number: number): string[] => {
    const table = generation(name, number)
    return [
      // COLLATE "C" sorts ids by code point, whatever the database's collation, as MongoDB sorts them. The documents
      // are json and not compressed, because they are read and written whole. For a document of 16 KB, a read takes a
      // quarter of the time that jsonb would take, and a write a third.
      // ALTER TABLE runs only for a new table, because ALTER TABLE waits for every reader. CREATE TABLE accepts STORAGE
      // only from PostgreSQL 16.
      `DO $$ BEGIN
        IF to_regclass('${table}') IS NULL THEN
          CREATE TABLE ${table} (
            id text COLLATE "C" PRIMARY KEY, at bigint NOT NULL, doc json NOT NULL);
          ALTER TABLE ${table} ALTER COLUMN doc SET STORAGE EXTERNAL;
        END IF;
      END $$`,
      ...indexes.map((fields) => {
        // If `fields` ends with the id, the index has the id, and documents come in the order of their ids. Otherwise
        // PostgreSQL sorts the matches, and the index is smaller, because an id may have 73 characters.
        const named = fields.filter((one) => one !== DOCUMENT_ID).map((one) => `(${field(one)})`)
        const columns = fields.at(-1) === DOCUMENT_ID ? [...named, 'id'] : named
        return `CREATE INDEX IF NOT EXISTS ${indexName(name, number, fields)} ON ${table} (${columns.join(', ')})`
      }),
    ]
  }
  return { checkpoints, generation, field, makeCheckpoints, makeGeneration }
}

/**
 * The name of an index, with at most 63 characters, PostgreSQL's limit. Its beginning is readable, and the hash at its
 * end makes it unique.
 */
function indexName(model: string, generation: number, fields: readonly string[]): string {
  const full = `${model}_${generation}_by_${fields.join('_')}`
  const unique = hash('sha256', JSON.stringify([model, generation, fields])).slice(0, 8)
  return pg.escapeIdentifier(`${full.slice(0, 50).toLowerCase()}_${unique}`)
}
