import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDB } from 'idb'

type Database = {
  readonly name: string
  readonly version: number
  /** The records of each store by its name. No store has a key path or an index. */
  readonly stores: Readonly<Record<string, readonly (readonly [key: IDBValidKey, value: unknown])[]>>
}
type Typed = { readonly typed?: 'Uint8Array' | 'Uint32Array'; readonly base64?: string }

/** Restores the typed arrays in parsed JSON, which are encoded as base64. */
const revived = (_key: string, value: unknown): unknown => {
  const { typed, base64 } = (value ?? {}) as Typed
  if (!typed || base64 === undefined) return value
  const { buffer } = Uint8Array.from(Buffer.from(base64, 'base64'))
  return new { Uint8Array, Uint32Array }[typed](buffer)
}

/**
 * Makes the three IndexedDB databases that the build of commit 24974f9f leaves in a browser. The records in
 * older-build.json were written by that build's own code.
 */
export const leaveOlder = async (): Promise<void> => {
  const file = readFileSync(join(import.meta.dirname, 'older-build.json'), 'utf8')
  const { databases } = JSON.parse(file, revived) as { readonly databases: readonly Database[] }
  for (const { name, version, stores } of databases) {
    const db = await openDB(name, version, {
      upgrade: (made) => {
        for (const store of Object.keys(stores)) made.createObjectStore(store)
      },
    })
    for (const [store, records] of Object.entries(stores))
      for (const [key, value] of records) await db.put(store, value, key)
    db.close()
  }
}
