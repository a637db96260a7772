import type { Kind } from '../study/kind.ts'

/** All kinds of items that people write: the `kind` of every kinds/<name>/kind.ts, in the order of `order`. */
export const KINDS: readonly Kind[] = Object.values(
  import.meta.glob<Kind>('../kinds/*/kind.ts', { eager: true, import: 'kind' }),
).toSorted((a, b) => a.order - b.order)

/** The catalogues with the few words of each kind that other pages need, such as its title and its name on a verse. */
export const KIND_WORDS = KINDS.map(({ name }) => `${name}-brief` as const)
