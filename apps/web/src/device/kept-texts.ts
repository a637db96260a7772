import { wordsPack } from '@pathlight/contracts/pack-rules.ts'
import { connectDevice } from './device-database.ts'
import type { BegunText, KeptText } from './device-form.ts'

// The packs on this device: versions, their words of the original, and the cross-references. They are public, so all
// persons who use the browser share them. The texts worker stores them. Pages and the service worker read them, and
// pages remove them.

const device = connectDevice()
/** The open database. Rejects if the browser refuses it. */
const reach = () => device.reach('pathlight-texts')

/** The range of all keys that begin with this name. */
const of = (name: string) => IDBKeyRange.bound([name], [name, []])

export const keptTexts = {
  kept: async (name: string): Promise<KeptText | undefined> => (await reach()).get('kept', name),
  allKept: async (): Promise<readonly KeptText[]> => (await reach()).getAll('kept'),
  allBegun: async (): Promise<readonly (BegunText & { readonly here: number })[]> => {
    const db = await reach()
    const begun = await db.getAll('begun')
    return Promise.all(begun.map(async (one) => ({ ...one, here: await keptTexts.here(one.name) })))
  },

  /** The pack's line for a chapter, as JSON. */
  chapter: async (name: string, book: number, chapter: number): Promise<string | undefined> =>
    (await reach()).get('chapters', [name, book, chapter]),

  /** The number of bytes that this device has of an incomplete pack. */
  here: async (name: string): Promise<number> => {
    const cursor = await (await reach()).transaction('parts').store.openCursor(of(name), 'prev')
    return cursor ? cursor.key[1] + cursor.value.length : 0
  },

  /** Stores the record of an incomplete pack, and removes the parts that it had. */
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

  /**
   * Replaces a text and its search index, completely or not at all. Removes its words of the original, because they
   * refer to places in the replaced text.
   */
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
      lines.delete(of(wordsPack(name))),
      transaction.objectStore('kept').delete(wordsPack(name)),
      transaction.objectStore('indexes').delete(wordsPack(name)),
      transaction.objectStore('begun').delete(name),
      transaction.objectStore('parts').delete(of(name)),
      transaction.done,
    ])
  },
  index: async (name: string): Promise<unknown> => (await reach()).get('indexes', name),
  putIndex: async (name: string, index: unknown): Promise<void> =>
    void (await (await reach()).put('indexes', index, name)),
  /** The pack's lines, sorted by book and chapter. */
  lines: async (name: string): Promise<readonly string[]> => (await reach()).getAll('chapters', of(name)),

  /** Removes a text, its words of the original, and the incomplete packs of both. */
  remove: async (name: string): Promise<void> => {
    const transaction = (await reach()).transaction(['kept', 'begun', 'parts', 'chapters', 'indexes'], 'readwrite')
    await Promise.all([
      ...[name, wordsPack(name)].flatMap((one) => [
        transaction.objectStore('kept').delete(one),
        transaction.objectStore('indexes').delete(one),
        transaction.objectStore('begun').delete(one),
        transaction.objectStore('chapters').delete(of(one)),
        transaction.objectStore('parts').delete(of(one)),
      ]),
      transaction.done,
    ])
  },
}
