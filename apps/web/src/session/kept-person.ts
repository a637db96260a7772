import type { User } from '@pathlight/contracts/accounts.ts'
import { hashKey } from '@tanstack/react-query'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { deviceStorage, UNSENT } from '../device/device-storage.ts'
import { joinTabs } from '../device/other-tabs.ts'
import { NO_ANSWER, within } from '../device/within.ts'
import { askAgain, mayBeSignedIn } from './signed-in-cookie.ts'

// The person that this device knows as logged in, for when the server is away. The code loads after the page (app/offline.tsx).
// IndexedDB has the person at once, and is authoritative. Chromium writes local storage and cookies some seconds later, so a
// crash may lose them. Local storage is used only if IndexedDB refuses, or does not answer in time.

const PERSON = 'person'
/** The person of these records in IndexedDB: none, because they belong to the device. */
const DEVICE = ''
const SIGNED_IN = '/api/auth/'
const NEW = '/api/auth/login'
/** The time after which a browser has written its cookies: Chromium does so every 30 seconds. */
const COOKIES_WRITTEN_MS = 60_000
/** The time for IndexedDB's answer, which usually takes some milliseconds. */
const ANSWERS_WITHIN_MS = 3_000

/** Loads when first needed, so no page waits for it. */
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

/** The pending writes to IndexedDB, one after the other. */
let keeping: Promise<unknown> = Promise.resolve()
const inTurn = (change: (db: Awaited<ReturnType<typeof database>>) => Promise<unknown>): void => {
  keeping = keeping.then(async () => change(await database())).catch(() => undefined)
}

const askDatabase = async (): Promise<User | null> => {
  await keeping
  return asUser(await (await database()).readAnswer(DEVICE, SIGNED_IN))
}

/** The person who was logged in on this device by the server's last answer, or null for nobody. */
export const keptPerson = async (): Promise<User | null> => {
  // Every button of a person waits for this, and a busy browser may leave a database without an answer.
  const person = await within(ANSWERS_WITHIN_MS, askDatabase()).catch(() => NO_ANSWER)
  return typeof person === 'symbol' ? inLocalStorage() : person
}

/** Stores the person for when the server is away. Null means that the person has logged out. */
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

/** The person has logged in with Remember Me. Until the browser has written its cookies, a crash may lose them. */
export const keepNewPerson = ({ id }: User): void => {
  inTurn(({ keepAnswer }) => keepAnswer(DEVICE, NEW, id))
  forgetNewLater()
}

/** The id of the last logged-in person. When their account is closed, everything of theirs is deleted. */
let last: string | null = inLocalStorage()?.id ?? null
export const lastPerson = (): string | null => last

/** The keys in local storage with a person's name or words. */
const OF_A_PERSON = /^(person|kept-study|searches|sermon\.speaker\..*|share\.keys(\..*)?)$/
/** The keys of the device's look, without anything that a person read or wrote. */
const OF_THE_DEVICE = /^(appearance|letters|language|offline\.off)$/

/**
 * After the end of a session or another person's log-in: deletes the earlier person's data that the server also has. Words that
 * no server has stay for the earlier person, hidden. `now` is the logged-in person's id, or null for nobody. If another person
 * has logged in (`isAnother`), the passages that the earlier person read are deleted, too.
 */
const forgetServed = (now: string | null, isAnother: boolean): void => {
  const goes = (key: string) => !UNSENT.test(key) && (isAnother ? !OF_THE_DEVICE.test(key) : OF_A_PERSON.test(key))
  for (const key of deviceStorage.keys()) if (goes(key)) deviceStorage.remove(key)
  inTurn(async ({ forgetOthers, forgetRead }) => {
    await forgetOthers(now)
    // What a visitor read before their first log-in stays.
    if (now === null || isAnother) await forgetRead()
  })
}

/** The last known logged-in person. */
let followed: string | null = null

const follow = () => {
  const state = queryClient.getQueryState<User | null>(SESSION_KEY)
  if (state?.data === undefined || state.status !== 'success') return
  // A visitor has nothing to delete.
  if (state.data === null && last === null) return
  const now = state.data?.id ?? null
  if (now === null ? followed !== null : now !== last) forgetServed(now, now !== null && last !== null)
  followed = now
  last = now ?? last
  keepPerson(state.data)
}

/** If the browser ended before it wrote the cookies of a log-in, asks the server whether the session is still valid. */
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

/** Stores each person who logs in, in any way. Deletes a person who logs out. */
const start = async (): Promise<void> => {
  await bringBack().catch(() => undefined)
  followed = last
  follow()
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === hashKey(SESSION_KEY)) follow()
  })
}
// Where pages are rendered, nobody is stored.
if (typeof window !== 'undefined') void start()

/** When another tab reports a log-in or a log-out, this tab asks who is logged in. */
const tabs = joinTabs('session', () => void queryClient.invalidateQueries({ queryKey: SESSION_KEY }))
/** Makes the other tabs ask who is logged in. */
export const tellSession = (): void => tabs.tell('changed')
