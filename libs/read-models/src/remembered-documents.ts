import { LRUCache } from 'lru-cache'
import type { Checkpoint, Document, Generation, Held } from './read-model-store.ts'

/** About the most characters of documents that are remembered for one generation: ten at once take some 100 MB. */
const MOST_UNITS = 4_000_000
/** An entry's own size, in the same unit. */
const ENTRY_UNITS = 200

/** The documents of a generation that are known without asking the store. */
export type RememberedDocuments = {
  /** As the generation's; the store is asked only for what is not known. */
  readonly load: Generation<Document>['load']
  /** Remembers what was committed, `units` characters in all. */
  learn(docs: ReadonlyMap<string, Held>, units: number): void
  /** Forgets a person's documents, which were removed. */
  forget(userId: string): void
}

/**
 * A process that builds a generation need not read again what it has written itself. One process builds it at a
 * time: if another one does, the next commit is lost, and it is opened anew with nothing remembered. `isEmpty`:
 * the generation has no documents and nothing was applied. Then what is not remembered is not there, until something
 * had to be let go.
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
        // A document that is larger than all that may be kept.
        if (!held.has(id)) isWhole = false
      }
    },

    forget(userId) {
      const theirs = [...held].filter(([, { doc }]) => doc?.user_id === userId)
      for (const [id] of theirs) held.delete(id)
      // An engine may keep what is left of them.
      if (theirs.length > 0) isWhole = false
    },
  }
}

/** Remembers documents for a generation that is being built. A live one gets few events, so it reads its documents each time: null. */
export async function rememberedOf(
  { live, position }: Checkpoint,
  generation: Generation<Document>,
): Promise<RememberedDocuments | null> {
  if (live) return null
  const isEmpty = position === 0n && (await generation.page('', 1)).length === 0
  return rememberedDocuments(generation, isEmpty)
}
