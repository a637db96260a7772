import { type Book, bookByIndex, findBook } from '@pathlight/scripture/books.ts'
import { normalForm, withoutInvisible } from '@pathlight/scripture/normal-form.ts'
import type { Tagged } from './tag-rules.ts'

/** The longest query of the search in a person's own texts, in UTF-16 units. */
export const FIND_MAX = 200

// Search in the texts that a person wrote. The server and the browser use these functions, so both find the same items.

/**
 * The form in which texts are compared: without case, compatibility forms and invisible characters. The dashes U+2010
 * to U+2015 become hyphens.
 */
const folded = (text: string): string =>
  normalForm(withoutInvisible(text), 'NFKC')
    .toLowerCase()
    .replace(/[\u2010-\u2015]/g, '-')

/** The words of a search. A found text has all of them. */
export const wordsToFind = (query: string): readonly string[] => folded(query).split(/\s+/).filter(Boolean)

/** Joins the texts by which an item is found, in the form that `hasWords` takes. */
export const findable = (texts: readonly (string | null)[]): string =>
  // A text is folded quickly if all of it is ASCII. Each text is folded separately, because in one long text the Korean
  // names of verses would make the folding of all words slow.
  texts.flatMap((text) => (text ? [folded(text)] : [])).join('\n')

export const hasWords = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word))

const namesOf = ({ name, abbreviation }: Book): readonly string[] => [
  name.en,
  name.ko,
  abbreviation.en,
  abbreviation.ko,
]

/** The Korean name of a chapter: 시편 119편, 요한복음 3장. */
export const koreanChapter = ({ name }: Book, chapter: number): string =>
  `${name.ko} ${chapter}${name.en === 'Psalms' ? '편' : '장'}`

/**
 * The names under which verses are found, as the app writes them: John 3:16, 요한복음 3:16-18, Jn 3:16-4:2. A range in one
 * chapter also has its verses without the book (3:17). Ids are not checked, because the table of verse counts is too
 * large for a browser to load.
 */
export const namesOfVerses = (start: number, end = start): readonly string[] => {
  const book = bookByIndex(Math.floor(start / 1_000_000))
  if (!book) return []
  const [chapter, endChapter] = [Math.floor(start / 1000) % 1000, Math.floor(end / 1000) % 1000]
  const first = `${chapter}:${start % 1000}`
  const last = `${endChapter}:${end % 1000}`
  if (start === end) return namesOf(book).map((named) => `${named} ${first}`)
  const places = [`${first}-${chapter === endChapter ? end % 1000 : last}`, last]
  const between =
    chapter === endChapter ? Array.from({ length: end - start }, (_, at) => `${chapter}:${(start % 1000) + at}`) : []
  return [...namesOf(book).flatMap((named) => places.map((place) => `${named} ${place}`)), ...between]
}

/** The searchable text of a highlight: words, verse, version and tags. */
export const findableHighlight = ({
  selected_text,
  version,
  verse_id,
  tags = [],
}: Tagged & {
  readonly verse_id: number
  readonly version: string
  readonly selected_text: string
}): string => findable([selected_text, version, ...namesOfVerses(verse_id), ...tags])

/** The searchable text of a bookmark: chapter in both languages and abbreviated, verses, version and tags. */
export const findableBookmark = ({
  book,
  chapter,
  verse_id,
  end_verse_id,
  version,
  tags = [],
}: Tagged & {
  readonly book: string
  readonly chapter: number
  readonly verse_id?: number | null | undefined
  readonly end_verse_id?: number | null | undefined
  readonly version: string
}): string => {
  const named = findBook(book)
  const names = named ? namesOf(named) : [book]
  const counted = named ? [koreanChapter(named, chapter)] : []
  const verses = verse_id ? namesOfVerses(verse_id, end_verse_id ?? verse_id) : []
  return findable([...names.map((name) => `${name} ${chapter}`), ...counted, ...verses, version, ...tags])
}

type Findable = Tagged & {
  readonly verse_id: number
  readonly end_verse_id?: number | null | undefined
  readonly version: string
  readonly title?: string | null | undefined
  readonly text: string
}
/** The searchable form of a text on verses: its words, verses, version and tags. */
export const findableText = ({ title = null, text, version, verse_id, end_verse_id, tags = [] }: Findable): string =>
  findable([title, text, version, ...namesOfVerses(verse_id, end_verse_id ?? verse_id), ...tags])
