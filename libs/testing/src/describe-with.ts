import { describe, it } from 'vitest'

/** A server that a suite may need, by the variable that names it. */
export type ServerVariable = 'EVENTSTORE_URL' | 'MONGODB_URL' | 'REDIS_URL'

/**
 * A suite that needs servers which may be missing: `body` gets their URLs. Without one of them it is skipped whole, under
 * a name that says what to set; its body does not run, because there is nothing that it could connect to.
 */
export function describeWith<V extends ServerVariable>(
  variables: readonly V[],
  name: string,
  body: (urls: Readonly<Record<V, string>>) => void,
): void {
  const missing = variables.filter((variable) => !process.env[variable])
  if (missing.length > 0) {
    skipAloud(name, `set ${missing.join(' and ')}`)
    return
  }
  const urls = Object.fromEntries(variables.map((variable) => [variable, process.env[variable]])) as Record<V, string>
  describe(name, () => body(urls))
}

/** A suite that kills and freezes a server of its own: skipped whole, and told what to do, where it could not be started (null). */
export function describeOn<Server>(
  server: Server | null,
  name: string,
  toHaveOne: string,
  body: (server: Server) => void,
): void {
  if (server === null) skipAloud(name, toHaveOne)
  else describe(name, () => body(server))
}

const skipAloud = (name: string, toRunIt: string) =>
  describe.skip(name, () => it(`SKIPPED: ${toRunIt}`, () => undefined))

/** A name of this run and file's own, for a database, a stream prefix or a queue on a server that others use, too. */
export const ownName = (): string => `test_${process.pid.toString(36)}_${Math.random().toString(36).slice(2, 10)}`
