import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { takeLock } from '@pathlight/stores/exclusive-lock.ts'
import pRetry, { type Options as PRetryOptions } from 'p-retry'

/** The catalogue, or its answer, is not usable. The message is a sentence for a person. */
export class CatalogueFailure extends Error {
  /** Whether trying again later may help. */
  readonly passing: boolean
  /** The catalogue does not have the requested text. */
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

/** Time-outs and retries, in milliseconds; tests have shorter ones. */
export type Patience = {
  /** A call fails if no answer begins within this time. */
  readonly answerMs: number
  /** A service that never answered is not asked again after this time. */
  readonly silentMs: number
  /** A call fails if less than a kilobyte comes within this time. */
  readonly stallMs: number
  /** A whole call may take this long. */
  readonly totalMs: number
  /** p-retry's options for calls that failed in passing. */
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
  /** Gets a sentence about each failure in passing, and when the call is tried again. */
  readonly onRetry: (sentence: string) => void
  /** Whether anything ever answered: a service that never did is soon given up. */
  hasAnswered: boolean
}

export type Progress = (done: number, of: number | null) => void

/** The system's reason inside fetch's "fetch failed". */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return cause instanceof Error ? cause.message : String(cause)
}

/** Fewer bytes within stallMs count as none: a service that sends a byte now and then would hold a call for ever. */
const ALIVE_BYTES = 1024

const inSeconds = (ms: number): string => `${Number((ms / 1000).toFixed(1))} s`

/**
 * Fetches and reads an answer, within the line's time-outs and until `stop` aborts. It follows no redirect, which may lead to a machine
 * of this network.
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
    // Uncompressed: a compressed download could not be continued.
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

/** Repeats an attempt that failed in passing, and tells the line. */
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

/** Reads a JSON document of bounded size. @throws CatalogueFailure */
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

/** Identifies the file of which a part is on disk: a download continues only if the server still has that file. */
type Part = { readonly url: string; readonly validator: string }

const partOf = (file: string): Part | null => {
  try {
    const { url, validator } = JSON.parse(readFileSync(`${file}.part.json`, 'utf8'))
    return typeof url === 'string' && typeof validator === 'string' ? { url, validator } : null
  } catch {
    return null
  }
}

/** Deletes an incomplete download. */
export const dropDownload = (file: string): void => {
  // An older Pathlight, which locked by the number of a process, made `.lock`.
  for (const name of [file, `${file}.words`, `${file}.part`, `${file}.part.json`, `${file}.lock`])
    rmSync(name, { force: true })
}

/** Runs `work` while no other process of this machine downloads the same file. */
const alone = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  // The lock file is never deleted: another process may take the lock as soon as this one releases it.
  const lock = takeLock(`${file}.lock.sqlite`)
  if (lock === null) throw new CatalogueFailure('Another process is downloading it already.')
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/**
 * Downloads a file, going on where an earlier try ended if the server still has the same one.
 * @param most bytes that it may have
 * @returns the SHA-256 of the file, hex, and its ETag or date where the server says one
 * @throws CatalogueFailure; what was downloaded so far stays for the next time
 */
export const downloadFile = async (
  url: URL,
  file: string,
  options: { most: number; line: Line; onProgress: Progress; signal?: AbortSignal | undefined },
): Promise<{ sha256: string; validator: string | null }> => {
  const { most, line, onProgress, signal: stop } = options
  mkdirSync(dirname(file), { recursive: true })
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
        // The server has nothing behind our part, or another file. The download starts again.
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
      // A weak validator does not say that the bytes are the same.
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
    await alone(file, () => patiently(line, stop, attempt))
  } catch (error) {
    // After a failure that lasts, the downloaded part is of no use.
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
