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
    describe.skip(name, () => it(`SKIPPED: set ${missing.join(' and ')}`, () => undefined))
    return
  }
  const urls = Object.fromEntries(variables.map((variable) => [variable, process.env[variable]])) as Record<V, string>
  describe(name, () => body(urls))
}

/** A name of this run and file's own, for a database, a stream prefix or a queue on a server that others use, too. */
export const ownName = (): string => `test_${process.pid.toString(36)}_${Math.random().toString(36).slice(2, 10)}`
