import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { ArchivedKind, WrittenArchive } from '@pathlight/identity/identity-archive.ts'
import { LIVE } from '@pathlight/read-models/read-model-store.ts'
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
import { type CheckedArchive, checkArchive } from './check-archive.ts'
import { digestOf, packMember } from './members.ts'

/** A member is written when it has so many characters or rows. */
const MEMBER_CHARACTERS = 500_000
const MEMBER_ROWS = 500
/** What was begun longer ago, in milliseconds (a day), is begun anew: the jobs in it are too old to be done again. */
const GOES_ON_MS = 24 * 60 * 60 * 1000

/** What ends the name of a file that is not whole yet. */
export const PART = '.part'

/** What is read for an archive. */
export type ArchivedStores = Pick<Stores, 'storedLog' | 'archives' | 'jobs' | 'readModels' | 'secretFor'>

type Options = {
  readonly file: string
  readonly stores: ArchivedStores
  /** Put into the archive, too; null: it is kept elsewhere. */
  readonly masterKey: Uint8Array | null
  /** From 0 to 1. */
  readonly onProgress?: (part: number) => void
  readonly signal?: AbortSignal
}

/** Members one after another at the end of a file. */
const openWriter = (handle: FileHandle, begun: Pick<CheckedArchive, 'places' | 'bytes' | 'digest' | 'counts'>) => {
  const counts = new Map(begun.counts)
  let { length: number } = begun.places
  let offset = begun.bytes
  let follows: string | null = number === 0 ? null : begun.digest
  let lines: string[] = []
  let characters = 0
  const flush = async (part: PartName) => {
    if (lines.length === 0) return
    const member = await packMember({ member: number, part, follows }, lines)
    for (let written = 0; written < member.length; ) {
      const { bytesWritten } = await handle.write(member, written, member.length - written, offset + written)
      written += bytesWritten
    }
    follows = digestOf(member)
    number += 1
    offset += member.length
    lines = []
    characters = 0
  }
  const add = async (part: PartName, rows: readonly object[]) => {
    for (const row of rows) {
      const line = JSON.stringify(row)
      lines.push(line)
      characters += line.length
      counts.set(part, (counts.get(part) ?? 0) + 1)
      if (characters > MEMBER_CHARACTERS || lines.length >= MEMBER_ROWS) await flush(part)
    }
  }
  return { add, flush, counts, bytes: () => offset, digest: () => follows }
}

const NOTHING = { places: [], bytes: 0, digest: '', counts: new Map() }

/**
 * What a killed command left, as far as the events in it: the rest is read afresh. Null: there is nothing to go on with.
 * @param masterKey what the header is to have for it
 */
const begunBefore = async (
  part: string,
  log: Pick<EventLog, 'identity' | 'idAt'>,
  masterKey: string | undefined,
): Promise<CheckedArchive | null> => {
  const left = await checkArchive(part, { cutShort: 'taken' }).catch(() => null)
  if (left === null || left.header.log !== (await log.identity()) || left.last === null) return null
  // The command before may have been another one: the key was to be in it then, and is not now, or the other way round.
  if (left.header.masterKey !== masterKey) return null
  // An older program began it.
  if (left.header.version !== FORMAT_VERSION) return null
  // A log that was set back meanwhile does not go on from there.
  if ((await log.idAt(left.last.position)) !== left.last.id) return null
  if (Date.now() - Date.parse(left.header.begunAt) > GOES_ON_MS) return null
  const last = left.places.findLastIndex(({ part: of }) => of === 'events')
  if (last === left.places.length - 1) return left
  // The member behind the events says how the last of them ends.
  return cutBehind(part, left, last)
}
const cutBehind = async (part: string, left: CheckedArchive, last: number): Promise<CheckedArchive | null> => {
  const next = left.places[last + 1]
  if (next === undefined) return left
  const handle = await open(part, 'r+')
  await handle.truncate(next.offset).finally(() => handle.close())
  return checkArchive(part, { cutShort: 'taken' })
}

/**
 * Writes an archive of these stores while they are used. First comes what leads to events (jobs that wait, imports that go on), then
 * the events up to the last that there is at that moment, then accounts and keys: so every event in it finds its key, and what was
 * under way is done again rather than lost. The file has its name only when it is whole and was read once more. Throws ArchiveRefused.
 */
export const writeArchive = async (options: Options): Promise<WrittenArchive> => {
  const { file } = options
  const part = file + PART
  await mkdir(dirname(file), { recursive: true }).catch((error: unknown) => {
    throw explainFile(error, dirname(file))
  })
  const lock = takeLock(`${file}.lock`)
  if (lock === null) throw new ArchiveRefused(`Another process is writing ${file}.`)
  try {
    const isThere = await open(file, 'r').then(
      (handle) => handle.close().then(() => true),
      () => false,
    )
    if (isThere) throw new ArchiveRefused(`${file} is there already. Choose another name.`)
    const events = await writePart(part, options)
    const { bytes } = await checkArchive(part, options.signal ? { signal: options.signal } : {})
    await rename(part, file)
    const folder = await open(dirname(file), 'r')
    await folder.sync().finally(() => folder.close())
    const written = { writtenAt: new Date().toISOString(), name: basename(file), events, bytes }
    await options.stores.archives.noteWritten(written)
    return written
  } catch (error) {
    throw explainFile(error, part)
  } finally {
    lock.release()
    await rm(`${file}.lock`, { force: true })
  }
}

/** Answers how many events are in it. */
const writePart = async (part: string, { stores, masterKey, onProgress, signal }: Options): Promise<number> => {
  const { storedLog: log, archives, jobs, readModels } = stores
  const identity = await log.identity()
  const keyText = masterKey === null ? undefined : Buffer.from(masterKey).toString('base64')
  const begun = await begunBefore(part, log, keyText)
  const handle = await open(part, begun === null ? 'w' : 'r+', 0o600)
  try {
    if (begun !== null) await handle.truncate(begun.bytes)
    const writer = openWriter(handle, begun ?? NOTHING)
    const identityPart = async (name: ArchivedKind) => {
      for await (const rows of archives.rows(name)) {
        signal?.throwIfAborted()
        await writer.add(name, rows)
      }
      await writer.flush(name)
    }
    if (begun === null) {
      const header: ArchiveHeader = {
        ...{ format: FORMAT, version: FORMAT_VERSION, id: randomUUID(), begunAt: new Date().toISOString() },
        log: identity,
        masterKeyCheck: Buffer.from(await archives.masterKeyCheck()).toString('base64'),
        ...(keyText !== undefined && { masterKey: keyText }),
      }
      await writer.add('archive', [header])
      await writer.flush('archive')
      const reactions = (await readModels.groups())
        .filter(({ name, members }) => name !== LIVE && !name.includes('.') && Object.keys(members).length === 0)
        .map(({ name, position }): ReactionRow => ({ name, position: String(position) }))
      await writer.add('reactions', reactions)
      await writer.flush('reactions')
      await writer.add('jobs', await jobs.waiting())
      await writer.flush('jobs')
      for (const name of IDENTITY_BEFORE_EVENTS) await identityPart(name)
    }
    const head = await log.head()
    const known = begun?.last ?? null
    const stretch = { after: known?.position ?? 0n, known, until: head }
    const batches = log.batches({ ...stretch, live: false, size: MEMBER_ROWS, ...(signal && { signal }) })
    for await (const { events, position } of batches) {
      const rows = events.map(({ type, data, metadata }): EventRow => {
        const { messageId, streamName, streamPosition, globalPosition, ...more } = metadata
        const place = { position: String(globalPosition), stream: streamName, version: String(streamPosition) }
        return { ...place, id: messageId, type, data, metadata: more }
      })
      await writer.add('events', rows)
      onProgress?.(head === 0n ? 1 : Number(position) / Number(head))
    }
    signal?.throwIfAborted()
    await writer.flush('events')
    for (const name of IDENTITY_AFTER_EVENTS) await identityPart(name)
    const rows = Object.fromEntries([...writer.counts].filter(([name]) => name !== 'archive'))
    const end: ArchiveEnd = { writtenAt: new Date().toISOString(), rows }
    const signature = signatureOf(stores.secretFor(SIGNATURE_USE), writer.digest(), end)
    await writer.add('end', [{ ...end, signature }])
    await writer.flush('end')
    await handle.sync()
    return rows.events ?? 0
  } finally {
    await handle.close()
  }
}
