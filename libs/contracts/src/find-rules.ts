import { bookByIndex, findBook } from '@pathlight/scripture/books.ts'

// How people search what they have written themselves: the same in the browser, for what is there, and on the server.

/** Letters as they are compared: whatever their case and their form. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The words of a search, each of which must occur. */
export const wordsToFind = (query: string): readonly string[] => folded(query).split(/\s+/).filter(Boolean)

/** All texts by which an item may be found, as `hasWords` takes them. */
export const findable = (texts: readonly (string | null)[]): string => folded(texts.filter(Boolean).join('\n'))

export const hasWords = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word))

/**
 * The names of a verse by which its items may be found: John 3:16, 요한복음 3:16 and their abbreviations. What the id says is
 * believed (specification section 3): the counts of all chapters would be much to carry for it.
 */
export const namesOfVerse = (verseId: number): readonly string[] => {
  const book = bookByIndex(Math.floor(verseId / 1_000_000))
  if (!book) return []
  const place = `${Math.floor(verseId / 1000) % 1000}:${verseId % 1000}`
  const { name, abbreviation } = book
  return [name.en, name.ko, abbreviation.en, abbreviation.ko].map((named) => `${named} ${place}`)
}

/** By what a highlight is found: its words, its verse and its version. */
export const findableHighlight = ({
  selected_text,
  version,
  verse_id,
}: {
  readonly verse_id: number
  readonly version: string
  readonly selected_text: string
}): string => findable([selected_text, version, ...namesOfVerse(verse_id)])

/** By what a bookmark is found: its chapter, in both languages and abbreviated, and its version. */
export const findableBookmark = ({
  book,
  chapter,
  version,
}: {
  readonly book: string
  readonly chapter: number
  readonly version: string
}): string => {
  const named = findBook(book)
  const names = named ? [named.name.en, named.name.ko, named.abbreviation.en, named.abbreviation.ko] : [book]
  return findable([...names.map((name) => `${name} ${chapter}`), version])
}

type Findable = {
  readonly verse_id: number
  readonly version: string
  readonly title: string | null
  readonly text: string
}
/** By what a note is found: its words, its verse and its version. */
export const findableNote = ({ title, text, version, verse_id }: Findable): string =>
  findable([title, text, version, ...namesOfVerse(verse_id)])
