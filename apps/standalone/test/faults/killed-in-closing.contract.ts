import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Kills the app with -9 just before a named step of the closing of an account. The app loads this file first
// (NODE_OPTIONS=--import). The file wraps the functions that the steps call.

/**
 * The steps of a closing in their order, each named by the call that begins it. `the end`: all steps are done, but the
 * job has not been marked as done.
 */
export const CLOSING_STEPS = [
  'log.appendToStream',
  'identity.endSessionsOfClosed',
  'sessions.forgetAll',
  'jobs.add',
  'closedAccounts.add',
  'mailer.send',
  'identity.closeUser',
  'the end',
] as const
type Step = (typeof CLOSING_STEPS)[number]

/**
 * The environment variables for an app that is killed before this step (null: never). `whom`: a file with the id and
 * address of the person whose closing kills the app.
 */
export const killedBefore = (step: Step | null, whom: string): Record<string, string> =>
  step === null
    ? { NODE_OPTIONS: '', KILLED_BEFORE: '', KILLED_WHOM: '' }
    : { NODE_OPTIONS: `--import ${import.meta.url}`, KILLED_BEFORE: step, KILLED_WHOM: whom }

/** The functions that perform the steps, by their file. Their first or second argument has their dependencies. */
const CLOSERS: Readonly<Record<string, string>> = {
  '/services/command/src/accounts/end-account.ts': 'endAccount',
  '/services/worker/src/reaction.ts': 'runReactions',
  '/services/worker/src/close-account.ts': 'closeAccount',
}

const { KILLED_BEFORE = '', KILLED_WHOM = '' } = process.env

const killIf = (step: string, given: readonly unknown[]): void => {
  if (step !== KILLED_BEFORE || !existsSync(KILLED_WHOM)) return
  const text = JSON.stringify(given, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  const named = readFileSync(KILLED_WHOM, 'utf8').split('\n')
  const isTheirs = given.length === 0 || named.some((one) => text.includes(one))
  // The same reaction also adds other jobs for this person.
  if (isTheirs && (step !== 'jobs.add' || given[0] === 'close-account')) process.kill(process.pid, 'SIGKILL')
}

/** A proxy of a dependency that calls `killIf` before each call. */
const watched = (name: string, part: unknown): unknown => {
  if (typeof part !== 'object' || part === null) return part
  return new Proxy(part, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        killIf(`${name}.${String(key)}`, given)
        return value.apply(target, given)
      }
    },
  })
}

type Closer = (...given: unknown[]) => unknown
/** The function with watched dependencies. If the function returns a job's work, the work's end is watched, too. */
const watchedCloser =
  (real: Closer): Closer =>
  (...given) => {
    const parts = given.map((one) =>
      typeof one !== 'object' || one === null || Array.isArray(one)
        ? one
        : Object.fromEntries(Object.entries(one).map(([name, part]) => [name, watched(name, part)])),
    )
    const made = real(...parts)
    if (typeof made !== 'function') return made
    return async (...data: unknown[]) => {
      await made(...data)
      killIf('the end', data)
    }
  }

if (KILLED_BEFORE !== '') {
  Object.assign(globalThis, { watchedCloser })
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context)
      const path = url.startsWith('file:') ? fileURLToPath(url) : ''
      const [, name] = Object.entries(CLOSERS).find(([end]) => path.endsWith(end)) ?? []
      if (name === undefined) return loaded
      const source = String(loaded.source)
      const begins = `export const ${name} =`
      if (!source.includes(begins)) throw new Error(`${path} does not begin ${name} as it did`)
      const wrapped = `\nexport const ${name} = globalThis.watchedCloser(watched_${name})\n`
      return { ...loaded, source: source.replace(begins, `const watched_${name} =`) + wrapped }
    },
  })
}
