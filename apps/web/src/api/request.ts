import { ApiProblem } from './api-problem.ts'
import { leastPosition, wroteAt } from './position.ts'

type Write = {
  readonly body?: unknown
  /** Repeating a call with the same key and body does it once. */
  readonly idempotencyKey?: string
  /** The revision the person saw; the server refuses (412) when it is another one now. */
  readonly ifMatch?: number
}

const parse = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

const call = async (path: string, init: RequestInit): Promise<unknown> => {
  let response: Response
  let body: unknown
  try {
    response = await fetch(path, { credentials: 'same-origin', ...init })
    body = await parse(response)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiProblem(0, {})
  }
  if (init.method !== undefined) wroteAt(response.headers.get('x-position'))
  if (!response.ok) throw new ApiProblem(response.status, typeof body === 'object' && body !== null ? body : {})
  return body
}

/**
 * Reads `path` on our own server; the answer reflects every write this page has made so far.
 * Throws ApiProblem; its status is 0 when no answer came.
 */
export const read = async <T>(path: string, signal?: AbortSignal): Promise<T> => {
  const least = leastPosition()
  const headers: HeadersInit = { accept: 'application/json', ...(least && { 'x-min-position': least }) }
  return (await call(path, { headers, ...(signal && { signal }) })) as T
}

/** Writes to our own server. Throws ApiProblem; its status is 0 when no answer came and the outcome is unknown. */
export const write = async <T>(method: 'POST' | 'PUT' | 'DELETE', path: string, options: Write = {}): Promise<T> => {
  const { body, idempotencyKey, ifMatch } = options
  const headers: HeadersInit = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
  }
  return (await call(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })) as T
}
