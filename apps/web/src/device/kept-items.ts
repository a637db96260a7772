import type { IDBPObjectStore } from 'idb'
import type { Device, KeptItem } from './device-form.ts'
import { transact, transactInTime } from './transactions.ts'

// The items of a person who keeps their study on this device, by kind, and what is said of all of them.

/** Under which path the answers have what is said of a kept study. */
const STUDY = 'study'

type Items = IDBPObjectStore<Device, ['answers', 'items'], 'items'>
type ChangedItems = IDBPObjectStore<Device, ['answers', 'items'], 'items', 'readwrite'>

const of = (...begin: readonly string[]) => IDBKeyRange.bound([...begin], [...begin, []])

/** What is said of a person's study, with what is read of it; null: they keep none, or the device does not say. */
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

  /** All that a person keeps of a kind, in the order of its list. */
  ofKind: (person: string, kind: string) =>
    read(person, async (items) => (await items.getAll(of(person, kind))).toSorted((a, b) => b.order - a.order)),

  one: (person: string, kind: string, id: string) => read(person, (items) => items.get([person, kind, id])),

  /** What is on a chapter, as its own numbering says, each with the name of its kind; the oldest first. */
  onChapter: (person: string, book: string, chapter: number) =>
    read(person, async (items) => {
      const only = IDBKeyRange.only([person, book, chapter])
      const [keys, found] = await Promise.all([items.index('on').getAllKeys(only), items.index('on').getAll(only)])
      return found
        .map((kept, index) => ({ kind: keys[index]?.[1] ?? '', kept }))
        .toSorted((a, b) => a.kept.order - b.kept.order)
    }),

  /** Keeps all of these kinds in the place of what was kept of them, or nothing of it. Rejects where the device refuses it. */
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

  /** Changes what a person keeps, in one: `change` answers what is to be said of it then. Rejects where the device refuses it. */
  change: async (person: string, change: (said: unknown, items: ChangedItems) => Promise<unknown>): Promise<void> => {
    await transact(['answers', 'items'], 'readwrite', async (transaction) => {
      const answers = transaction.objectStore('answers')
      const said = await answers.get([person, STUDY])
      if (said === undefined) return
      await answers.put(await change(said, transaction.objectStore('items')), [person, STUDY])
    })
  },

  /** Takes all of it off this device. */
  remove: async (person: string): Promise<void> => {
    await transact(['answers', 'items'], 'readwrite', (transaction) =>
      Promise.all([
        transaction.objectStore('answers').delete([person, STUDY]),
        transaction.objectStore('items').delete(of(person)),
      ]),
    )
  },
}
