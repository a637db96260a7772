import type { Kind } from '../study/kind.ts'

/**
 * All kinds of things that people keep: every folder in kinds/ with a kind.ts. Routes, lists, counts, words, what the reader
 * shows and what waits to be sent follow from these values.
 */
export const KINDS: readonly Kind[] = Object.values(
  import.meta.glob<Kind>('../kinds/*/kind.ts', { eager: true, import: 'kind' }),
).toSorted((a, b) => a.order - b.order)

/** What pages with all kinds on them say of each: `kinds.<name>.title`, and what it is called on a verse. */
export const KIND_WORDS = KINDS.map(({ name }) => `${name}-brief` as const)
