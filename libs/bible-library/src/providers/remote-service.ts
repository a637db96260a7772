import { ProviderFailure } from './provider.ts'

export type RemoteServiceOptions = {
  /** The service's name for messages, for example ESV API. */
  readonly name: string
  /** The service's address, to which paths are appended. It comes from the configuration, never from a request. */
  readonly base: string
  readonly headers?: Readonly<Record<string, string>>
  /** The time limit of an answer, in milliseconds. */
  readonly timeoutMs?: number
  /** The clock, in milliseconds. */
  readonly now?: () => number
}

export type RemoteAnswer = { readonly status: number; readonly body: string }

export type RemoteService = {
  readonly name: string
  /**
   * Sends GET to base + path. Returns answers with status 200, 400 and 404.
   * @param parameters of the query, not yet encoded
   * @throws ProviderFailure for any other status, if there is no complete answer in time, and during the pause after
   * failures
   */
  get(path: string, parameters: Readonly<Record<string, string>>): Promise<RemoteAnswer>
}

const TIMEOUT_MS = 6_000
/** The largest answer, in bytes. The longest chapter as HTML with notes has about 150 KB. */
const LARGEST_ANSWER = 2_000_000
/**
 * The number of failures in a row after which calls fail at once for a while, so that no reader waits for a service
 * that is down. A single answer "too many requests" (429) has the same effect.
 */
const FAILURES_BEFORE_PAUSE = 3
const PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 3_600_000

const readBounded = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > LARGEST_ANSWER) throw new Error('The answer is too large.')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * The pause that the answer's Retry-After demands, in milliseconds, at most LONGEST_PAUSE_MS; PAUSE_MS without the
 * header, or when it has a date.
 */
const pauseAfter = (response: Response): number => {
  const seconds = Number(response.headers.get('retry-after'))
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_PAUSE_MS) : PAUSE_MS
}

/**
 * Calls a remote service. All outgoing calls have a fixed base address, no redirects, a time limit, a size limit, and a
 * circuit breaker.
 */
export const remoteService = (options: RemoteServiceOptions): RemoteService => {
  const { name, base, headers = {}, timeoutMs = TIMEOUT_MS, now = Date.now } = options
  let failures = 0
  let pausedUntil = 0

  const fail = (reason: 'unreachable' | 'busy', pauseMs: number, cause?: unknown): never => {
    failures++
    if (failures >= FAILURES_BEFORE_PAUSE || reason === 'busy') pausedUntil = now() + pauseMs
    throw reason === 'busy'
      ? new ProviderFailure('busy', `The ${name} has had too many requests. Please try again later.`, cause)
      : new ProviderFailure('unreachable', `The ${name} cannot be reached right now. Please try again later.`, cause)
  }

  const call = async (url: URL): Promise<{ response: Response; body: string }> => {
    try {
      const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
      return { response, body: await readBounded(response) }
    } catch (cause) {
      return fail('unreachable', PAUSE_MS, cause)
    }
  }

  return {
    name,
    async get(path, parameters) {
      if (now() < pausedUntil) {
        throw new ProviderFailure('unreachable', `The ${name} cannot be reached right now. Please try again later.`)
      }
      const url = new URL(base.replace(/\/+$/, '') + path)
      for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value)
      const { response, body } = await call(url)
      const { status } = response
      if (status === 429) return fail('busy', pauseAfter(response))
      if (status >= 500) return fail('unreachable', PAUSE_MS, new Error(`HTTP ${status}`))
      failures = 0
      if (status === 401 || status === 403) {
        throw new ProviderFailure('refused', `The ${name} does not give this text to this server: check its key.`)
      }
      if (status !== 200 && status !== 400 && status !== 404) {
        throw new ProviderFailure('unreadable', `The ${name} gave an answer that cannot be used.`, `HTTP ${status}`)
      }
      return { status, body }
    },
  }
}

/**
 * The most entries of a list in an answer. The longest book has 2,461 verses. A longer list is refused before it is
 * checked, because each malformed entry would add an error.
 */
const MOST_IN_LIST = 3_000
const hasLongList = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ((Array.isArray(value) && value.length > MOST_IN_LIST) || Object.values(value).some(hasLongList))

/** @throws ProviderFailure when the body is no JSON, or has a list of more than MOST_IN_LIST entries */
export const parseJson = (name: string, body: string): unknown => {
  try {
    const value: unknown = JSON.parse(body)
    if (hasLongList(value)) throw new Error(`A list has more than ${MOST_IN_LIST} parts.`)
    return value
  } catch (cause) {
    throw new ProviderFailure('unreadable', `The ${name} gave an answer that cannot be used.`, cause)
  }
}
