import type { IDBPObjectStore } from 'idb'
import type { Device, KeptItem } from './device-form.ts'
import { transact, transactInTime } from './transactions.ts'

// Stores a person's items for offline use, by kind, and one record about all of them (`StudyKept` in
// study/kept-study.ts).

/** The record about all offline items is stored among the answers, at this path. */
const STUDY = 'study'

type Items = IDBPObjectStore<Device, ['answers', 'items'], 'items'>
type ChangedItems = IDBPObjectStore<Device, ['answers', 'items'], 'items', 'readwrite'>

const of = (...begin: readonly string[]) => IDBKeyRange.bound([...begin], [...begin, []])

/**
 * Reads the record about a person's offline items (`said`), and what `ask` reads in the same transaction (`found`).
 * Null if there is no record, or if the device does not answer.
 */
const read = async <T>(
  person: string,
  ask: (items: Items) => Promise<T>,
): Promise<{ readonly said: unknown; readonly found: T } | null> => {
  try {
    return await transactInTime(['answers', 'items'], 'readonly', async (transaction) => {
      const [said, found] = await Promise.all([
        transaction.objectStore('answers').get([person, STUDY]),
        ask(transaction.objectStore('items')),
      ])
      return said === undefined ? null : { said, found }
    })
  } catch {
    return null
  }
}

export const keptItems = {
  said: (person: string) => read(person, async () => null),

  /** A person's offline items of a kind, in the order of its list. */
  ofKind: (person: string, kind: string) =>
    read(person, async (items) => (await items.getAll(of(person, kind))).toSorted((a, b) => b.order - a.order)),

  one: (person: string, kind: string, id: string) => read(person, (items) => items.get([person, kind, id])),

  /**
   * The items on a chapter, each with its kind's name, lowest `order` first. Each item is found by the chapter of its
   * own version's numbering.
   */
  onChapter: (person: string, book: string, chapter: number) =>
    read(person, async (items) => {
      const only = IDBKeyRange.only([person, book, chapter])
      const [keys, found] = await Promise.all([items.index('on').getAllKeys(only), items.index('on').getAll(only)])
      return found
        .map((kept, index) => ({ kind: keys[index]?.[1] ?? '', kept }))
        .toSorted((a, b) => a.kept.order - b.kept.order)
    }),

  /** Replaces a person's offline items of these kinds, completely or not at all. Rejects if the device refuses. */
  keep: async (
    person: string,
    said: unknown,
    kinds: ReadonlyMap<string, readonly (readonly [id: string, kept: KeptItem])[]>,
  ): Promise<void> => {
    await transact(['answers', 'items'], 'readwrite', (transaction) => {
      const items = transaction.objectStore('items')
      const writes = [...kinds].flatMap(([kind, all]) => [
        items.delete(of(person, kind)),
        ...all.map(([id, kept]) => items.put(kept, [person, kind, id])),
      ])
      return Promise.all<unknown>([transaction.objectStore('answers').put(said, [person, STUDY]), ...writes])
    })
  },

  /**
   * Changes a person's offline items, completely or not at all. `change` returns the new record. Returns false if the
   * person has no offline items. Rejects if the device refuses.
   */
  change: (person: string, change: (said: unknown, items: ChangedItems) => Promise<unknown>): Promise<boolean> =>
    transact(['answers', 'items'], 'readwrite', async (transaction) => {
      const answers = transaction.objectStore('answers')
      const said = await answers.get([person, STUDY])
      if (said === undefined) return false
      await answers.put(await change(said, transaction.objectStore('items')), [person, STUDY])
      return true
    }),

  remove: async (person: string): Promise<void> => {
    await transact(['answers', 'items'], 'readwrite', (transaction) =>
      Promise.all([
        transaction.objectStore('answers').delete([person, STUDY]),
        transaction.objectStore('items').delete(of(person)),
      ]),
    )
  },
}
