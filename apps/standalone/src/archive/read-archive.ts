import { closeInLog } from '@pathlight/command/accounts/close-in-log.ts'
import { lastPlace } from '@pathlight/event-log/event-log.ts'
import type { StoredEvent } from '@pathlight/event-log/restore-events.ts'
import {
  ARCHIVED_KINDS,
  type ArchivedKind,
  type ArchivedRow,
  type ReadingArchive,
} from '@pathlight/identity/identity-archive.ts'
import type { WaitingJob } from '@pathlight/jobs/jobs.ts'
import { placeCheckpoint } from '@pathlight/read-models/checkpoints.ts'
import type { Stores } from '@pathlight/runtime/engines.ts'
import type { EventRow, ReactionRow } from '@pathlight/worker/archive/archive-format.ts'
import { ArchiveRefused } from '@pathlight/worker/archive/archive-refused.ts'
import type { CheckedArchive } from '@pathlight/worker/archive/check-archive.ts'
import { readSections } from '@pathlight/worker/archive/read-sections.ts'
import { type ClosedAccounts, closeAgain } from '@pathlight/worker/closed-accounts.ts'
import type { WorkerJobs } from '@pathlight/worker/dependencies.ts'

type Options = {
  readonly file: string
  readonly archive: CheckedArchive
  readonly stores: Stores
  /** All closed accounts, including those closed after the archive was written. */
  readonly closedAccounts: ClosedAccounts
  /** Gets the progress, from 0 to 1. */
  readonly onProgress?: (part: number) => void
  readonly signal?: AbortSignal
}

/** `before`: an earlier call had restored everything. `closedSince`: how many accounts were closed again. */
export type ReadArchive = { readonly before: boolean; readonly closedSince: number }

const storedEvent = (row: EventRow): StoredEvent => {
  const { position, stream, version, id, type, data, metadata } = row
  return { position: BigInt(position), streamName: stream, version: BigInt(version), id, type, data, metadata }
}

/**
 * The state of restoring this archive: that of an earlier call, otherwise a new one. Throws ArchiveRefused if another
 * archive is half restored, or if the stores were not empty before the first call.
 */
const standOf = async ({ archive, stores }: Options): Promise<ReadingArchive> => {
  const { archives, storedLog } = stores
  const { id } = archive.header
  const reading = await archives.reading()
  if (reading?.id === id) return reading
  if (reading?.readAt === null)
    throw new ArchiveRefused(
      `The archive ${reading.name}, another one, was being read into this installation and is not whole here. Read that one to its end, or begin with an empty installation.`,
    )
  if ((await storedLog.head()) > 0n || !(await archives.isEmpty()))
    throw new ArchiveRefused(
      'This installation is not empty. An archive is read into an empty one only: choose another DATA_DIR, database or NAMESPACE.',
    )
  return { id, name: archive.name, begunAt: new Date().toISOString(), readAt: null }
}

/**
 * Sets the checkpoint of each reaction to the last event that the reaction has handled, so that no mail is sent twice
 * or lost. A reaction makes a job of the worker, such as a mail, for each event of a type.
 */
const restoreReactions = async (
  { storedLog: log, readModels }: Stores,
  passed: ReadonlyMap<string, EventRow | null>,
): Promise<void> => {
  const identity = await log.identity()
  for (const [name, event] of passed) {
    const before = (await readModels.checkpoints()).find((one) => one.name === name && one.generation === 0)
    if (before?.log === identity && before.position > 0n) continue
    const passedEvent =
      event && (await log.readStream(event.stream, { last: 1, before: BigInt(event.version) + 1n })).events[0]
    const last = passedEvent ? lastPlace([passedEvent]) : null
    const position = last?.position ?? 0n
    await placeCheckpoint(readModels, name, { log: identity, position, last })
  }
}

/** Closes the accounts again that were closed after the archive was written, and destroys their keys. */
const closeSince = ({ stores: { log, identity, dataKeys }, closedAccounts }: Options): Promise<number> =>
  closeAgain(identity, closedAccounts, async (userId) => {
    await closeInLog(log, { userId, actorId: userId, deviceId: null, correlationId: 'closed-accounts' })
    await identity.closeUser(userId)
    await dataKeys.destroy(userId)
    log.forget(userId)
  })

/** Stores all accounts of the archive. Answers the ids of those that are closed. */
const readUsers = async ({ file, stores: { archives }, signal }: Options): Promise<Set<unknown>> => {
  const closed = new Set<unknown>()
  for await (const { part, rows } of readSections(file)) {
    signal?.throwIfAborted()
    if (part !== 'users') continue
    for (const { id, closedAt } of rows as readonly ArchivedRow[]) {
      if (closedAt === null) closed.delete(id)
      else closed.add(id)
    }
    await archives.put('users', rows as readonly ArchivedRow[])
  }
  return closed
}

const isArchivedKind = (part: string): part is ArchivedKind => ARCHIVED_KINDS.some((kind) => kind === part)

/**
 * Restores a checked archive into an empty installation on any engine. After a kill, the next call starts from the
 * beginning, but stores nothing twice. The caller then builds the read models from the events. Throws ArchiveRefused if
 * the installation is not empty or holds a part of another archive.
 */
export const readArchive = async (options: Options): Promise<ReadArchive> => {
  const { file, archive, stores, closedAccounts, onProgress = () => undefined, signal } = options
  const { archives, jobs, restoreEvents } = stores
  const state = await standOf(options)
  if (state.readAt !== null) return { before: true, closedSince: await closeSince(options) }
  await archives.noteReading(state)

  // Accounts come at the end of the file, but a person's other rows can be stored only after the account. So the
  // accounts are read first.
  const closed = await readUsers(options)
  const reactions: ReactionRow[] = []
  const waiting: WaitingJob<WorkerJobs>[] = []
  /** For each reaction, the last event that it has handled. Null: it has handled none. */
  const passed = new Map<string, EventRow | null>()
  for await (const { part, rows, readBytes } of readSections(file)) {
    signal?.throwIfAborted()
    if (part === 'reactions') reactions.push(...(rows as readonly ReactionRow[]))
    else if (part === 'jobs') waiting.push(...(rows as readonly WaitingJob<WorkerJobs>[]))
    else if (part === 'events') {
      const events = rows as readonly EventRow[]
      for (const { name, position } of reactions) {
        const last = events.findLast((event) => BigInt(event.position) <= BigInt(position))
        passed.set(name, last ?? passed.get(name) ?? null)
      }
      await restoreEvents(events.map(storedEvent))
    } else if (part !== 'users' && isArchivedKind(part)) {
      const kept = (rows as readonly ArchivedRow[]).filter(({ userId }) => !closed.has(userId))
      if (kept.length > 0) await archives.put(part, kept)
    }
    onProgress(readBytes / archive.bytes)
  }
  for (const { name } of reactions) if (!passed.has(name)) passed.set(name, null)
  await restoreReactions(stores, passed)
  for (const [nth, { name, data, id, correlationId, notBefore, ...more }] of waiting.entries()) {
    const delayMs = notBefore === null ? 0 : Math.max(0, Date.parse(notBefore) - Date.now())
    const delay = delayMs > 0 ? { delayMs } : {}
    // With a fixed id the job is added once, however often the archive is restored.
    const known = id ?? `archive-${archive.header.id}-${nth}`
    await jobs.add(name, data, { id: known, correlationId: correlationId ?? undefined, ...more, ...delay })
  }
  const listed = await closedAccounts.all()
  for (const id of closed) if (!listed.has(String(id))) await closedAccounts.add(String(id))
  const closedSince = await closeSince(options)
  await archives.noteReading({ ...state, readAt: new Date().toISOString() })
  return { before: false, closedSince }
}
