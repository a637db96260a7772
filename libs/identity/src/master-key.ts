import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const KEY_BYTES = 32

/** The master key is malformed, or is not the one that the stored data belongs to. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey'
}

/**
 * The 32 bytes of the master key: `fromEnvironment` (MASTER_KEY, in base64 or hex) if set, else the file `master.key`
 * in the data folder. The first start makes that file with mode 0600. Without the key, no personal text can be read.
 * Throws WrongMasterKey if the value is not 32 bytes.
 */
export function masterKey(options: { dataDir: string; fromEnvironment: string | undefined }): Uint8Array {
  if (options.fromEnvironment) return parseKey(options.fromEnvironment, 'MASTER_KEY')
  const file = join(options.dataDir, 'master.key')
  mkdirSync(options.dataDir, { recursive: true })
  return parseKey(readIfThere(file) ?? makeFile(file), file)
}

/** A check value that is stored beside the data keys, so that a start with another master key is refused. */
export function masterKeyCheck(key: Uint8Array): Buffer {
  return createHmac('sha256', key).update('pathlight master key check').digest()
}

/** Throws WrongMasterKey unless `stored` is the check value of this key. */
export function assertMasterKey(key: Uint8Array, stored: Uint8Array): void {
  const check = masterKeyCheck(key)
  if (stored.length === check.length && timingSafeEqual(stored, check)) return
  throw new WrongMasterKey(
    'The master key is not the one this database was written with, so people could not read their notes: ' +
      'set MASTER_KEY to the original key, or put the original master.key back into the data folder',
  )
}

function parseKey(text: string, source: string): Uint8Array {
  const trimmed = text.trim()
  const key = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64')
  if (key.length === KEY_BYTES && /^([0-9a-f]{64}|[\w+/-]{43}=?)$/i.test(trimmed)) return key
  throw new WrongMasterKey(
    `${source} must be ${KEY_BYTES} random bytes as 44 characters of base64 or 64 of hex; 'openssl rand -base64 ${KEY_BYTES}' makes one`,
  )
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Makes the file of a new master key. The file is complete on disk before it gets its name. If two processes start at
 * the same time, both read the file that got the name first.
 */
function makeFile(file: string): string {
  const draft = `${file}.${process.pid}`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8')
}
