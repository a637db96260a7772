import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { WrittenArchive } from '@pathlight/identity/identity-archive.ts'
import type { Stores } from '@pathlight/runtime/engines.ts'
import { takeLock } from '@pathlight/stores/exclusive-lock.ts'
import {
  type ArchiveEnd,
  type ArchiveHeader,
  type EventRow,
  FORMAT,
  FORMAT_VERSION,
  IDENTITY_AFTER_EVENTS,
  IDENTITY_BEFORE_EVENTS,
  type PartName,
  type ReactionRow,
  SIGNATURE_USE,
  signatureOf,
} from './archive-format.ts'
import { ArchiveRefused, explainFile } from './archive-refused.ts'
import { checkArchive } from './check-archive.ts'

/** How many events are read at once. */
const EVENTS = 500
/** How many characters, at least, are compressed at once. */
const CHARACTERS = 100_000

const PART = '.part'

export type ArchivedStores = Pick<Stores, 'storedLog' | 'archives' | 'jobs' | 'readModels' | 'secretFor'>

type Options = {
  readonly file: string
  readonly stores: ArchivedStores
  /** The master key, to be written into the archive; null: the archive does not contain it. */
  readonly masterKey: Uint8Array | null
  /** Called with the part of the events that was written, from 0 to 1. */
  readonly onProgress?: (part: number) => void
  readonly signal?: AbortSignal
}

/**
 * All rows but the end row: first the positions of reactions, waiting jobs and running imports, then the events, then
 * accounts and keys. In this order every event has its key in the archive, and work in progress is repeated rather than
 * lost.
 */
async function* sectionsOf({
  stores: { storedLog: log, archives, jobs, readModels },
  masterKey,
  onProgress,
  signal,
}: Options): AsyncGenerator<readonly [PartName, readonly object[]]> {
  const header: ArchiveHeader = {
    ...{ format: FORMAT, version: FORMAT_VERSION, id: randomUUID(), begunAt: new Date().toISOString() },
    log: await log.identity(),
    masterKeyCheck: Buffer.from(await archives.masterKeyCheck()).toString('base64'),
    ...(masterKey !== null && { masterKey: Buffer.from(masterKey).toString('base64') }),
  }
  yield ['archive', [header]]
  const reactions = (await readModels.checkpoints())
    .filter(({ generation }) => generation === 0)
    .map(({ name, position }): ReactionRow => ({ name, position: String(position) }))
  yield ['reactions', reactions]
  yield ['jobs', await jobs.waiting()]
  for (const part of IDENTITY_BEFORE_EVENTS) for await (const rows of archives.rows(part)) yield [part, rows]
  const until = await log.head()
  for await (const { events, position } of log.batches({
    ...{ after: 0n, until, live: false, size: EVENTS },
    ...(signal && { signal }),
  })) {
    const rows = events.map(({ type, data, metadata }): EventRow => {
      const { messageId, streamName, streamPosition, globalPosition, ...more } = metadata
      const place = { position: String(globalPosition), stream: streamName, version: String(streamPosition) }
      return { ...place, id: messageId, type, data, metadata: more }
    })
    yield ['events', rows]
    onProgress?.(until === 0n ? 1 : Number(position) / Number(until))
  }
  signal?.throwIfAborted()
  for (const part of IDENTITY_AFTER_EVENTS) for await (const rows of archives.rows(part)) yield [part, rows]
}

/** The text of an archive. Its last row has the digest of all earlier rows and a signature. */
async function* textOf(options: Options): AsyncGenerator<string> {
  const digest = createHash('sha256')
  const rows: Partial<Record<PartName, number>> = {}
  let text = ''
  for await (const [part, some] of sectionsOf(options))
    for (const row of some) {
      text += `${JSON.stringify({ part, row })}\n`
      if (part !== 'archive') rows[part] = (rows[part] ?? 0) + 1
      if (text.length < CHARACTERS) continue
      digest.update(text)
      yield text
      text = ''
    }
  const end: ArchiveEnd = {
    ...{ writtenAt: new Date().toISOString(), rows },
    digest: digest.update(text).digest('hex'),
  }
  const signature = signatureOf(options.stores.secretFor(SIGNATURE_USE), end.digest ?? '', end)
  yield `${text}${JSON.stringify({ part: 'end', row: { ...end, signature } })}\n`
}

/**
 * Writes an archive of stores in use. The file gets its final name only when it is complete and has been read once.
 * After a kill, the next try begins anew. Throws ArchiveRefused.
 */
export const writeArchive = async (options: Options): Promise<WrittenArchive> => {
  const { file, stores, signal } = options
  const part = file + PART
  await mkdir(dirname(file), { recursive: true }).catch((error: unknown) => {
    throw explainFile(error, dirname(file))
  })
  const lock = takeLock(`${file}.lock`)
  if (lock === null) throw new ArchiveRefused(`Another process is writing ${file}.`)
  try {
    const isThere = await stat(file).then(
      () => true,
      () => false,
    )
    if (isThere) throw new ArchiveRefused(`${file} is there already. Choose another name.`)
    await pipeline(textOf(options), createGzip(), createWriteStream(part, { mode: 0o600, flush: true }), {
      ...(signal && { signal }),
    })
    const { bytes, counts } = await checkArchive(part, signal ? { signal } : {})
    await rename(part, file)
    const folder = await open(dirname(file), 'r')
    await folder.sync().finally(() => folder.close())
    const events = counts.get('events') ?? 0
    const written = { writtenAt: new Date().toISOString(), name: basename(file), events, bytes }
    await stores.archives.noteWritten(written)
    return written
  } catch (error) {
    // Deleting the incomplete file frees space on a full disk.
    await rm(part, { force: true })
    throw explainFile(error, part)
  } finally {
    lock.release()
    await rm(`${file}.lock`, { force: true })
  }
}
