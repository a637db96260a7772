import { type ReferenceInText, referencesInText } from '@pathlight/scripture/references-in-text.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { idsOfPagesIn } from './item-pages-rules.ts'
import type { Editable } from './kind-rules.ts'
import { padWords } from './pad-rules.ts'

// What a text of one's own names: verses by their references, other items by links to their pages.

/** `verses`: ranges of verse ids (specification section 3), both ends included. `items`: ids of items that are linked to. */
export type Mentions = {
  readonly verses: readonly (readonly [from: number, to: number])[]
  readonly items: readonly string[]
}

/** Above every verse of a chapter. */
const END = 999

/** The ids of a passage's first and last verse. Of whole chapters the last is END. */
const rangeOf = ({ book, chapter, verse, endChapter, endVerse }: ReferenceInText): readonly [number, number] => [
  verseId(book.index, chapter, verse ?? 1),
  verseId(book.index, endChapter, endVerse ?? END),
]

/** What a text names. `addresses`: where its links are, if they stand elsewhere than in the text, as those of rich text do. */
export const mentionsIn = (text: string, addresses = text): Mentions => ({
  verses: referencesInText(text).map(rangeOf),
  items: idsOfPagesIn(addresses),
})

/** What a study pad names: in its words, by its passages and by the items in it. */
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

/** A range of verse ids of which a text names one, and the id of an item that it links to, in small letters; null: whatever it names. */
export type AskedMention = {
  readonly verses: readonly [from: number, to: number] | null
  readonly item: string | null
}

/** Reads what a call asks for in its parameters `names` (43003016, or 43003016-43003018) and `links_to` (an id); null: it asks for neither. */
export const askedMention = (names: string | null, linksTo: string | null): AskedMention | null => {
  if (names === null && linksTo === null) return null
  const [from = 0, to = from] = (names ?? '').split('-').map(Number)
  return { verses: names === null ? null : [from, to], item: linksTo?.toLowerCase() ?? null }
}

/** Whether a text with these mentions is asked for. */
export const mentions = ({ verses, items }: Mentions, { verses: range, item }: AskedMention): boolean =>
  (item === null || items.some((one) => one.toLowerCase() === item)) &&
  (range === null || verses.some(([from, to]) => from <= range[1] && range[0] <= to))
