import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { bookmarkKind } from './bookmarks/kind.ts'
import { highlightKind } from './highlights/kind.ts'
import type { Kind } from './kind.ts'
import { noteKind } from './notes/kind.ts'
import { padKind } from './pads/kind.ts'
import { sermonKind } from './sermons/kind.ts'
import { settingsKind } from './settings/kind.ts'

/**
 * All kinds of items. A new kind is added to this list. Whatever treats all kinds alike (read models, calls, exports …)
 * loops over it.
 */
export const kinds: readonly Kind[] = [noteKind, highlightKind, sermonKind, bookmarkKind, padKind, settingsKind]

/** The codes of all versions in which somebody has an item. The store reads all items to find the codes. */
export const versionsWrittenIn = async (readModels: ReadModelStore): Promise<string[]> => {
  const found = await Promise.all(
    kinds.flatMap(({ counted }) => (counted === null ? [] : [readModels.collection(counted).distinct('version')])),
  )
  return [...new Set(found.flat())]
}

/** Counts all people's items in a version, and the people who have such items. */
export const itemsIn = (readModels: ReadModelStore) => {
  const counted = kinds.flatMap((kind) => (kind.counted === null ? [] : [readModels.collection(kind.counted)]))
  return async (version: string): Promise<{ people: number; items: number }> => {
    const found = await Promise.all(
      counted.map(async (documents) => ({
        people: await documents.distinct('user_id', { version }),
        items: await documents.count({ version }),
      })),
    )
    const people = new Set(found.flatMap((one) => one.people))
    return { people: people.size, items: found.reduce((sum, { items }) => sum + items, 0) }
  }
}
