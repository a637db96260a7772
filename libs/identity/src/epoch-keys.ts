import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { newKey, unwrap, wrap } from './data-key.ts'

/** A period of about 12 hours (RENEWED_EVERY_MS). The key of the present epoch wraps the users' data keys. */
export type Epoch = { readonly id: string; readonly key: Uint8Array }

/**
 * The keys of epochs. Each is a file outside the stores, wrapped by the master key. After the file is deleted, nobody
 * can open what the epoch's key wrapped, even with the master key. Calls are synchronous, because each file is small
 * and seldom read.
 */
export interface EpochKeys {
  readonly folder: string
  /** Makes the key of a new epoch. Its file is on disk when the call returns. */
  make(): Epoch
  /** The epoch with this id. Null if the folder has no such file. */
  find(id: string): Epoch | null
  /** Overwrites the epoch's file and deletes it. */
  destroy(id: string): void
}

const EPOCH_ID_BYTES = 16
const ofEpoch = (id: string) => `pathlight key of the epoch ${id}`
/** The most epochs whose keys a process has in memory. Keys of older epochs wrap nothing any more. */
const REMEMBERED = 4

const flushFolder = (folder: string): void => {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } catch (error) {
    // Windows cannot flush folders, and need not.
    if (process.platform !== 'win32') throw error
  } finally {
    closeSync(handle)
  }
}

/** Creates or overwrites a file, and waits for the disk. */
const writeThrough = (file: string, flags: 'wx' | 'r+', bytes: Uint8Array): void => {
  const handle = openSync(file, flags, 0o600)
  try {
    writeSync(handle, bytes, 0, bytes.length, 0)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const unlessMissing = <T>(work: () => T): T | null => {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * The keys of epochs in this folder, which all processes of an installation share. The folder is created if it is
 * missing. `earlier`: the folder that was used before the operator named `folder`. Keys in `earlier` are found and
 * destroyed, and no new key is put there.
 */
export function epochKeys(folder: string, master: Uint8Array, earlier: string = folder): EpochKeys {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fileOf = (id: string, within = folder) => join(within, `${id}.epoch`)
  const filesOf = (id: string) => [...new Set([folder, earlier])].map((within) => fileOf(id, within))
  const remembered = new Map<string, Epoch>()
  const remember = (epoch: Epoch): Epoch => {
    remembered.set(epoch.id, epoch)
    for (const id of remembered.keys()) if (remembered.size > REMEMBERED) remembered.delete(id)
    return epoch
  }

  return {
    folder,

    make() {
      const epoch = { id: randomBytes(EPOCH_ID_BYTES).toString('hex'), key: newKey() }
      const wrapped = wrap(master, ofEpoch(epoch.id), epoch.key)
      const draft = `${fileOf(epoch.id)}.draft`
      // The file is complete on disk before it gets its name.
      writeThrough(draft, 'wx', Buffer.from(`${wrapped.toString('base64')}\n`))
      renameSync(draft, fileOf(epoch.id))
      flushFolder(folder)
      return remember(epoch)
    },

    find(id) {
      const known = remembered.get(id)
      if (known !== undefined) return known
      const [text] = filesOf(id).flatMap((file) => unlessMissing(() => readFileSync(file, 'utf8')) ?? [])
      if (text === undefined) return null
      return remember({ id, key: unwrap(master, ofEpoch(id), Buffer.from(text, 'base64')) })
    },

    destroy(id) {
      remembered.delete(id)
      for (const file of filesOf(id)) {
        unlessMissing(() => {
          writeThrough(file, 'r+', randomBytes(statSync(file).size))
          rmSync(file)
        })
        if (existsSync(dirname(file))) flushFolder(dirname(file))
      }
    },
  }
}
