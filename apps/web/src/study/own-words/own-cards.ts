import type { FoundWriting } from '@pathlight/contracts/writing.ts'
import { formatReference } from '@pathlight/scripture/format-reference.ts'
import { chapterHeading } from '../../bible/passage-names.ts'
import { passagePath } from '../../bible/passage-path.ts'
import type { Language } from '../../locales/words.ts'

/**
 * Highlights with the same colour, style and tags on neighbouring verses count as made together if no more time than
 * this passed between one and the next, in milliseconds.
 */
const TOGETHER_MS = 60_000

type Passage = NonNullable<FoundWriting['passage']>
type Colored = FoundWriting & { readonly passage: Passage }

/**
 * One of a person's items, or a highlight on several neighbouring verses. `verses`: the number of verses that were
 * highlighted together.
 */
export type OwnCard = FoundWriting & { readonly verses: number }

const inBook = (verseId: number) => ({ chapter: Math.floor(verseId / 1000) % 1000, verse: verseId % 1000 })

/** Whether `one`, an older item, was highlighted together with the card. False for items without a colour. */
const isTogether = (card: OwnCard & Colored, one: Colored): boolean => {
  const { verse_id: first, end_verse_id: last, version } = card.passage
  const { verse_id: verse } = one.passage
  if (card.color === null || card.kind !== one.kind) return false
  if (card.color !== one.color || card.style !== one.style) return false
  if (JSON.stringify(card.tags ?? []) !== JSON.stringify(one.tags ?? [])) return false
  if (first === null || verse === null || version !== one.passage.version) return false
  if (inBook(first).chapter !== inBook(verse).chapter) return false
  const isBeside = verse === first - 1 || verse === (last ?? first) + 1
  return isBeside && Date.parse(card.created_at) - Date.parse(one.created_at) <= TOGETHER_MS
}

const joined = (card: OwnCard & Colored, one: Colored): OwnCard => {
  const { verse_id: first, end_verse_id: last } = card.passage
  const isBefore = (one.passage.verse_id ?? 0) < (first ?? 0)
  return {
    ...card,
    passage: {
      ...card.passage,
      ...(isBefore
        ? { verse_id: one.passage.verse_id, end_verse_id: last ?? first }
        : { end_verse_id: one.passage.verse_id }),
    },
    excerpt: isBefore ? `${one.excerpt} ${card.excerpt}` : `${card.excerpt} ${one.excerpt}`,
    created_at: one.created_at,
    verses: card.verses + 1,
  }
}

const isPlaced = <One extends FoundWriting>(one: One | undefined): one is One & Colored => !!one?.passage

/** A person's items as cards. Items and cards are newest first. */
export const ownCards = (items: readonly FoundWriting[]): readonly OwnCard[] => {
  const cards: OwnCard[] = []
  /**
   * The index of the last added card with a colour. Another item may have been made between two verses that were
   * highlighted together, so the very last card may be of that item.
   */
  let colored = -1
  for (const item of items) {
    const card = cards[colored]
    if (isPlaced(card) && isPlaced(item) && isTogether(card, item)) {
      cards[colored] = joined(card, item)
      continue
    }
    if (item.color !== null) colored = cards.length
    cards.push({ ...item, verses: 1 })
  }
  return cards
}

/** The cards of one chapter, or, with `book` '', all cards without a passage. */
export type OwnChapter = {
  readonly key: string
  readonly book: string
  readonly chapter: number
  readonly cards: readonly OwnCard[]
}

/**
 * The cards by chapter. The chapter with the newest card comes first, so that further pages with older cards move no
 * chapter. Within a chapter, cards on the whole chapter come first, then cards by verse, the shorter range first.
 */
export const byChapter = (cards: readonly OwnCard[]): readonly OwnChapter[] =>
  [...Map.groupBy(cards, ({ passage }) => `${passage?.book} ${passage?.chapter}`)].map(([key, inChapter]) => {
    const { book = '', chapter = 0 } = inChapter[0]?.passage ?? {}
    return {
      ...{ key, book, chapter },
      cards: inChapter.toSorted(({ passage: a }, { passage: b }) =>
        a?.verse_id === b?.verse_id
          ? (a?.end_verse_id ?? 0) - (b?.end_verse_id ?? 0)
          : (a?.verse_id ?? 0) - (b?.verse_id ?? 0),
      ),
    }
  })

/** The name of a passage: John 3:16–18, or 시편 23편 for a whole chapter. */
export const nameOfPassage = ({ book, chapter, verse_id, end_verse_id }: Passage, language: Language): string => {
  if (verse_id === null) return chapterHeading(book, chapter, language)
  const end = inBook(end_verse_id ?? verse_id)
  return formatReference({ book, ...inBook(verse_id), endChapter: end.chapter, endVerse: end.verse }, language)
}

/** The verses of a passage without the chapter: 16–18, 16–4:2. '' for a whole chapter. */
export const versesOfPassage = ({ verse_id, end_verse_id }: Passage): string => {
  if (verse_id === null) return ''
  const [first, last] = [inBook(verse_id), inBook(end_verse_id ?? verse_id)]
  if (first.chapter !== last.chapter) return `${first.verse}–${last.chapter}:${last.verse}`
  return last.verse > first.verse ? `${first.verse}–${last.verse}` : `${first.verse}`
}

/** The address of a passage in the reader. Of a passage on several chapters, it names only the first verse. */
export const pathOfPassage = ({ version, book, chapter, verse_id, end_verse_id }: Passage): string => {
  if (verse_id === null) return passagePath({ version, book, chapter })
  const [first, last] = [inBook(verse_id), inBook(end_verse_id ?? verse_id)]
  return passagePath({ version, book, chapter }, first.verse, last.chapter === first.chapter ? last.verse : first.verse)
}
