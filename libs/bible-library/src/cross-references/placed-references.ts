import type { CrossReferences } from '@pathlight/contracts/bible-references.ts'
import { bookByIndex } from '@pathlight/scripture/books.ts'
import { fromStandard, type Versification } from '@pathlight/scripture/versification.ts'

// Maps cross-references to a version's numbering. The module does no I/O, because browsers with a downloaded text use
// it, too.

/** A passage by its first and last verse id, in the standard numbering. */
export type Entry = { readonly target: number; readonly through: number }

/** The most verses in the preview of a passage. */
const VERSES_SHOWN = 3

/** The entries without duplicates, in their order. */
export const withoutDuplicates = (all: readonly Entry[]): readonly Entry[] => {
  const keys = new Set<string>()
  return all.filter(({ target, through }) => {
    const key = `${target} ${through}`
    return !keys.has(key) && keys.add(key)
  })
}

/** The first and last verse id of a passage in a version's numbering. */
export const rangeIn = (versification: Versification, { target, through }: Entry) => {
  const from = fromStandard(versification, target)[0] ?? target
  const last = Math.max(from, fromStandard(versification, through).at(-1) ?? through)
  return { from, last }
}

/**
 * A passage in the API's form.
 * @param texts the texts of the passage's verses in the version, in the order of the verses
 */
export const toCrossReference = (
  { from, last }: { readonly from: number; readonly last: number },
  texts: readonly string[],
): CrossReferences['references'][number] => {
  const text = texts.slice(0, VERSES_SHOWN).join(' ')
  return {
    book: bookByIndex(Math.floor(from / 1_000_000))?.name.en ?? '',
    chapter: Math.floor(from / 1000) % 1000,
    verse: from % 1000,
    endChapter: Math.floor(last / 1000) % 1000,
    endVerse: last % 1000,
    text: text === '' ? null : text,
    truncated: texts.length > VERSES_SHOWN,
  }
}
