import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { takeLock } from '@pathlight/stores/exclusive-lock.ts'
import { accountFields } from './account-fields.ts'
import type { ArchivedKeys } from './archived-accounts.ts'
import { epochOf, newKey, unwrapDataKey, wrapByEpoch, wrapByMaster } from './data-key.ts'
import { type DataKeys, EpochKeyMissing, RENEWED_EVERY_MS, SETTLE_MS } from './data-keys.ts'
import { type Epoch, type EpochKeys, epochKeys } from './epoch-keys.ts'

/** An epoch as a store knows it. `nth`: from 1. */
export type KnownEpoch = { readonly nth: number; readonly id: string; readonly since: Date }

/** What a store keeps of keys. */
export interface KeyStore {
  /** The epochs whose keys may have files still; the last is the present one. */
  epochs(): Promise<readonly KnownEpoch[]>
  /** False: there is an epoch of this number. */
  addEpoch(epoch: KnownEpoch): Promise<boolean>
  dropEpoch(nth: number): Promise<void>
  /** The wrapped key of an account; null: it has none (any more). */
  wrapped(userId: string): Promise<Uint8Array | null>
  /** All that is wrapped, some at a time. */
  all(): AsyncIterable<readonly { readonly id: string; readonly wrapped: Uint8Array }[]>
  /** Where it is `before` still: a key that was destroyed meanwhile does not come back. */
  replace(id: string, before: Uint8Array, after: Uint8Array): Promise<void>
  destroy(userId: string): Promise<void>
}

export type WrappedKeysOptions = {
  readonly masterKey: Uint8Array
  /** Of the epochs' keys (EpochKeys): the same for every process. */
  readonly folder: string
  readonly now?: () => Date
}

/**
 * The data keys on a store. `isNew`: the store has no account, so whatever epochs it knew are over.
 *
 * Renewing is safe against being killed anywhere: a new key's file is on disk before anything is wrapped by it, and the file of an old one
 * goes when nothing is wrapped by it any more, all of which the next renewal finds out anew. It destroys no file of which the store does
 * not know: that one may be another installation's.
 */
export async function wrappedKeys(
  store: KeyStore,
  { masterKey, folder, now = () => new Date(), isNew = false }: WrappedKeysOptions & { readonly isNew?: boolean },
): Promise<DataKeys & ArchivedKeys> {
  const files = epochKeys(folder, masterKey)
  if (isNew) for (const { nth } of await store.epochs()) await store.dropEpoch(nth)
  await begin(store, files, now())

  const present = async (): Promise<Epoch> => {
    const id = (await store.epochs()).at(-1)?.id ?? ''
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

  /** Wraps anew whatever is not of this epoch. What is of an epoch that has no key here is lost, and stays as it is. */
  const wrapAll = async (epoch: Epoch, signal: AbortSignal | undefined) => {
    for await (const keys of store.all()) {
      signal?.throwIfAborted()
      for (const { id, wrapped } of keys) {
        const before = epochOf(wrapped)
        if (before === epoch.id || (before !== null && files.find(before) === null)) continue
        await store.replace(id, wrapped, wrapByEpoch(open(id, wrapped), id, epoch))
      }
    }
  }
  const renew: DataKeys['renew'] = async ({ settleMs = SETTLE_MS, signal } = {}) => {
    const lock = takeLock(join(folder, 'renewing.lock'))
    if (lock === null) return false
    try {
      const before = await store.epochs()
      const next = files.make()
      const nth = (before.at(-1)?.nth ?? 0) + 1
      if (!(await store.addEpoch({ nth, id: next.id, since: now() }))) return false
      await wrapAll(next, signal)
      await pause(settleMs, undefined, { signal })
      await wrapAll(next, signal)
      for (const old of before) {
        files.destroy(old.id)
        await store.dropEpoch(old.nth)
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
      const wrapped = await store.wrapped(userId)
      return wrapped && open(userId, wrapped)
    },
    destroy: (userId) => store.destroy(userId),
    renew,
    async renewWhenDue(options) {
      const known = await store.epochs()
      const age = now().getTime() - (known.at(-1)?.since.getTime() ?? 0)
      return age >= RENEWED_EVERY_MS || known.length > 1 ? renew(options) : false
    },
    forArchive: (userId, wrapped) => wrapByMaster(open(userId, wrapped), userId, masterKey),
    fromArchive: async (userId, wrapped) => wrapByEpoch(open(userId, wrapped), userId, await present()),
  }
}

/** The first epoch, where there is none yet. Of several processes that begin one, one does. */
const begin = async (store: KeyStore, files: EpochKeys, since: Date): Promise<void> => {
  if ((await store.epochs()).length === 0) {
    const { id } = files.make()
    if (!(await store.addEpoch({ nth: 1, id, since }))) files.destroy(id)
  }
  for (const { id } of (await store.epochs()).slice(-1))
    if (files.find(id) === null) throw new EpochKeyMissing(id, files.folder)
}
