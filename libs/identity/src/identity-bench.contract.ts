import { randomBytes, randomUUID } from 'node:crypto'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { afterAll, beforeAll } from 'vitest'
import type { DataKeys } from './data-keys.ts'
import type { Identity, Origin, User } from './identity.ts'
import { openDataKeys } from './open-data-keys.ts'
import { openIdentity } from './open-identity.ts'
import type { Records } from './records.ts'

export const MINUTE_MS = 60_000
export const PASSWORD = 'Correct1!horse'

/** A database for one suite. `open` may be called several times, as by several processes. */
export type IdentityUnderTest = {
  open(): Promise<Records>
  drop(): Promise<void>
}

/** The open stores of a suite. `other` and `otherKeys`: the same stores, opened again as by another process. */
type Opened = {
  under: IdentityUnderTest
  identity: Identity
  keys: DataKeys
  other: Identity
  otherKeys: DataKeys
}

export type IdentityBench = ReturnType<typeof identityBench>

/** Opens the identity store twice on one database, with a clock that tests set, and makes people. */
export function identityBench(prepare: () => Promise<IdentityUnderTest>) {
  const masterKey = randomBytes(32)
  const folder = emptyFolder()
  /** The time in milliseconds since 1970. */
  const clock = { time: Date.parse('2026-01-01T00:00:00Z') }
  const now = () => new Date(clock.time)
  const opened = {} as Opened
  /** Opens the store as a starting process does. */
  const open = async (other: { masterKey?: Uint8Array; folder?: string } = {}) => {
    const records = await opened.under.open()
    const keys = await openDataKeys(records, { masterKey, folder, now, ...other })
    return { keys, identity: openIdentity(records, keys, now) }
  }

  beforeAll(async () => {
    opened.under = await prepare()
    // Both calls create the tables or collections at the same time, and neither may fail.
    const [one, two] = await Promise.all([open(), open()])
    Object.assign(opened, { ...one, other: two.identity, otherKeys: two.keys })
  })
  afterAll(() => opened.under.drop())

  let made = 0
  const person = () => {
    made += 1
    const username = `Reader.${made}`
    return {
      id: randomUUID(),
      username,
      email: `${username}@Example.org`,
      password: PASSWORD,
      language: 'ko' as const,
    }
  }
  const newUser = async (): Promise<User> => {
    const result = await opened.identity.createUser(person())
    if ('taken' in result) throw new Error(`taken: ${result.taken}`)
    return result
  }
  /** The origin of an unknown browser at an unknown address. */
  const stranger = (): Origin => ({ deviceToken: null, userAgent: null, address: randomUUID() })
  const verify = async (email: string, password: string) => {
    const user = await opened.identity.verifyPassword(email, password, stranger())
    if (user !== null && 'retryAfterMs' in user) throw new Error('too many guesses')
    return user
  }
  const startSession = async (user: User, remember: boolean, from = stranger()) => {
    const started = await opened.identity.startSession(user, { remember, from })
    if (!started) throw new Error('no session')
    return started
  }
  return Object.assign(opened, { open, folder, clock, now, person, newUser, stranger, verify, startSession })
}
