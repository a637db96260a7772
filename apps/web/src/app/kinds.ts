import type { Kind } from '../study/kind.ts'

/**
 * All kinds of things that people keep: every folder in kinds/ with a kind.ts. Routes, lists, counts, words, what the reader
 * shows and what waits to be sent follow from these values.
 */
export const KINDS: readonly Kind[] = Object.values(
  import.meta.glob<Kind>('../kinds/*/kind.ts', { eager: true, import: 'kind' }),
).toSorted((a, b) => a.order - b.order)

/** The words that pages with all kinds say of each kind: `kinds.<name>.title`, and its name on a verse. */
export const KIND_WORDS = KINDS.map(({ name }) => `${name}-brief` as const)
