import type { Library } from '../library.ts'
import { type FindVerses, findVersesIn } from './find-verses.ts'
import { openSearchIndex } from './search-index.ts'

/** Finds verses in the versions of a library: the search page's call. */
export const openFindVerses = (library: Library): FindVerses => findVersesIn(openSearchIndex(library.db))
