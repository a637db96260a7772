import type { Kind } from '../study/kind.ts'

/**
 * All kinds of items that people keep: every folder in kinds/ with a kind.ts. Routes, lists, counts, words, the reader
 * and the outbox follow from these values.
 */
export const KINDS: readonly Kind[] = Object.values(
  import.meta.glob<Kind>('../kinds/*/kind.ts', { eager: true, import: 'kind' }),
).toSorted((a, b) => a.order - b.order)

/** The catalogues with the short words of each kind: `kinds.<name>.title`, and its name on a verse. */
export const KIND_WORDS = KINDS.map(({ name }) => `${name}-brief` as const)
