import { observable } from '../device/observable.ts'
import { isStillComing } from './api-problem.ts'
import { type Answer, jsonOf, overNetwork, ownAnswer, refusal } from './own-answer.ts'
import { forgetPosition, isBehind, leastPosition, servedAt, wroteAt } from './position.ts'

/** What the server gave, and the log position that it reflects (`X-Position`); '0' where it says none. `next`: where a list goes on. */
export type Served<T> = { readonly value: T; readonly at: string; readonly next: string | null }

type Write = {
  readonly body?: unknown
  /** Repeating a call with the same key and body does it once. */
  readonly idempotencyKey?: string
  /** The revision the person saw; the server refuses (412) when it is another one now. */
  readonly ifMatch?: number
  /** Whose it is, by their id: the server refuses (403 `other_person`) when another person is signed in now. */
  readonly person?: string
}

/**
 * Waits before a read that is behind the page's own writes is asked again, in milliseconds. The server has waited 2 s
 * each time already: together these outlast another process taking over the projections (3 s).
 */
const ASK_AGAIN_MS = [100, 400, 1000]

/** Whether the account of this browser was closed, on another device. What has the person's things drops them when it hears of it. */
export const accountClosed = observable(false)

/** The id of the person whose page this is; null while no person is signed in, or it is not known yet. */
let reader: string | null = null
/** From now on reads are asked for as this person: the server refuses them (403 `other_person`) when another one is signed in. */
export const readAs = (person: string | null): void => {
  reader = person
}

type Send = (path: string, init: RequestInit) => Promise<Answer>

let send: Send = overNetwork

/** Lets calls go another way than over the network: where pages are rendered, the services are in the same process. */
export const sendBy = (way: Send): void => {
  send = way
}

/** The address that a Link header (RFC 8288) gives as rel="next". */
const nextPage = (link: string | null): string | null => /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1] ?? null

type Answered = { readonly value: unknown; readonly position: string | null; readonly next: string | null }

const call = async (path: string, init: RequestInit): Promise<Answered> => {
  const response = await ownAnswer(send(path, init))
  const position = response.headers.get('x-position')
  if (init.method !== undefined) wroteAt(position)
  // The server was restored from a backup that does not have what this page wrote: nothing can be waited for.
  if (response.headers.get('x-min-position') === 'beyond') forgetPosition()
  if (!response.ok) {
    const problem = await refusal(response)
    if (problem.status === 401 && problem.code === 'account_closed') accountClosed.set(true)
    throw problem
  }
  return { value: await jsonOf(response), position, next: nextPage(response.headers.get('link')) }
}

/** Waits; throws as `fetch` does when the caller gives up meanwhile. */
const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('The read was given up.', 'AbortError'))
    })
  })

/**
 * Reads `path` on our own server. The answer reflects every write this page has made so far, also those it made while
 * the answer was on its way. After an older answer it asks again. After some tries it takes an older answer too; then
 * `at` says how far the server had come. Throws ApiProblem; its status is 0 when no answer came.
 */
export const readServed = async <T>(path: string, signal?: AbortSignal): Promise<Served<T>> => {
  for (let turn = 0; ; turn += 1) {
    const least = leastPosition()
    const headers: HeadersInit = {
      accept: 'application/json',
      ...(least && { 'x-min-position': least }),
      ...(reader !== null && { 'x-person': reader }),
    }
    const again = ASK_AGAIN_MS[turn]
    const answer = await call(path, { headers, ...(signal && { signal }) }).catch((error: unknown) => {
      if (again === undefined || !isStillComing(error)) throw error
      return null
    })
    if (answer === null) {
      await pause(again ?? 0, signal)
      continue
    }
    const { value, position, next } = answer
    servedAt(position)
    if (!isBehind(position) || again === undefined) return { value: value as T, at: position ?? '0', next }
    await pause(again, signal)
  }
}

/** As `readServed`, where it does not matter how far the server had come. */
export const read = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  (await readServed<T>(path, signal)).value

/** Writes to our own server, and says where in the log it stands; null where the answer does not say. Throws as `write` does. */
export const writeServed = async <T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  { body, idempotencyKey, ifMatch, person }: Write = {},
): Promise<{ readonly value: T; readonly at: string | null }> => {
  const headers: HeadersInit = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
    ...(person !== undefined && { 'x-person': person }),
  }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const { value, position } = await call(path, { method, headers, ...sent })
  return { value: value as T, at: position }
}

/** Writes to our own server. Throws ApiProblem; its status is 0 when no answer came and the outcome is unknown. */
export const write = async <T>(method: 'POST' | 'PUT' | 'DELETE', path: string, options: Write = {}): Promise<T> =>
  (await writeServed<T>(method, path, options)).value
