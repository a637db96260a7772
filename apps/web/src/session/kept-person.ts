import type { User } from '@pathlight/contracts/accounts.ts'
import { hashKey } from '@tanstack/react-query'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { deviceStorage, UNSENT } from '../device/device-storage.ts'
import { joinTabs } from '../device/other-tabs.ts'
import { NO_ANSWER, within } from '../device/within.ts'
import { askAgain, mayBeSignedIn } from './signed-in-cookie.ts'

// The person whom this device knows as logged in while the server is away. At the latest app/offline.tsx loads this
// code, after the page. IndexedDB is authoritative, because Chromium writes local storage and cookies some seconds
// later, and a crash may lose them. `keptPerson` reads local storage only if IndexedDB refuses or answers too late.

const PERSON = 'person'
/** The user id of this file's records in IndexedDB: '', because they belong to the device and not to a person. */
const DEVICE = ''
const SIGNED_IN = '/api/auth/'
const NEW = '/api/auth/login'
/** The time after which a browser has surely written its cookies. Chromium writes them every 30 seconds. */
const COOKIES_WRITTEN_MS = 60_000
/** The longest wait for IndexedDB, which usually answers within some milliseconds. */
const ANSWERS_WITHIN_MS = 3_000

/** IndexedDB's code loads when it is first needed, so no page waits for it. */
const database = () => import('../device/seen-answers.ts')

const asUser = (kept: unknown): User | null => {
  const user = kept as User | null | undefined
  return typeof user?.id === 'string' && typeof user.username === 'string' ? user : null
}
const inLocalStorage = (): User | null => {
  try {
    return asUser(JSON.parse(deviceStorage.get(PERSON) ?? 'null'))
  } catch {
    return null
  }
}

/** The writes to IndexedDB, which run one after the other. */
let keeping: Promise<unknown> = Promise.resolve()
const inTurn = (change: (db: Awaited<ReturnType<typeof database>>) => Promise<unknown>): void => {
  keeping = keeping.then(async () => change(await database())).catch(() => undefined)
}

const askDatabase = async (): Promise<User | null> => {
  await keeping
  return asUser(await (await database()).readAnswer(DEVICE, SIGNED_IN))
}

/** The person who was logged in according to the server's last answer. Null for nobody. */
export const keptPerson = async (): Promise<User | null> => {
  // All buttons for a logged-in person wait for this answer, and in a busy browser IndexedDB may not answer.
  const person = await within(ANSWERS_WITHIN_MS, askDatabase()).catch(() => NO_ANSWER)
  return typeof person === 'symbol' ? inLocalStorage() : person
}

/** Stores the person for the time when the server is away. Null: the person has logged out. */
const keepPerson = (user: User | null): void => {
  if (user) {
    deviceStorage.set(PERSON, JSON.stringify(user))
    inTurn(({ keepAnswer }) => keepAnswer(DEVICE, SIGNED_IN, user))
  } else {
    deviceStorage.remove(PERSON)
    inTurn(({ dropAnswer }) => Promise.all([dropAnswer(DEVICE, SIGNED_IN), dropAnswer(DEVICE, NEW)]))
  }
}

const forgetNewLater = () => setTimeout(() => inTurn(({ dropAnswer }) => dropAnswer(DEVICE, NEW)), COOKIES_WRITTEN_MS)

/**
 * Stores that the person has just logged in with Remember Me. If the browser crashes before it has written the log-in's
 * cookies, `bringBack` finds this record and asks the server whether the session is still valid.
 */
export const keepNewPerson = ({ id }: User): void => {
  inTurn(({ keepAnswer }) => keepAnswer(DEVICE, NEW, id))
  forgetNewLater()
}

/** The id of the last logged-in person. When the account is closed, that person's data is deleted from this device. */
let last: string | null = inLocalStorage()?.id ?? null
export const lastPerson = (): string | null => last

/** The keys in local storage that belong to a person. */
const OF_A_PERSON = /^(person|kept-study|searches|sermon\.speaker\..*|share\.keys(\..*)?)$/
/** The keys of the device's own settings, which say nothing about a person. */
const OF_THE_DEVICE = /^(appearance|letters|language|offline\.off)$/

/**
 * Deletes the earlier person's data that the server also has, after a session ended or another person logged in. Unsent
 * words stay, hidden. `now`: the id of the logged-in person, or null. `isAnother`: another person has logged in. If so,
 * nothing else stays in local storage but the device's own settings.
 */
const forgetServed = (now: string | null, isAnother: boolean): void => {
  const goes = (key: string) => !UNSENT.test(key) && (isAnother ? !OF_THE_DEVICE.test(key) : OF_A_PERSON.test(key))
  for (const key of deviceStorage.keys()) if (goes(key)) deviceStorage.remove(key)
  inTurn(async ({ forgetOthers, forgetRead }) => {
    await forgetOthers(now)
    // The texts that a visitor read before the first log-in are not deleted.
    if (now === null || isAnother) await forgetRead()
  })
}

/** The id of the person who was logged in at the last answer. Null for nobody. */
let followed: string | null = null

const follow = () => {
  const state = queryClient.getQueryState<User | null>(SESSION_KEY)
  if (state?.data === undefined || state.status !== 'success') return
  // For a visitor there is nothing to delete.
  if (state.data === null && last === null) return
  const now = state.data?.id ?? null
  if (now === null ? followed !== null : now !== last) forgetServed(now, now !== null && last !== null)
  followed = now
  last = now ?? last
  keepPerson(state.data)
}

/**
 * If the browser crashed before it wrote the cookies of a log-in, asks the server whether the session is still valid.
 */
const bringBack = async (): Promise<void> => {
  const kept = await keptPerson()
  last ??= kept?.id ?? null
  const newest = kept && (await (await database()).seenAnswer(DEVICE, NEW))
  if (newest === undefined || newest === null) return
  if (mayBeSignedIn()) return void forgetNewLater()
  if (newest !== kept?.id) return
  askAgain()
  await queryClient.invalidateQueries({ queryKey: SESSION_KEY })
}

/** Stores each person who logs in, by any way, and deletes the record of a person who logs out. */
const start = async (): Promise<void> => {
  await bringBack().catch(() => undefined)
  followed = last
  follow()
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === hashKey(SESSION_KEY)) follow()
  })
}
// On the server nobody is stored.
if (typeof window !== 'undefined') void start()

/** When another tab reports a log-in or a log-out, this tab asks who is logged in. */
const tabs = joinTabs('session', () => void queryClient.invalidateQueries({ queryKey: SESSION_KEY }))
/** Makes the other tabs ask who is logged in. */
export const tellSession = (): void => tabs.tell('changed')
