import type { Verse, Version } from './bible.ts'
import type { CrossReferences } from './bible-references.ts'

// A version as one file, for browsers that keep it: lines of JSON, packed by gzip. The first line says what it is, each of the
// others has a chapter. The list of cross-references is such a file, too. The server writes it, the browser reads it.

/** Of the lines. A browser that knows another one gets the file anew. */
export const PACK_FORMAT = 1

/** The name of the list of cross-references, beside the codes of versions. No version has it: a code has no lower case. */
export const CROSS_REFERENCES_PACK = 'cross-references'

/** What a version is, without what only the server that has it needs to know. */
export type PackedVersion = Omit<Version, 'source' | 'available' | 'hint' | 'command'> & {
  readonly copyright: string | null
}
export type PackHead = {
  readonly format: number
  /** How many lines follow. */
  readonly chapters: number
} & (
  | { readonly kind: 'version'; readonly version: PackedVersion }
  | { readonly kind: 'cross-references'; readonly credit: NonNullable<CrossReferences['credit']> }
)

/** What a verse has beside its words. */
type Rest = Omit<Verse, 'version' | 'book' | 'chapter' | 'verse' | 'verse_id' | 'text'>

/**
 * A chapter: the index of its book, its number, the texts of its verses in order; their numbers, or 0 where these are 1, 2,
 * 3 and so on; by the place in the list what a verse has beside its words.
 */
export type PackedChapter = readonly [
  book: number,
  chapter: number,
  texts: readonly string[],
  numbers: 0 | readonly number[],
  rest: Readonly<Record<number, Rest>>,
]

/** Texts stand apart from what is laid over them: so they pack better. */
export const packChapter = (book: number, chapter: number, verses: readonly Verse[]): PackedChapter => {
  const rest: Record<number, Rest> = {}
  verses.forEach(({ version, book, chapter, verse, verse_id, text, ...more }, place) => {
    if (Object.keys(more).length > 0) rest[place] = more
  })
  const isCounted = verses.every(({ verse }, place) => verse === place + 1)
  const numbers = isCounted ? 0 : verses.map(({ verse }) => verse)
  return [book, chapter, verses.map(({ text }) => text), numbers, rest]
}

/** The verses that were packed. @param name the English name of the book */
export const unpackChapter = (
  version: string,
  name: string,
  [book, chapter, texts, numbers, rest]: PackedChapter,
): Verse[] =>
  texts.map((text, place) => {
    const verse = numbers === 0 ? place + 1 : (numbers[place] ?? 0)
    const verse_id = book * 1_000_000 + chapter * 1_000 + verse
    return { version, book: name, chapter, verse, verse_id, text, ...rest[place] }
  })

/** What else the Bible says on the verses of a chapter, by the verse's number: targets in pairs (first and last verse id), best first. */
export type PackedReferences = readonly [
  book: number,
  chapter: number,
  verses: Readonly<Record<number, readonly number[]>>,
]
