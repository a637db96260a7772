import { LRUCache } from 'lru-cache'
import type { Checkpoint, Document, Generation, Held } from './read-model-store.ts'

/** Roughly the most characters of cached documents of one generation. The caches of ten generations take some 100 MB. */
const MOST_UNITS = 4_000_000
/** An entry's own size, in the same unit. */
const ENTRY_UNITS = 200

/** A cache of a generation's documents. */
export type RememberedDocuments = {
  /** Like the generation's own `load`, but asks the store only for documents that are not cached. */
  readonly load: Generation<Document>['load']
  /** Caches the committed documents, `units` characters in all. */
  learn(docs: ReadonlyMap<string, Held>, units: number): void
  /** Drops a person's documents, which were removed. */
  forget(userId: string): void
}

/**
 * A process that builds a generation need not read back its own writes. Only one process builds it at a time: if another one does,
 * the next commit fails, and the generation is opened again with an empty cache. `isEmpty`: the generation has no documents and no
 * event was applied. If so, a document that is not cached does not exist, until the cache has had to drop one.
 */
export function rememberedDocuments(generation: Generation<Document>, isEmpty: boolean): RememberedDocuments {
  let isWhole = isEmpty
  const held = new LRUCache<string, Held>({
    maxSize: MOST_UNITS,
    dispose: (_, __, reason) => {
      if (reason === 'evict') isWhole = false
    },
  })
  return {
    async load(ids) {
      const known = new Map<string, Held>()
      for (const id of ids) {
        const one = held.get(id)
        if (one !== undefined) known.set(id, one)
      }
      const unknown = isWhole ? [] : ids.filter((id) => !known.has(id))
      if (unknown.length === 0) return known
      return new Map([...known, ...(await generation.load(unknown))])
    },

    learn(docs, units) {
      const size = ENTRY_UNITS + Math.ceil(units / Math.max(1, docs.size))
      for (const [id, one] of docs) {
        held.set(id, one, { size })
        // The document is larger than the whole cache.
        if (!held.has(id)) isWhole = false
      }
    },

    forget(userId) {
      const theirs = [...held].filter(([, { doc }]) => doc?.user_id === userId)
      for (const [id] of theirs) held.delete(id)
      // An engine may keep a remainder of them.
      if (theirs.length > 0) isWhole = false
    },
  }
}

/** Caches documents for a generation that is being built. A live one gets few events, so it has no cache: null. */
export async function rememberedOf(
  { live, position }: Checkpoint,
  generation: Generation<Document>,
): Promise<RememberedDocuments | null> {
  if (live) return null
  const isEmpty = position === 0n && (await generation.page('', 1)).length === 0
  return rememberedDocuments(generation, isEmpty)
}
