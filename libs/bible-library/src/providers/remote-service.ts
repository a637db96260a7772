import { ProviderFailure } from './provider.ts'

/** What is known of a service before it is called. */
export type RemoteServiceOptions = {
  /** For messages, e.g. ESV API. */
  readonly name: string
  /** Its address, to which paths are added. Only the configuration sets it; no request ever does. */
  readonly base: string
  readonly headers?: Readonly<Record<string, string>>
  /** How long an answer may take, in milliseconds. */
  readonly timeoutMs?: number
  /** The clock, in milliseconds. */
  readonly now?: () => number
}

/** An answer that was read completely. */
export type RemoteAnswer = { readonly status: number; readonly body: string }

export type RemoteService = {
  readonly name: string
  /**
   * GET base + path. Answers 200, 400 and 404 are returned; for the rest it throws.
   * @param parameters of the query; encoded here
   * @throws ProviderFailure
   */
  get(path: string, parameters: Readonly<Record<string, string>>): Promise<RemoteAnswer>
}

const TIMEOUT_MS = 6_000
/** The longest chapter as HTML with notes is some 150 KB. */
const LARGEST_ANSWER = 2_000_000
/** After so many failures in a row the service is not asked for a while: no reader waits for what is down. */
const FAILURES_BEFORE_REST = 3
const REST_MS = 30_000
const LONGEST_REST_MS = 3_600_000

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

/** Milliseconds of a Retry-After in seconds; the usual rest when there is none, or a date. */
const restAfter = (response: Response): number => {
  const seconds = Number(response.headers.get('retry-after'))
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_REST_MS) : REST_MS
}

/**
 * A remote service behind the guards that every call of ours to the outside has: its fixed address, no redirects, a
 * time limit, a size limit, and a rest after failures during which calls fail at once.
 */
export const remoteService = (options: RemoteServiceOptions): RemoteService => {
  const { name, base, headers = {}, timeoutMs = TIMEOUT_MS, now = Date.now } = options
  let failures = 0
  let restsUntil = 0

  const fail = (reason: 'unreachable' | 'busy', rest: number, cause?: unknown): never => {
    failures++
    if (failures >= FAILURES_BEFORE_REST || reason === 'busy') restsUntil = now() + rest
    throw reason === 'busy'
      ? new ProviderFailure('busy', `The ${name} has had too many requests. Please try again later.`, cause)
      : new ProviderFailure('unreachable', `The ${name} cannot be reached right now. Please try again later.`, cause)
  }

  const call = async (url: URL): Promise<{ response: Response; body: string }> => {
    try {
      const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
      return { response, body: await readBounded(response) }
    } catch (cause) {
      return fail('unreachable', REST_MS, cause)
    }
  }

  return {
    name,
    async get(path, parameters) {
      if (now() < restsUntil) {
        throw new ProviderFailure('unreachable', `The ${name} cannot be reached right now. Please try again later.`)
      }
      const url = new URL(base.replace(/\/+$/, '') + path)
      for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value)
      const { response, body } = await call(url)
      const { status } = response
      if (status === 429) return fail('busy', restAfter(response))
      if (status >= 500) return fail('unreachable', REST_MS, new Error(`HTTP ${status}`))
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

/** @throws ProviderFailure when the body is no JSON */
export const parseJson = (name: string, body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new ProviderFailure('unreadable', `The ${name} gave an answer that cannot be used.`, cause)
  }
}
