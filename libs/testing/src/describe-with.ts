import { describe, it } from 'vitest'

/** The environment variables that name servers for tests. */
export type ServerVariable = 'EVENTSTORE_URL' | 'MONGODB_URL' | 'REDIS_URL'

/**
 * Describes a suite that needs servers. `body` gets the servers' URLs. If the environment lacks one of the variables,
 * the whole suite is skipped, and its name says which variable to set.
 */
export function describeWith<V extends ServerVariable>(
  variables: readonly V[],
  name: string,
  body: (urls: Readonly<Record<V, string>>) => void,
): void {
  const missing = variables.filter((variable) => !process.env[variable])
  if (missing.length > 0) {
    skipWithReason(name, `set ${missing.join(' and ')}`)
    return
  }
  const urls = Object.fromEntries(variables.map((variable) => [variable, process.env[variable]])) as Record<V, string>
  describe(name, () => body(urls))
}

/**
 * Describes a suite that kills and freezes a server of its own. If `server` is null, the whole suite is skipped, and
 * its name says what to install (`toHaveOne`).
 */
export function describeOn<Server>(
  server: Server | null,
  name: string,
  toHaveOne: string,
  body: (server: Server) => void,
): void {
  if (server === null) skipWithReason(name, toHaveOne)
  else describe(name, () => body(server))
}

const skipWithReason = (name: string, toRunIt: string) =>
  describe.skip(name, () => it(`SKIPPED: ${toRunIt}`, () => undefined))

/** A unique name for a database, a stream prefix or a queue on a shared server. */
export const ownName = (): string => `test_${process.pid.toString(36)}_${Math.random().toString(36).slice(2, 10)}`
