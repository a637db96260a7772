import type { PackHead } from '@pathlight/contracts/pack-rules.ts'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

// Versions that this device keeps as a whole, and the list of cross-references: public texts, the same for each person of the browser.
// The worker of texts writes them, the service worker and the pages read them.

/** What is kept under a name: a version's code, or that of the list of cross-references. */
export type KeptText = {
  readonly name: string
  /** Names the file that it was unpacked from. */
  readonly tag: string
  /** Of that file, in bytes. */
  readonly size: number
  readonly head: PackHead
}

/** A file that is not here as a whole. */
export type BegunText = Omit<KeptText, 'head'>

interface Texts extends DBSchema {
  readonly kept: { readonly key: string; readonly value: KeptText }
  readonly begun: { readonly key: string; readonly value: BegunText }
  /** Bytes of a file that has begun, by where they begin in it. */
  readonly parts: { readonly key: [name: string, from: number]; readonly value: Uint8Array<ArrayBuffer> }
  /** A line of the file each: JSON. */
  readonly chapters: { readonly key: [name: string, book: number, chapter: number]; readonly value: string }
  /** What the worker of texts searches in; its own form. */
  readonly indexes: { readonly key: string; readonly value: unknown }
}

const DATABASE = 'pathlight-texts'

let database: Promise<IDBPDatabase<Texts>> | null = null

/** The database. Rejects where the browser refuses one. */
const reach = (): Promise<IDBPDatabase<Texts>> => {
  const forget = () => {
    database = null
  }
  database ??= openDB<Texts>(DATABASE, 1, {
    upgrade: (db) => {
      for (const store of ['kept', 'begun', 'parts', 'chapters', 'indexes'] as const) db.createObjectStore(store)
    },
    blocking: (_now, _wanted, event) => {
      ;(event.target as IDBDatabase).close()
      forget()
    },
    terminated: forget,
  }).catch((error: unknown) => {
    forget()
    throw error
  })
  return database
}

/** All keys that begin with a name. */
const of = (name: string) => IDBKeyRange.bound([name], [name, []])

export const keptTexts = {
  kept: async (name: string): Promise<KeptText | undefined> => (await reach()).get('kept', name),
  allKept: async (): Promise<readonly KeptText[]> => (await reach()).getAll('kept'),
  allBegun: async (): Promise<readonly (BegunText & { readonly here: number })[]> => {
    const db = await reach()
    const begun = await db.getAll('begun')
    return Promise.all(begun.map(async (one) => ({ ...one, here: await keptTexts.here(one.name) })))
  },

  /** A chapter of what is kept, as it stands in the file. */
  chapter: async (name: string, book: number, chapter: number): Promise<string | undefined> =>
    (await reach()).get('chapters', [name, book, chapter]),

  /** How many bytes of a file that has begun are here. */
  here: async (name: string): Promise<number> => {
    const cursor = await (await reach()).transaction('parts').store.openCursor(of(name), 'prev')
    return cursor ? cursor.key[1] + cursor.value.length : 0
  },

  /** Begins a file anew. */
  begin: async (begun: BegunText): Promise<void> => {
    const transaction = (await reach()).transaction(['begun', 'parts'], 'readwrite')
    await Promise.all([
      transaction.objectStore('parts').delete(of(begun.name)),
      transaction.objectStore('begun').put(begun, begun.name),
      transaction.done,
    ])
  },
  begun: async (name: string): Promise<BegunText | undefined> => (await reach()).get('begun', name),
  addPart: async (name: string, from: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> =>
    void (await (await reach()).put('parts', bytes, [name, from])),
  parts: async (name: string): Promise<readonly Uint8Array<ArrayBuffer>[]> => (await reach()).getAll('parts', of(name)),

  /** Keeps all of a file, in the place of what was kept under its name, or nothing of it. */
  keep: async (
    text: KeptText,
    chapters: readonly { readonly book: number; readonly chapter: number; readonly line: string }[],
    index: unknown,
  ): Promise<void> => {
    const { name } = text
    const transaction = (await reach()).transaction(['kept', 'begun', 'parts', 'chapters', 'indexes'], 'readwrite')
    const lines = transaction.objectStore('chapters')
    await Promise.all([
      lines.delete(of(name)),
      ...chapters.map(({ book, chapter, line }) => lines.put(line, [name, book, chapter])),
      transaction.objectStore('kept').put(text, name),
      transaction.objectStore('indexes').put(index, name),
      transaction.objectStore('begun').delete(name),
      transaction.objectStore('parts').delete(of(name)),
      transaction.done,
    ])
  },
  index: async (name: string): Promise<unknown> => (await reach()).get('indexes', name),
  putIndex: async (name: string, index: unknown): Promise<void> =>
    void (await (await reach()).put('indexes', index, name)),
  /** All chapters of what is kept, in order, as they stand in the file. */
  lines: async (name: string): Promise<readonly string[]> => (await reach()).getAll('chapters', of(name)),

  /** Takes it off this device, and what was begun of it. */
  remove: async (name: string): Promise<void> => {
    const transaction = (await reach()).transaction(['kept', 'begun', 'parts', 'chapters', 'indexes'], 'readwrite')
    await Promise.all([
      transaction.objectStore('kept').delete(name),
      transaction.objectStore('indexes').delete(name),
      transaction.objectStore('begun').delete(name),
      transaction.objectStore('chapters').delete(of(name)),
      transaction.objectStore('parts').delete(of(name)),
      transaction.done,
    ])
  },
}
