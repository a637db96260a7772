import { PACK_FORMAT, type PackHead } from '@pathlight/contracts/pack-rules.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { askServer } from '../../api/own-answer.ts'
import { READ_TEXTS } from '../../device/device-form.ts'
import { keptTexts } from '../../device/kept-texts.ts'

/**
 * Why a text is not stored. `offline`: no server answered. `refused`: the device has no room, or stores nothing.
 * `failed`: any other cause.
 */
export type KeepFailure = 'offline' | 'refused' | 'failed'

/**
 * The progress of fetching a pack, the file of one text (contracts/pack-rules.ts). `here` of `size` bytes are fetched.
 * `preparing`: all bytes are fetched, and the pack is being unpacked.
 */
export type Progress = { readonly here: number; readonly size: number; readonly preparing: boolean }

/**
 * The number of fetched bytes after which a part is stored on the device. If the page ends, about this many bytes are
 * fetched again.
 */
const PART_BYTES = 128 * 1024

export class NotKept extends Error {
  readonly why: KeepFailure
  constructor(why: KeepFailure, cause?: unknown) {
    super(`The text is not kept: ${why}`, { cause })
    this.why = why
  }
}

const pathOf = (name: string, tag?: string): string =>
  `/api/bible/pack?${new URLSearchParams({ version: name, ...(tag !== undefined && { tag }) })}`

const ask = async (path: string, init: RequestInit): Promise<Response> => {
  // The device stores the pack itself, so the browser's cache need not.
  try {
    return await askServer(path, { ...init, cache: 'no-store' })
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    throw new NotKept([0, 502, 503, 504].includes(error.status) ? 'offline' : 'failed', error)
  }
}

/** Turns any error of work on the device's storage into NotKept with `refused`. */
const onDevice = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw new NotKept('refused', error)
  }
}

const tagOf = ({ headers }: Response): string => /^"([^"]+)"$/.exec(headers.get('etag') ?? '')?.[1] ?? ''

/** The tag and the size (in bytes) of a pack on the server. */
export const sizeOf = async (
  name: string,
  signal?: AbortSignal,
): Promise<{ readonly tag: string; readonly size: number }> => {
  const answer = await ask(pathOf(name), { method: 'HEAD', ...(signal && { signal }) })
  return { tag: tagOf(answer), size: Number(answer.headers.get('content-length')) }
}

/**
 * Fetches the missing parts of a pack and stores each part. The next try continues after the last stored part. Returns
 * the pack's tag, or null if this device has the pack already.
 */
const fetchFile = async (
  name: string,
  say: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<string | null> => {
  const { tag, size } = await sizeOf(name, signal)
  if ((await onDevice(keptTexts.kept(name)))?.tag === tag) return null
  const begun = await onDevice(keptTexts.begun(name))
  if (begun?.tag !== tag) await onDevice(keptTexts.begin({ name, tag, size }))
  let here = await onDevice(keptTexts.here(name))
  say({ here, size, preparing: false })
  if (here >= size) return tag
  const headers: HeadersInit = here > 0 ? { range: `bytes=${here}-`, 'if-range': `"${tag}"` } : {}
  const answer = await ask(pathOf(name, tag), { headers, signal })
  // The pack changed after its size was requested, so the next try begins from the start.
  if (tagOf(answer) !== tag) throw new NotKept('offline')
  if (answer.status === 200 && here > 0) {
    await onDevice(keptTexts.begin({ name, tag, size }))
    here = 0
  }
  const reader = answer.body?.getReader()
  if (!reader) throw new NotKept('failed')
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let waits = 0
  const put = async () => {
    if (waits === 0) return
    const part = new Uint8Array(await new Blob(waiting).arrayBuffer())
    await onDevice(keptTexts.addPart(name, here, part))
    here += waits
    waiting = []
    waits = 0
    say({ here, size, preparing: false })
  }
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      waiting.push(value)
      waits += value.length
      if (waits >= PART_BYTES) await put()
    }
  } catch (error) {
    await put()
    throw error instanceof NotKept || signal.aborted ? error : new NotKept('offline', error)
  }
  await put()
  if (here < size) throw new NotKept('offline')
  return tag
}

const linesOf = async (name: string): Promise<readonly string[]> => {
  const file = new Blob([...(await onDevice(keptTexts.parts(name)))])
  const text = await new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).text()
  return text.trimEnd().split('\n')
}

/** The calls whose answers have a text's words, and that a stored text answers too. */
const ANSWERED_BY_TEXTS = ['/api/bible/chapter', '/api/bible/words', '/api/bible/cross-references']

/**
 * Deletes the service worker's answers with words of a version. They may be of an older text, and the service worker
 * prefers its answers to the stored texts.
 */
const dropReadWords = async (version: string): Promise<void> => {
  // A browser has no caches on a page without TLS.
  if (!('caches' in globalThis)) return
  const answers = await caches.open(READ_TEXTS)
  for (const request of await answers.keys()) {
    const { pathname, searchParams: asked } = new URL(request.url)
    if (!ANSWERED_BY_TEXTS.includes(pathname)) continue
    const lender = asked.has('borrow') && (await (await answers.match(request))?.json())?.borrowed?.version
    if (asked.get('version') === version || lender === version) await answers.delete(request)
  }
}

/**
 * Stores a pack on this device: a version, its words of the original, or the cross-references. Fetches the missing
 * part, and unpacks the pack. Throws NotKept, or the reason of `signal`. The next try continues after the fetched part,
 * unless the pack was damaged.
 * @param makeIndex makes the search index from the head and the lines
 */
export const keepText = async (
  name: string,
  makeIndex: (head: PackHead, lines: readonly string[]) => unknown,
  say: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> => {
  const tag = await fetchFile(name, say, signal)
  // The device has the pack already. Another tab may have stored it.
  if (tag === null) return
  const size = await onDevice(keptTexts.here(name))
  say({ here: size, size, preparing: true })
  let lines: readonly string[]
  let head: PackHead
  try {
    const [first = '', ...others] = await linesOf(name)
    head = JSON.parse(first) as PackHead
    if (head.format !== PACK_FORMAT || others.length !== head.chapters) throw new Error('not of the form that is known')
    lines = others
  } catch (error) {
    if (error instanceof NotKept) throw error
    // The pack is damaged, or in the format of another release, so the next try fetches it from the start.
    await keptTexts.begin({ name, tag: '', size }).catch(() => undefined)
    throw new NotKept('failed', error)
  }
  const chapters = lines.map((line) => {
    const [, book, chapter] = /^\[(\d+),(\d+),/.exec(line) ?? []
    return { book: Number(book), chapter: Number(chapter), line }
  })
  const index = makeIndex(head, lines)
  if (signal.aborted) throw signal.reason
  await onDevice(keptTexts.keep({ name, tag, size, head }, chapters, index))
  if (head.kind === 'cross-references') return
  await dropReadWords(head.kind === 'words' ? head.version : head.version.code).catch(() => undefined)
}
