import type { Verse, Version } from './bible.ts'
import type { CrossReferences } from './bible-references.ts'

// A pack is a whole version in one file, which a browser downloads for offline reading: gzipped lines of JSON, a header line and then
// one line a chapter. The list of cross-references is a pack, too. The server writes packs and the browser reads them.

/** The format's version. A browser that has a pack of another format downloads it again. */
export const PACK_FORMAT = 1

/** The name of the pack of cross-references. It cannot be a version's code, because codes have no lower-case letters. */
export const CROSS_REFERENCES_PACK = 'cross-references'

/** A version without the fields that only the server needs. */
export type PackedVersion = Omit<Version, 'source' | 'available' | 'hint' | 'command'> & {
  readonly copyright: string | null
}
/** The first line. */
export type PackHead = {
  readonly format: number
  /** How many lines follow, each with a chapter. */
  readonly chapters: number
} & (
  | { readonly kind: 'version'; readonly version: PackedVersion }
  | { readonly kind: 'cross-references'; readonly credit: NonNullable<CrossReferences['credit']> }
)

/** Everything of a verse but its text and its place. */
type VerseMarkup = Omit<Verse, 'version' | 'book' | 'chapter' | 'verse' | 'verse_id' | 'text'>

/**
 * A chapter as a line. `numbers` are the verse numbers in the order of `texts`, or 0 when they are 1, 2, 3 and so on. `markup` is by
 * index in `texts`.
 */
export type PackedChapter = readonly [
  book: number,
  chapter: number,
  texts: readonly string[],
  numbers: 0 | readonly number[],
  markup: Readonly<Record<number, VerseMarkup>>,
]

/** Puts texts and markup apart, because gzip compresses them better that way. */
export const packChapter = (book: number, chapter: number, verses: readonly Verse[]): PackedChapter => {
  const markup: Record<number, VerseMarkup> = {}
  verses.forEach(({ version, book, chapter, verse, verse_id, text, ...fields }, index) => {
    if (Object.keys(fields).length > 0) markup[index] = fields
  })
  const isConsecutive = verses.every(({ verse }, index) => verse === index + 1)
  const numbers = isConsecutive ? 0 : verses.map(({ verse }) => verse)
  return [book, chapter, verses.map(({ text }) => text), numbers, markup]
}

/** The inverse of packChapter. @param name the English name of the book */
export const unpackChapter = (
  version: string,
  name: string,
  [book, chapter, texts, numbers, markup]: PackedChapter,
): Verse[] =>
  texts.map((text, index) => {
    const verse = numbers === 0 ? index + 1 : (numbers[index] ?? 0)
    const verse_id = book * 1_000_000 + chapter * 1_000 + verse
    return { version, book: name, chapter, verse, verse_id, text, ...markup[index] }
  })

/** The cross-references of a chapter, by verse number. Each target is two numbers, its first and last verse id; best first. */
export type PackedReferences = readonly [
  book: number,
  chapter: number,
  verses: Readonly<Record<number, readonly number[]>>,
]
