import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto'
import type { ImportPreview, ImportProgress } from '@pathlight/contracts/import.ts'
import { account } from '@pathlight/domain/accounts/account.ts'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { ImportDataJob } from '@pathlight/identity/account-jobs.ts'
import type { DataKeys } from '@pathlight/identity/data-keys.ts'
import type { ImportStore } from '@pathlight/identity/identity.ts'
import type { Versification } from '@pathlight/scripture/versification.ts'
import { backgroundPauses, restInBackground } from '@pathlight/stores/pauses.ts'
import pLimit from 'p-limit'
import { nameBasedId } from '../event-id.ts'
import { handleCommand } from '../handle-command.ts'
import type { Kind, KindDependencies } from '../kind.ts'
import type { Quota } from '../quota.ts'
import type { KnownTexts } from '../verse-place.ts'
import { bounded } from './file-pieces.ts'
import { FileRefused } from './file-refused.ts'
import { keepFile, keptFile, LAPSES_MS } from './kept-file.ts'
import { type FileFormat, readFile } from './read-file.ts'
import type { FileChoices } from './table-columns.ts'
import { inGroups, takeEntries, takeEntry } from './take-entries.ts'
import { addTally, newTally, type Tally, tellProblem } from './tally.ts'

/** The least number of entries that are imported between two saves of the progress. */
const SAVED_EVERY = 50
/**
 * The pause after a group of entries, as a multiple of the time that the group took. All imports of the process pause,
 * so together they use about a fifth of a processor.
 */
const GROUP_RESTS = 4
/**
 * How many entries are imported between two waits for the read models. More frequent waits would make the projections
 * write documents with many items more often.
 */
const CAUGHT_UP_EVERY = 512
/**
 * After this many milliseconds without progress an import is taken to be dead, so the person may begin another import.
 */
const STUCK_MS = 10 * 60 * 1000
/** The least time between two checks of a running import whether the account was locked, in milliseconds. */
const LOCK_LOOKED_FOR_MS = 200
/** A refusal whose Retry-After is at most this many seconds does not end an import: the import's job tries again. */
const SOON_S = 60
/** The version of the verses if neither the file nor the person names one. */
const DEFAULT_VERSION = 'KJV'

type Who = { readonly userId: string; readonly deviceId: string | null }

type State = Tally & {
  status: 'running' | 'done' | 'stopped'
  entries: number
  done: number
  readonly choices: FileChoices
  readonly deviceId: string | null
  readonly begunAt: string
  /** The id of the stored file; absent: an older program stored the file under the import's id. */
  readonly pieces?: string
  /** The time of the last progress, ISO 8601. */
  movedAt: string
}

export type Importer = {
  /** The largest file, in bytes. */
  readonly maxBytes: number
  /** Returns what an import would do with the entries of a file. Throws FileRefused. */
  readonly preview: (userId: string, file: AsyncIterable<Uint8Array>, choices: FileChoices) => Promise<ImportPreview>
  /**
   * Checks and stores a file for the job. Throws FileRefused, 413 for a file that is too large, 403 for a closed
   * account, 409 while another import of the person uploads or runs, and 429 where the day's limit of bytes is reached.
   */
  readonly begin: (who: Who, id: string, file: AsyncIterable<Uint8Array>, choices: FileChoices) => Promise<void>
  readonly find: (userId: string) => Promise<ImportProgress | null>
  /** Imports the stored file, and begins where an earlier try stopped. */
  readonly work: (
    data: ImportDataJob['import-data'],
    context: { readonly signal: AbortSignal; readonly isLast: boolean },
  ) => Promise<void>
}

const anotherRuns = () => new HttpProblem(409, 'import_running', 'Another import of yours is still running.')

const LOCKED =
  'An administrator locked your account, so the import ended. When it is unlocked, import the same file again: nothing comes twice.'

/** All imports of this process together write one group at a time. */
const inTurn = pLimit(1)
/** All previews of this process together check at most four entries at once. */
const looking = pLimit(4)
/**
 * Yields the same pieces, and rests between them as all background work does. Many pieces may yield no entry, and
 * without the rests reading them would hold the event loop.
 */
async function* resting(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pause = backgroundPauses()
  for await (const piece of file) {
    await pause()
    yield piece
  }
}

async function* untilAborted(file: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of file) {
    signal.throwIfAborted()
    yield piece
  }
}

async function* leaving<T>(entries: AsyncIterable<T>, many: number): AsyncGenerator<T> {
  let read = 0
  for await (const entry of entries) {
    read += 1
    if (read > many) yield entry
  }
}

/**
 * Imports what people have elsewhere: previews a file, stores it sealed, and imports it by a job that may be killed at
 * any moment.
 */
export const createImporter = (options: {
  readonly log: EventLog
  readonly kinds: readonly Kind[]
  readonly texts: KnownTexts
  /** How a version numbers its verses. */
  readonly versificationOf: (version: string) => Versification
  readonly store: ImportStore
  readonly identity: KindDependencies['identity']
  readonly keys: Pick<DataKeys, 'keyOf'>
  readonly quota: Quota
  /** Whether an admin has locked the person's account. */
  readonly isLocked: (userId: string) => Promise<boolean>
  /**
   * Waits a short time for the read models to reach the end of the log. Without these waits an import could run far
   * ahead of them, and other people's changes would appear late.
   */
  readonly catchUp: () => Promise<unknown>
  /** The largest file, in bytes. */
  readonly maxBytes: number
}): Importer => {
  const { log, kinds, texts, versificationOf, store, identity, keys, quota, isLocked, catchUp, maxBytes } = options
  const byName = new Map(kinds.map((kind) => [kind.item.kind, kind]))

  const keyOf = async (userId: string): Promise<KeyObject | null> => {
    const bytes = await keys.keyOf(userId)
    return bytes && createSecretKey(bytes)
  }
  const reading = (userId: string, { columns, version, dates = null }: FileChoices, now: string) => ({
    ...{ userId, columns, dates, now, version: version ?? DEFAULT_VERSION },
    knowsVersion: texts.knowsVersion,
    versificationOf,
    verseText: (code: string, verse: number) => (texts.knowsVersion(code) ? texts.verseText(code, verse) : null),
  })

  /** The reason why an import ends for good, in words for the person; null: another try may succeed. */
  const endOf = (error: unknown, line: number) => {
    if (error instanceof FileRefused)
      return { line: error.line, code: error.code, why: error.message, params: error.params }
    // A full quota or a lock ends the import. A refusal with a short Retry-After does not, for example while the read
    // models are behind: a later try may succeed.
    if (error instanceof HttpProblem && !(Number(error.extra.headers?.['retry-after']) <= SOON_S))
      return { line, code: error.code, why: error.message, params: error.extra.params ?? {} }
    return null
  }

  /**
   * Makes a check that throws if an admin has locked the person's account. The import then ends and its file is
   * deleted, because the lock may last. The person can import the file again later without doubled items.
   */
  const lockWatch = (userId: string) => {
    let lookedAt = 0
    return async () => {
      if (Date.now() - lookedAt < LOCK_LOOKED_FOR_MS) return
      if (await isLocked(userId)) throw new HttpProblem(403, 'import_locked', LOCKED)
      lookedAt = Date.now()
    }
  }

  /** Whether this import has begun already. Throws 409 while another import of the person runs. */
  const isBegun = async (userId: string, id: string): Promise<boolean> => {
    const known = await store.findImport(userId)
    if (known?.id === id) return true
    const { status, movedAt } = (known?.state ?? {}) as Partial<State>
    if (status === 'running' && Date.now() - Date.parse(movedAt ?? '') < STUCK_MS) throw anotherRuns()
    return false
  }

  return {
    maxBytes,

    async preview(userId, file, choices) {
      const tally = newTally()
      let format: FileFormat = 'csv'
      const table: Pick<ImportPreview, 'columns' | 'asks_dates'> = {}
      const now = new Date().toISOString()
      const taking = { log, texts, userId, now, writes: false } as const
      const entries = readFile(resting(bounded(file, maxBytes)), {
        ...reading(userId, choices, now),
        tellFormat: (one) => {
          format = one
        },
        tell: (heads, found) => {
          table.columns = { heads: [...heads], found: { ...found } }
        },
        askDates: () => Object.assign(table, { asks_dates: true }),
      })
      const pause = backgroundPauses()
      try {
        for await (const group of inGroups(entries)) {
          await Promise.all(group.map((entry) => looking(() => takeEntry(taking, byName, tally, entry))))
          await pause()
        }
      } catch (error) {
        // A table whose columns the person has not assigned yet still gets its preview.
        if (!(error instanceof FileRefused && error.code === 'import_no_columns')) throw error
        tellProblem(tally, error.line, { code: error.code, why: error.message })
      }
      tally.problems.sort((one, other) => one.line - other.line)
      return { format, ...tally, ...table }
    },

    async begin({ userId, deviceId }, id, file, choices) {
      const key = await keyOf(userId)
      if (key === null) throw new HttpProblem(403, 'account_closed', 'This account is closed.')
      const claim = randomUUID()
      // The claim makes sure that a person uploads one file at a time. Whether another import runs is checked under the
      // claim.
      if (!(await store.claimImport(userId, claim, LAPSES_MS))) throw anotherRuns()
      let begins = false
      try {
        // The request is a repeat of a request whose import has begun.
        if (await isBegun(userId, id)) return
        const begunAt = new Date().toISOString()
        const mayKeep = (bytes: number) => quota.countUpload(userId, bytes)
        const kept = keepFile(store, { userId, claim, key }, bounded(file, maxBytes), { mayKeep, lost: anotherRuns })
        const pause = backgroundPauses()
        let entries = 0
        // The whole file is read and checked before any entry is imported.
        for await (const _ of readFile(resting(kept), reading(userId, choices, begunAt))) {
          entries += 1
          await pause()
        }
        const state: State = {
          ...{ status: 'running', entries, done: 0, choices, deviceId, begunAt },
          ...{ movedAt: new Date().toISOString(), pieces: claim, ...newTally() },
        }
        begins = await store.beginImport(userId, { id, state }, claim)
        if (!begins) throw anotherRuns()
      } finally {
        if (!begins) await store.dropClaim(userId, claim)
      }
    },

    async find(userId) {
      const known = await store.findImport(userId)
      if (known === null) return null
      const { status, entries, done, kinds, problems, more_problems } = known.state as unknown as State
      return { job: known.id, status, entries, done, kinds, problems, more_problems }
    },

    async work({ userId, importId }, { signal, isLast }) {
      const known = await store.findImport(userId)
      const key = await keyOf(userId)
      // The account was closed, or another import has replaced this import.
      if (known?.id !== importId || key === null) return
      const state = structuredClone(known.state) as unknown as State
      const pieces = state.pieces ?? importId
      const dropFile = () => store.dropImportPieces(pieces)
      const save = () => {
        state.movedAt = new Date().toISOString()
        return store.saveImport(importId, state)
      }
      const end = async (status: 'done' | 'stopped') => {
        state.status = status
        await save()
        await dropFile()
      }
      if (state.status !== 'running') return dropFile()
      const writer = { userId, actorId: userId, deviceId: state.deviceId, correlationId: importId, quota }
      const taking = {
        log,
        texts,
        userId,
        now: state.begunAt,
        writes: true,
        importId,
        writer,
        quota,
        identity,
      } as const
      let line = 0
      let behind = newTally()
      const refuseLocked = lockWatch(userId)
      const kept = untilAborted(keptFile(store, key, pieces), signal)
      const file = readFile(kept, reading(userId, state.choices, state.begunAt))
      let saved = state.done
      try {
        await refuseLocked()
        for await (const entries of inGroups(leaving(file, state.done))) {
          await inTurn(async () => {
            // The app is stopping, so the waiting imports must not begin their groups.
            signal.throwIfAborted()
            await refuseLocked()
            const begun = performance.now()
            const { taken, failed, behind: notCounted } = await takeEntries(taking, byName, state, entries)
            behind = notCounted
            state.done += taken
            line = failed?.line ?? entries.at(-1)?.line ?? line
            if (failed !== null) throw failed.error
            if (state.done % CAUGHT_UP_EVERY < taken) await catchUp()
            await restInBackground((performance.now() - begun) * GROUP_RESTS)
          })
          if (state.done - saved < SAVED_EVERY) continue
          if (!(await save())) return
          saved = state.done
        }
        await handleCommand(
          log,
          account,
          accountStream(userId),
          { ...writer, quota: null, idempotencyKey: nameBasedId('imported', importId), ifMatch: null },
          { type: 'ChangeAccount', data: { userId, change: 'data-imported' } },
        )
        await end('done')
      } catch (error) {
        if ((error as { code?: unknown }).code === 'no_data_key') return
        const known = endOf(error, line)
        if (known === null && !isLast) {
          // Without this save, a later try would take the entries since the last save again, and count them as
          // unchanged.
          if (signal.aborted && state.done > saved) await save()
          throw error
        }
        const why = 'The import could not go on. Please import the same file again: nothing comes twice.'
        tellProblem(state, known?.line ?? line, known ?? { code: 'import_failed', why })
        addTally(state, behind)
        await end('stopped')
      }
    },
  }
}
