import { bookmarks } from '../kinds/bookmarks/kind.ts'
import { highlights } from '../kinds/highlights/kind.ts'
import { notes } from '../kinds/notes/kind.ts'
import { sermons } from '../kinds/sermons/kind.ts'
import type { Kind } from '../study/kind.ts'

/**
 * All kinds of things that people keep, in the order in which the navigation, the reader's popup and its panel show them.
 * Routes, lists, counts, words, what the reader shows and what waits to be sent follow from this list.
 */
export const KINDS: readonly Kind[] = [notes, highlights, sermons, bookmarks]

/** What pages with all kinds on them say of each: `kinds.<name>.title`, and what it is called on a verse. */
export const KIND_WORDS = KINDS.map(({ name }) => `${name}-brief` as const)
