import { type PostgresListener, postgresListener } from '@pathlight/engine-postgres/connection/listener.ts'
import { createPool } from '@pathlight/engine-postgres/connection/pool.ts'
import { Client, type ClientConfig, type Pool } from 'pg'
import { ownName } from './describe-with.ts'

export type TestDatabase = {
  readonly pool: Pool
  /** The settings for further connections to the same database. */
  readonly config: ClientConfig & { readonly connectionString: string }
  readonly url: string
  /** Opens a listener with a connection of its own, as another process has it. `drop` closes it. */
  listener(): PostgresListener
  /**
   * Terminates the connections to the database whose last statement matches this pattern of LIKE, and returns their
   * number.
   */
  cut(statement: string): Promise<number>
  /** Closes the pool and removes the database. */
  drop(): Promise<void>
}

const server = (): string => {
  const url = process.env.DATABASE_URL ?? process.env.TEST_POSTGRES_URL
  if (!url) throw new Error('No PostgreSQL for the tests: run them by Vitest with the configuration in the root')
  return url
}

/** The address of another database on the same server. The server's address may have a host or a socket's folder. */
const urlOf = (database: string): string => server().replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`)

/** Runs a statement on the server's default database, and returns the number of rows. */
const onServer = async (statement: string, values: unknown[] = []): Promise<number> => {
  const client = new Client(server())
  await client.connect()
  try {
    return (await client.query(statement, values)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

/** Creates an empty database on the test run's PostgreSQL. */
export async function freshDatabase(): Promise<TestDatabase> {
  const name = ownName()
  await onServer(`CREATE DATABASE ${name}`)
  const url = urlOf(name)
  const pool = createPool(url, { max: 40 })
  const listeners: PostgresListener[] = []
  return {
    pool,
    config: { connectionString: url },
    url,
    listener() {
      const listener = postgresListener({ connectionString: url })
      listeners.push(listener)
      return listener
    },
    cut: (statement) =>
      onServer('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND query LIKE $2', [
        name,
        statement,
      ]),
    async drop() {
      await Promise.all(listeners.map((listener) => listener.close()))
      await pool.end()
      await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}
