import { type ReferenceInText, referencesInText } from '@pathlight/scripture/references-in-text.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { idsOfPagesIn } from './item-pages-rules.ts'
import type { Editable } from './kind-rules.ts'
import { padWords } from './pad-rules.ts'

// A text mentions verses by their references, and other items by links to their pages.

/** `verses`: ranges of verse ids (specification section 3), inclusive. `items`: ids of linked items. */
export type Mentions = {
  readonly verses: readonly (readonly [from: number, to: number])[]
  readonly items: readonly string[]
}

/** A number above every verse number of a chapter. */
const END = 999

/** The ids of a passage's first and last verse. The last verse of a whole chapter is END. */
const rangeOf = ({ book, chapter, verse, endChapter, endVerse }: ReferenceInText): readonly [number, number] => [
  verseId(book.index, chapter, verse ?? 1),
  verseId(book.index, endChapter, endVerse ?? END),
]

/** The mentions of a text. `addresses`: those of its links, if they are not in the text itself, as in rich text. */
export const mentionsIn = (text: string, addresses = text): Mentions => ({
  verses: referencesInText(text).map(rangeOf),
  items: idsOfPagesIn(addresses),
})

/** The mentions of a study pad: in its words, by its passages and by its items. */
export const mentionsOfPad = ({ title, entries }: Pick<Editable['pad'], 'title' | 'entries'>): Mentions => {
  const said = mentionsIn([title, ...padWords(entries)].join('\n'))
  return {
    verses: [
      ...said.verses,
      ...entries.flatMap((entry): Mentions['verses'] =>
        entry.type === 'passage' ? [[entry.verse_id, entry.end_verse_id ?? entry.verse_id]] : [],
      ),
    ],
    items: [...said.items, ...entries.flatMap((entry) => (entry.type === 'item' ? [entry.id] : []))],
  }
}

/**
 * A search for mentions: a range of verse ids, and the id of a linked item in lower case. A null field matches
 * anything.
 */
export type AskedMention = {
  readonly verses: readonly [from: number, to: number] | null
  readonly item: string | null
}

/** Reads the parameters `names` (43003016, or 43003016-43003018) and `links_to` (an id). Null if neither is there. */
export const askedMention = (names: string | null, linksTo: string | null): AskedMention | null => {
  if (names === null && linksTo === null) return null
  const [from = 0, to = from] = (names ?? '').split('-').map(Number)
  return { verses: names === null ? null : [from, to], item: linksTo?.toLowerCase() ?? null }
}

/** Whether these mentions match the search. */
export const mentions = ({ verses, items }: Mentions, { verses: range, item }: AskedMention): boolean =>
  (item === null || items.some((one) => one.toLowerCase() === item)) &&
  (range === null || verses.some(([from, to]) => from <= range[1] && range[0] <= to))
