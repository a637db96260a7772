import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { takeLock } from '@pathlight/stores/exclusive-lock.ts'
import pRetry, { type Options as PRetryOptions } from 'p-retry'

/** A failure of the catalogue, or an answer that cannot be used. The message is for people. */
export class CatalogueFailure extends Error {
  /** Whether trying again later may help. */
  readonly passing: boolean
  /** Whether the catalogue answered 404: it does not have the requested document. */
  readonly missing: boolean
  /** The message without advice. */
  readonly happened: string
  constructor(
    happened: string,
    options: { passing?: boolean; missing?: boolean; advice?: string; cause?: unknown } = {},
  ) {
    const { passing = false, missing = false, advice, cause } = options
    super([happened, advice].filter(Boolean).join(' '), { cause })
    this.name = 'CatalogueFailure'
    this.passing = passing
    this.missing = missing
    this.happened = happened
  }
}

/** Time-outs and retries, in milliseconds. Tests use shorter times. */
export type Patience = {
  /** A call fails if no answer begins within this time. */
  readonly answerMs: number
  /** Calls to a service that has never answered are not repeated after this time. */
  readonly silentMs: number
  /** A call fails if less than a kilobyte comes within this time. */
  readonly stallMs: number
  /** The longest time of a whole call. */
  readonly totalMs: number
  /** The options of p-retry for calls that may succeed later. */
  readonly again: Required<Pick<PRetryOptions, 'retries' | 'minTimeout' | 'factor' | 'maxTimeout'>>
}
export const PATIENCE: Patience = {
  answerMs: 10_000,
  silentMs: 20_000,
  stallMs: 20_000,
  totalMs: 20 * 60_000,
  again: { retries: 3, minTimeout: 1_000, factor: 4, maxTimeout: 10_000 },
}

/** The state that all calls to one service share. */
export type Line = {
  readonly patience: Patience
  /** Called before each retry, with a sentence about the failure. */
  readonly onRetry: (sentence: string) => void
  /** Whether the service has ever answered. Calls to a service that never answered are soon given up. */
  hasAnswered: boolean
}

/** Gets the progress of a download in bytes. `of`: the total; null if the server does not say it. */
export type Progress = (done: number, of: number | null) => void

/** The system's error code or message behind fetch's "fetch failed". */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return cause instanceof Error ? cause.message : String(cause)
}

/**
 * A call fails if fewer bytes than these arrive within stallMs. Otherwise a service that sends single bytes could hold
 * a call for totalMs.
 */
const ALIVE_BYTES = 1024

const inSeconds = (ms: number): string => `${Number((ms / 1000).toFixed(1))} s`

/**
 * Fetches an answer and reads it, within the line's time-outs and until `stop` aborts. Redirects are not followed,
 * because they could lead into the private network of this machine.
 */
const watched = async <T>(
  line: Line,
  stop: AbortSignal | undefined,
  { url, headers }: { url: URL; headers: Record<string, string> },
  read: (response: Response, came: (bytes: number) => void) => Promise<T>,
): Promise<T> => {
  const { answerMs, stallMs, totalMs } = line.patience
  const silent = new AbortController()
  const silentAfter = (ms: number, words: string) => setTimeout(() => silent.abort(new Error(words)), ms)
  let timer = silentAfter(answerMs, `no answer within ${inSeconds(answerMs)}`)
  let since = ALIVE_BYTES
  const came = (bytes: number) => {
    since += bytes
    if (since < ALIVE_BYTES) return
    since = 0
    clearTimeout(timer)
    timer = silentAfter(stallMs, 'next to nothing came for a while')
  }
  const signal = AbortSignal.any([silent.signal, AbortSignal.timeout(totalMs), ...(stop ? [stop] : [])])
  try {
    // The answer must be uncompressed, because a compressed download cannot be continued.
    const asking = { headers: { 'accept-encoding': 'identity', ...headers }, redirect: 'manual', signal } as const
    const response = await fetch(url, asking).catch((cause: unknown) => {
      throw new CatalogueFailure(`${url.origin} cannot be reached (${reasonOf(cause)}).`, {
        passing: true,
        advice: 'Is this machine online, and the address right?',
        cause,
      })
    })
    line.hasAnswered = true
    came(0)
    return await read(response, came)
  } finally {
    clearTimeout(timer)
  }
}

/** Repeats a failed attempt that may succeed later, and calls the line's `onRetry`. */
const patiently = <T>(line: Line, stop: AbortSignal | undefined, attempt: () => Promise<T>): Promise<T> => {
  const { again, silentMs } = line.patience
  const began = performance.now()
  return pRetry(attempt, {
    ...again,
    ...(stop && { signal: stop }),
    shouldRetry: ({ error, retryDelay }) => {
      if (!(error instanceof CatalogueFailure) || !error.passing) return false
      if (!line.hasAnswered && performance.now() - began + retryDelay > silentMs) return false
      line.onRetry(`${error.happened} Trying again in ${inSeconds(retryDelay)} ...`)
      return true
    },
  })
}

const tooLarge = (url: URL, most: number) =>
  new CatalogueFailure(`${url} is larger than ${Math.round(most / 1e6)} MB: it is not what it should be.`)

const refuseAnswer = (url: URL, { status, headers }: Response): never => {
  const elsewhere = headers.get('location')
  if (status >= 300 && status < 400 && elsewhere !== null)
    throw new CatalogueFailure(
      `${url} sends to ${elsewhere.slice(0, 200)}. If the catalogue is there, name it: BIBLE_CATALOGUE_URL.`,
    )
  if (status === 404) throw new CatalogueFailure(`${url} is not there (404).`, { missing: true })
  throw new CatalogueFailure(`${url} answered ${status}.`, { passing: status === 429 || status >= 500 })
}

/**
 * Downloads a JSON document of at most `most` bytes.
 * @throws CatalogueFailure
 */
export const fetchJson = (
  url: URL,
  { most, line, signal: stop }: { most: number; line: Line; signal?: AbortSignal | undefined },
): Promise<unknown> =>
  patiently(line, stop, () =>
    watched(line, stop, { url, headers: { accept: 'application/json' } }, async (response, came) => {
      if (response.status !== 200) return refuseAnswer(url, response)
      const chunks: Uint8Array[] = []
      let size = 0
      try {
        for await (const chunk of response.body ?? []) {
          came(chunk.byteLength)
          size += chunk.byteLength
          if (size > most) throw tooLarge(url, most)
          chunks.push(chunk)
        }
      } catch (cause) {
        if (cause instanceof CatalogueFailure) throw cause
        throw new CatalogueFailure(`${url} broke off (${reasonOf(cause)}).`, { passing: true, cause })
      }
      try {
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
      } catch (cause) {
        throw new CatalogueFailure(`${url} answered what is no JSON: it is not the catalogue.`, { cause })
      }
    }),
  )

const GO_ON = 'Run the same command again to go on.'

/** Identifies an incomplete file on disk. The download continues only if the server still has the same file. */
type Part = { readonly url: string; readonly validator: string }

const partOf = (file: string): Part | null => {
  try {
    const { url, validator } = JSON.parse(readFileSync(`${file}.part.json`, 'utf8'))
    return typeof url === 'string' && typeof validator === 'string' ? { url, validator } : null
  } catch {
    return null
  }
}

/** Deletes a download, complete or not, with its auxiliary files. */
export const dropDownload = (file: string): void => {
  // Older programs made a lock file with the suffix `.lock`.
  for (const name of [file, `${file}.words`, `${file}.part`, `${file}.part.json`, `${file}.lock`])
    rmSync(name, { force: true })
}

/**
 * Runs `work`, which downloads a file or folder, reads it and deletes it, while no other process of this machine does
 * so with the same file. Throws CatalogueFailure if another process does.
 */
export const alone = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  mkdirSync(dirname(file), { recursive: true })
  // The lock file is never deleted, because another process may take the lock at any moment.
  const lock = takeLock(`${file}.lock.sqlite`)
  if (lock === null) throw new CatalogueFailure('Another process is downloading it already.')
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/**
 * Downloads a file, or continues an earlier download if the server still has the same file. Call it within `alone`.
 * @param most the most bytes of the file
 * @returns the file's SHA-256 (hex), and its ETag or date if the server names one
 * @throws CatalogueFailure; if it is `passing`, the downloaded part stays on disk for the next try, unless the server
 * has another file by then
 */
export const downloadFile = async (
  url: URL,
  file: string,
  options: { most: number; line: Line; onProgress: Progress; signal?: AbortSignal | undefined },
): Promise<{ sha256: string; validator: string | null }> => {
  const { most, line, onProgress, signal: stop } = options
  const partial = `${file}.part`
  let validator: string | null = null

  const attempt = () => {
    const part = partOf(file)
    const canGoOn = part !== null && part.url === url.href && existsSync(partial)
    let done = canGoOn ? statSync(partial).size : 0
    const headers: Record<string, string> =
      done > 0 && part ? { range: `bytes=${done}-`, 'if-range': part.validator } : {}
    return watched(line, stop, { url, headers }, async (response, came) => {
      if (response.status === 416) {
        // The server has another file, or no bytes after the downloaded part. The next try begins at the first byte.
        dropDownload(file)
        throw new CatalogueFailure(`${url} is another file by now.`, { passing: true })
      }
      const goesOn =
        response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${done}-`) === true
      if (response.status !== 200 && !goesOn) return refuseAnswer(url, response)
      if (!goesOn) done = 0
      const announced = Number(response.headers.get('content-length') ?? Number.NaN)
      const total = Number.isNaN(announced) ? null : done + announced
      if (total !== null && total > most) throw tooLarge(url, most)
      validator = response.headers.get('etag') ?? response.headers.get('last-modified')
      // A weak validator does not guarantee that the bytes are the same, so the next try could not continue with it.
      if (validator !== null && !validator.startsWith('W/'))
        writeFileSync(`${partial}.json`, JSON.stringify({ url: url.href, validator } satisfies Part))
      else rmSync(`${partial}.json`, { force: true })
      const handle = await open(partial, goesOn ? 'a' : 'w')
      try {
        for await (const chunk of response.body ?? []) {
          came(chunk.byteLength)
          done += chunk.byteLength
          if (done > most) throw tooLarge(url, most)
          await handle.write(chunk)
          onProgress(done, total)
        }
      } catch (cause) {
        if (cause instanceof CatalogueFailure || stop?.aborted) throw cause
        const sofar = `${(done / 1e6).toFixed(1)}${total === null ? '' : ` of ${(total / 1e6).toFixed(1)}`} MB`
        throw new CatalogueFailure(`The download broke off after ${sofar} (${reasonOf(cause)}).`, {
          passing: true,
          advice: GO_ON,
          cause,
        })
      } finally {
        await handle.close()
      }
      if (total !== null && done !== total)
        throw new CatalogueFailure(`${url} broke off after ${done} of ${total} bytes.`, {
          passing: true,
          advice: GO_ON,
        })
    })
  }

  try {
    await patiently(line, stop, attempt)
  } catch (error) {
    // After a permanent failure the downloaded part is useless.
    if (error instanceof CatalogueFailure && !error.passing) dropDownload(file)
    throw error
  }
  const hash = createHash('sha256')
  const handle = await open(partial)
  for await (const chunk of handle.createReadStream()) hash.update(chunk)
  renameSync(partial, file)
  rmSync(`${partial}.json`, { force: true })
  return { sha256: hash.digest('hex'), validator }
}
