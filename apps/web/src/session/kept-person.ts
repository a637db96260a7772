import type { User } from '@pathlight/contracts/accounts.ts'
import { hashKey } from '@tanstack/react-query'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { deviceStorage } from '../device/device-storage.ts'
import { OURS as UNSENT } from '../device/kept-work.ts'
import { joinTabs } from '../device/other-tabs.ts'
import { NO_ANSWER, within } from '../device/within.ts'
import { askAgain, mayBeSignedIn } from './signed-in-cookie.ts'

// Who this device knows as signed in, for when the server is away. It comes after the page (app/offline.tsx). IndexedDB
// has it as soon as it is said, and says who it is. Chromium writes the local storage and cookies some seconds later,
// which a crash can come before. The local storage says who it is only where IndexedDB refuses, or does not answer in time.

const PERSON = 'person'
/** Under which person and paths IndexedDB has it: it is of the device, not of a person. */
const DEVICE = ''
const SIGNED_IN = '/api/auth/'
const NEW = '/api/auth/login'
/** By then a browser has written its cookies: Chromium does so every 30 seconds. */
const COOKIES_WRITTEN_MS = 60_000
/** IndexedDB has so long to say who it is; it takes some milliseconds. */
const ANSWERS_WITHIN_MS = 3_000

/** Comes when it is first needed: no page waits for it. */
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

/** What is on its way to IndexedDB, one after the other. */
let keeping: Promise<unknown> = Promise.resolve()
const inTurn = (change: (db: Awaited<ReturnType<typeof database>>) => Promise<unknown>): void => {
  keeping = keeping.then(async () => change(await database())).catch(() => undefined)
}

const askDatabase = async (): Promise<User | null> => {
  await keeping
  return asUser(await (await database()).readAnswer(DEVICE, SIGNED_IN))
}

/** The person who was signed in on this device when the server last said so; null: none was, or not any more. */
export const keptPerson = async (): Promise<User | null> => {
  // All that a person may press waits for this, and a browser with much to do may leave a database without an answer.
  const person = await within(ANSWERS_WITHIN_MS, askDatabase()).catch(() => NO_ANSWER)
  return typeof person === 'symbol' ? inLocalStorage() : person
}

/** Keeps the person for when the server is away; null: they have signed out. */
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

/** The person has logged in to stay. Until the browser has written its cookies, a crash may take them. */
export const keepNewPerson = ({ id }: User): void => {
  inTurn(({ keepAnswer }) => keepAnswer(DEVICE, NEW, id))
  forgetNewLater()
}

/** The id of the person who was signed in last. When their account is closed, all that is kept of them is dropped. */
let last: string | null = inLocalStorage()?.id ?? null
export const lastPerson = (): string | null => last

/** What the local storage has of a person by name, or in their words. */
const OF_A_PERSON = /^(person|kept-study|searches|sermon\.speaker\..*|share\.keys(\..*)?)$/
/** How the device looks: nothing of what a person read or wrote. */
const OF_THE_DEVICE = /^(appearance|letters|language|offline\.off)$/

/**
 * A session is over, or another person has logged in: what the device has of the person before, and the server has too, goes. What they
 * wrote and no server has stays for them, hidden. `now`: who is signed in; null: nobody. `isAnother`: somebody else was, and which
 * passages they read goes, too.
 */
const forgetServed = (now: string | null, isAnother: boolean): void => {
  const goes = (key: string) => !UNSENT.test(key) && (isAnother ? !OF_THE_DEVICE.test(key) : OF_A_PERSON.test(key))
  for (const key of deviceStorage.keys('')) if (goes(key)) deviceStorage.remove(key)
  inTurn(({ forgetOthers }) => forgetOthers(now))
}

/** Who is signed in, as far as it was followed. */
let followed: string | null = null

const follow = () => {
  const state = queryClient.getQueryState<User | null>(SESSION_KEY)
  if (state?.data === undefined || state.status !== 'success') return
  // For a visitor nothing is to be forgotten.
  if (state.data === null && last === null) return
  const now = state.data?.id ?? null
  if (now === null ? followed !== null : now !== last) forgetServed(now, now !== null && last !== null)
  followed = now
  last = now ?? last
  keepPerson(state.data)
}

/** Where the browser ended before it wrote the cookies of a log-in, asks the server whether the session goes on. */
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

/** Remembers each person who signs in, in any way, for later. Forgets a person who signs out. */
const start = async (): Promise<void> => {
  await bringBack().catch(() => undefined)
  followed = last
  follow()
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === hashKey(SESSION_KEY)) follow()
  })
}
// Where pages are rendered, no person is kept.
if (typeof window !== 'undefined') void start()

/** Another tab says that a person has logged in or out there. */
const tabs = joinTabs('session', () => void queryClient.invalidateQueries({ queryKey: SESSION_KEY }))
/** Lets the other tabs ask who is signed in now. */
export const tellSession = (): void => tabs.tell('changed')
