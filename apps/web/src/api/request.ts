import { observable } from '../device/observable.ts'
import { isStillComing } from './api-problem.ts'
import { type Answer, jsonOf, overNetwork, ownAnswer, refusal } from './own-answer.ts'
import { forgetPosition, isBehind, leastPosition, servedAt, wroteAt } from './position.ts'

/**
 * The server's answer. `at` is its log position (`X-Position`), or '0' if the answer has none. `next` is the address of
 * a list's next page.
 */
export type Served<T> = { readonly value: T; readonly at: string; readonly next: string | null }

type Write = {
  readonly body?: unknown
  /** The server does calls with the same key and body only once. */
  readonly idempotencyKey?: string
  /** The revision that the person saw. The server refuses (412) if the item has a newer one. */
  readonly ifMatch?: number
  /** The owner's id. The server refuses (403 `other_person`) if another person is logged in now. */
  readonly person?: string
}

/**
 * The waits before a repeated read, in milliseconds, while the server's answers lack this page's writes. The server
 * itself waits 2 s each time. Together the tries last longer than the 3 s that another process needs to take over the
 * projections.
 */
const ASK_AGAIN_MS = [100, 400, 1000]

/** Whether the account of this browser was closed on another device. Then the device deletes the person's data. */
export const accountClosed = observable(false)

/** The id of this page's person. Null means a visitor, or that the person is not known yet. */
let reader: string | null = null
/** All later reads name this person. The server refuses them (403 `other_person`) if another person is logged in. */
export const readAs = (person: string | null): void => {
  reader = person
}

type Send = (path: string, init: RequestInit) => Promise<Answer>

let send: Send = overNetwork

/**
 * Sets how calls are sent. On the server, where pages are rendered, calls go to the services in the same process
 * instead of the network.
 */
export const sendBy = (way: Send): void => {
  send = way
}

/** The address of rel="next" in a Link header (RFC 8288). */
const nextPage = (link: string | null): string | null => /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1] ?? null

type Answered = { readonly value: unknown; readonly position: string | null; readonly next: string | null }

const call = async (path: string, init: RequestInit): Promise<Answered> => {
  const response = await ownAnswer(send(path, init))
  const position = response.headers.get('x-position')
  if (init.method !== undefined) wroteAt(position)
  // The server was restored from a backup that lacks this page's writes, so reads must not wait for them.
  if (response.headers.get('x-min-position') === 'beyond') forgetPosition()
  if (!response.ok) {
    const problem = await refusal(response)
    if (problem.status === 401 && problem.code === 'account_closed') accountClosed.set(true)
    throw problem
  }
  return { value: await jsonOf(response), position, next: nextPage(response.headers.get('link')) }
}

/**
 * Reads `path` from our own server. The answer reflects every write of this page, including those made during the read:
 * an older answer is read again. After some tries an older answer is accepted, and `at` is its position. Throws
 * ApiProblem, with status 0 if the server does not answer.
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
    try {
      const { value, position, next } = await call(path, { headers, ...(signal && { signal }) })
      servedAt(position)
      if (!isBehind(position) || again === undefined) return { value: value as T, at: position ?? '0', next }
    } catch (error) {
      if (again === undefined || !isStillComing(error)) throw error
    }
    // If the caller aborts meanwhile, the next request throws.
    await new Promise((resolve) => setTimeout(resolve, again))
  }
}

/** Like `readServed`, for callers that do not need the position. */
export const read = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  (await readServed<T>(path, signal)).value

/**
 * Writes to our own server. `at` is the log position of the write, or null if the answer has none. Throws like `write`.
 */
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

/**
 * Writes to our own server. Throws ApiProblem. Its status is 0 if the server does not answer; the server may still have
 * done the write.
 */
export const write = async <T>(method: 'POST' | 'PUT' | 'DELETE', path: string, options: Write = {}): Promise<T> =>
  (await writeServed<T>(method, path, options)).value
