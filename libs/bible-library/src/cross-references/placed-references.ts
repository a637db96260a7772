import type { CrossReferences } from '@pathlight/contracts/bible-references.ts'
import { bookByIndex } from '@pathlight/scripture/books.ts'
import { fromStandard, type Versification } from '@pathlight/scripture/versification.ts'

// How cross-references are shown in a version, on the server and in browsers that keep them. Pure.

/** A passage by its first and last verse id, in the standard numbering. */
export type Entry = { readonly target: number; readonly through: number }

/** Verses of a passage whose text is given: a sight of it, not the passage. */
const VERSES_SHOWN = 3

/** The entries of several lists, each once, in order. */
export const eachOnce = (all: readonly Entry[]): readonly Entry[] => {
  const known = new Set<string>()
  return all.filter(({ target, through }) => {
    const key = `${target} ${through}`
    return !known.has(key) && known.add(key)
  })
}

/** Where a passage is in a version that numbers so: its first and last verse id there. */
export const placedIn = (versification: Versification, { target, through }: Entry) => {
  const from = fromStandard(versification, target)[0] ?? target
  const last = Math.max(from, fromStandard(versification, through).at(-1) ?? through)
  return { from, last }
}

/** A passage as it is answered. @param texts of its verses in the version, in order */
export const shownReference = (
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
