import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Kills the app with -9 between two steps of the closing of an account: just before a step that is named. The app loads this file before
// its own (NODE_OPTIONS=--import). What the steps call is wrapped; the app's own files stay as they are.

/**
 * The steps by which an account is closed, in their order, each by the call that begins it. `the end`: all of them are done, and the job
 * does not know it yet.
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

/** What an app needs to be killed before this step of the closing of the person whose id and address are in the file. */
export const killedBefore = (step: Step | null, whom: string): Record<string, string> =>
  step === null
    ? { NODE_OPTIONS: '', KILLED_BEFORE: '', KILLED_WHOM: '' }
    : { NODE_OPTIONS: `--import ${import.meta.url}`, KILLED_BEFORE: step, KILLED_WHOM: whom }

/** The functions that do the steps. Each gets what it calls as its first or its second argument. */
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
  // The same reaction adds other jobs for the person.
  if (isTheirs && (step !== 'jobs.add' || given[0] === 'close-account')) process.kill(process.pid, 'SIGKILL')
}

/** The same part, which tells of each call before it is made. */
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
/** The same function, with parts that are watched; where it makes a job's work, its end is watched, too. */
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
