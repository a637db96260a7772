import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { takeLock } from '@pathlight/stores/exclusive-lock.ts'
import { accountFields } from './account-fields.ts'
import type { ArchivedKeys } from './archived-accounts.ts'
import { epochOf, newKey, unwrapDataKey, wrapByEpoch, wrapByMaster } from './data-key.ts'
import { type DataKeys, EpochKeyMissing, RENEWED_EVERY_MS, SETTLE_MS } from './data-keys.ts'
import { type Epoch, type EpochKeys, epochKeys } from './epoch-keys.ts'
import type { RecordOf } from './kinds.ts'
import { get, type Records } from './records.ts'

/** The methods of Records that the data keys need. */
export type KeyRecords = Pick<Records, 'add' | 'find' | 'change' | 'remove' | 'pages'>

/** The kinds of records with wrapped keys. A wrapped key opens only with its record's id, which is a UUID. */
const WITH_KEYS = ['users', 'messages', 'invitations'] as const

export type WrappedKeysOptions = {
  readonly masterKey: Uint8Array
  /** The folder of the epochs' keys (EpochKeys). All processes use the same one. */
  readonly folder: string
  /** The folder that was used before the operator named `folder` (EpochKeys). */
  readonly earlierFolder?: string
  readonly now?: () => Date
}

/**
 * The data keys over the records of an engine. `isNew`: there is no account, so the stored epochs are forgotten. A
 * renewal may be killed at any moment, and the next renewal completes it: an epoch's file exists before its key wraps
 * anything, and is deleted once its key wraps nothing. Files of unknown epochs stay, because they may belong to another
 * installation.
 */
export async function wrappedKeys(
  records: KeyRecords,
  {
    masterKey,
    folder,
    earlierFolder,
    now = () => new Date(),
    isNew = false,
  }: WrappedKeysOptions & { readonly isNew?: boolean },
): Promise<DataKeys & ArchivedKeys> {
  const files = epochKeys(folder, masterKey, earlierFolder)
  if (isNew) await records.remove('key_epochs', {})
  await begin(records, files, now())

  const present = async (): Promise<Epoch> => {
    const id = (await epochsIn(records)).at(-1)?.id ?? ''
    const epoch = files.find(id)
    if (epoch === null) throw new EpochKeyMissing(id, folder)
    return epoch
  }
  const open = (userId: string, wrapped: Uint8Array): Uint8Array => {
    const id = epochOf(wrapped)
    if (id === null) return unwrapDataKey(masterKey, userId, wrapped)
    const epoch = files.find(id)
    if (epoch === null) throw new EpochKeyMissing(id, folder)
    return unwrapDataKey(epoch.key, userId, wrapped)
  }

  /** Whether the file of the key's epoch is missing, so that the key cannot be opened. */
  const isLost = (wrapped: Uint8Array): boolean => {
    const epoch = epochOf(wrapped)
    return epoch !== null && files.find(epoch) === null
  }

  const wrappedKeyOf = async (userId: string) => (await get(records, 'users', { id: userId }))?.wrappedDataKey ?? null

  /**
   * Whether a lost key is lost to every process: the store does not list the key's epoch, and the key was not wrapped
   * anew meanwhile.
   */
  const isLostForGood = async (userId: string, lost: Uint8Array): Promise<boolean> => {
    const isListed = (await epochsIn(records)).some(({ id }) => id === epochOf(lost))
    return !isListed && Buffer.from(lost).equals((await wrappedKeyOf(userId)) ?? Buffer.alloc(0))
  }

  /**
   * Wraps all keys of other epochs, and those of the master key, with this epoch's key. Keys of an epoch whose file is
   * missing are lost, and stay as they are.
   */
  const wrapAll = async (epoch: Epoch, signal: AbortSignal | undefined) => {
    for (const kind of WITH_KEYS)
      for await (const page of records.pages(kind)) {
        signal?.throwIfAborted()
        for (const { id, wrappedDataKey: wrapped } of page) {
          if (wrapped === null || epochOf(wrapped) === epoch.id || isLost(wrapped)) continue
          // The change has the old key as its condition, so that a key that another call has destroyed does not return.
          const wrappedDataKey = wrapByEpoch(open(id, wrapped), id, epoch)
          await records.change(kind, { id, wrappedDataKey: wrapped }, { wrappedDataKey })
        }
      }
  }
  const renew: DataKeys['renew'] = async ({ settleMs = SETTLE_MS, signal } = {}) => {
    const lock = takeLock(join(folder, 'renewing.lock'))
    if (lock === null) return false
    try {
      const before = await epochsIn(records)
      const next = files.make()
      const nth = (before.at(-1)?.nth ?? 0) + 1
      if (!(await records.add('key_epochs', { nth, id: next.id, since: now() }))) return false
      await wrapAll(next, signal)
      await pause(settleMs, undefined, { signal })
      await wrapAll(next, signal)
      for (const old of before) {
        files.destroy(old.id)
        await records.remove('key_epochs', { nth: old.nth })
      }
      return true
    } finally {
      lock.release()
    }
  }

  return {
    fields: accountFields(masterKey, open),
    newKey: async (userId) => wrapByEpoch(newKey(), userId, await present()),
    async keyOf(userId) {
      const wrapped = await wrappedKeyOf(userId)
      if (wrapped !== null && isLost(wrapped) && (await isLostForGood(userId, wrapped)))
        throw new EpochKeyMissing(epochOf(wrapped) ?? '', folder, { isOver: true })
      return wrapped && open(userId, wrapped)
    },
    async destroy(userId) {
      await records.change('users', { id: userId }, { wrappedDataKey: null })
    },
    async lost() {
      let lost = 0
      for await (const page of records.pages('users'))
        lost += page.filter(({ wrappedDataKey: wrapped }) => wrapped !== null && isLost(wrapped)).length
      return lost
    },
    renew,
    async renewWhenDue(options) {
      const known = await epochsIn(records)
      const age = now().getTime() - (known.at(-1)?.since.getTime() ?? 0)
      // A negative age means that the clock was ahead when the epoch began.
      return age < 0 || age >= RENEWED_EVERY_MS || known.length > 1 ? renew(options) : false
    },
    forArchive: (userId, wrapped) => (isLost(wrapped) ? null : wrapByMaster(open(userId, wrapped), userId, masterKey)),
    fromArchive: async (userId, wrapped) => wrapByEpoch(open(userId, wrapped), userId, await present()),
  }
}

/** The epochs that the store lists, oldest first. The key of the last one wraps new data keys. */
const epochsIn = async (records: KeyRecords): Promise<readonly RecordOf<'key_epochs'>[]> =>
  (await records.find('key_epochs', { nth: { after: 0 } })).toSorted((a, b) => a.nth - b.nth)

/**
 * Starts the first epoch, if there is none. Of several processes one succeeds. Throws EpochKeyMissing if the present
 * epoch's file is missing.
 */
const begin = async (records: KeyRecords, files: EpochKeys, since: Date): Promise<void> => {
  if ((await epochsIn(records)).length === 0) {
    const { id } = files.make()
    if (!(await records.add('key_epochs', { nth: 1, id, since }))) files.destroy(id)
  }
  for (const { id } of (await epochsIn(records)).slice(-1))
    if (files.find(id) === null) throw new EpochKeyMissing(id, files.folder)
}
