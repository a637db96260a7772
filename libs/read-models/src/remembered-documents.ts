import { LRUCache } from 'lru-cache'
import type { Checkpoint, Document, Generation, Held } from './read-model-store.ts'

/**
 * An estimate of the most characters in the cache of one generation. The caches of ten generations take some 100 MB.
 */
const MOST_UNITS = 4_000_000
/** The size of a cache entry without its document, in characters. */
const ENTRY_UNITS = 200

/** A cache of a generation's documents. */
export type RememberedDocuments = {
  /** Like `load` of the generation, but takes cached documents from memory. */
  readonly load: Generation<Document>['load']
  /** Caches documents that were committed. `units`: the number of characters in their JSON together. */
  learn(docs: ReadonlyMap<string, Held>, units: number): void
  /** Drops a person's documents, after they were removed from the store. */
  forget(userId: string): void
}

/**
 * A cache for a generation that is being built, so that the process need not read its own writes. `isEmpty`: the
 * generation has no documents yet. Then, as long as the cache has dropped no document, a document that is not cached
 * does not exist, and the store is not asked for it. If another process builds the same generation, the next commit
 * fails, and the generation is opened again with an empty cache.
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
        // A document that is larger than the whole cache is not cached.
        if (!held.has(id)) isWhole = false
      }
    },

    forget(userId) {
      const theirs = [...held].filter(([, { doc }]) => doc?.user_id === userId)
      for (const [id] of theirs) held.delete(id)
      // An engine may store the removal of a document. So the store may have an entry for a document that is not
      // cached.
      if (theirs.length > 0) isWhole = false
    },
  }
}

/** A cache for a generation that is being built. Null for a live one, which usually gets few events. */
export async function rememberedOf(
  { live, position }: Checkpoint,
  generation: Generation<Document>,
): Promise<RememberedDocuments | null> {
  if (live) return null
  const isEmpty = position === 0n && (await generation.page('', 1)).length === 0
  return rememberedDocuments(generation, isEmpty)
}
