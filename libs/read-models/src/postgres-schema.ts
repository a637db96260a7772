import { createHash } from 'node:crypto'
import pg from 'pg'
import { checkFieldName, checkName } from './document-rules.ts'

/** Serialises the making of tables by several processes that start at once. Any constant of our own will do. */
const DDL_LOCK = 'pathlight read models'

/** Tables of one store: a schema with a table of checkpoints and one table a collection. */
export type PostgresTables = {
  readonly checkpoints: string
  /** Quoted and qualified; throws a TypeError on a name that is none. */
  collection(name: string): string
  /** What `find` filters and sorts by: the field as jsonb, an absent one as null, as MongoDB compares them. */
  field(name: string): string
  /** Statements that make the checkpoints' table; may be repeated. */
  makeCheckpoints(): string[]
  /** Statements that make a collection's table and indexes; may be repeated. */
  makeCollection(name: string, indexes: readonly (readonly string[])[]): string[]
}

export function postgresTables(schema: string): PostgresTables {
  checkName(schema)
  const inSchema = (name: string) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
  const tables: PostgresTables = {
    checkpoints: inSchema('checkpoints'),
    collection(name) {
      checkName(name)
      return inSchema(`doc_${name}`)
    },
    field(name) {
      checkFieldName(name)
      return `coalesce((doc -> '${name}')::jsonb, 'null'::jsonb)`
    },
    makeCheckpoints: () => [
      `CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema)}`,
      `CREATE TABLE IF NOT EXISTS ${tables.checkpoints} (
        projection text PRIMARY KEY, version integer NOT NULL, log text NOT NULL,
        generation bigint NOT NULL, position bigint NOT NULL)`,
    ],
    makeCollection: (name, indexes) => [
      // COLLATE "C": ids sort by code point whatever the database's collation, as on the other engine.
      // json, not jsonb, and not compressed: documents are read and written whole, and queried by indexes. On documents
      // of 16 KB a read cost the server a quarter of what it did with jsonb, a write a third.
      // Once only: ALTER TABLE would wait for every reader. (CREATE TABLE takes STORAGE from PostgreSQL 16 on.)
      `DO $$ BEGIN
        IF to_regclass('${tables.collection(name)}') IS NULL THEN
          CREATE TABLE ${tables.collection(name)} (
            id text COLLATE "C" PRIMARY KEY, at bigint NOT NULL, doc json NOT NULL) WITH (fillfactor = 80);
          ALTER TABLE ${tables.collection(name)} ALTER COLUMN doc SET STORAGE EXTERNAL;
        END IF;
      END $$`,
      ...indexes.map((fields) => {
        const index = indexName(name, fields)
        const columns = [...fields.map((field) => `(${tables.field(field)})`), 'id']
        return `CREATE INDEX IF NOT EXISTS ${index} ON ${tables.collection(name)} (${columns.join(', ')})`
      }),
    ],
  }
  return tables
}

/** Readable at its start, unique by its end, within PostgreSQL's 63 characters. */
function indexName(collection: string, fields: readonly string[]): string {
  const full = `${collection}_by_${fields.join('_')}`
  const hash = createHash('sha256')
    .update(JSON.stringify([collection, fields]))
    .digest('hex')
    .slice(0, 8)
  return pg.escapeIdentifier(`${full.slice(0, 50).toLowerCase()}_${hash}`)
}

/** Runs the statements in one transaction that only one process at a time may be in. */
export async function runDefinitions(client: pg.ClientBase, statements: readonly string[]): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [DDL_LOCK])
  for (const statement of statements) await client.query(statement)
}
