import { detectVersification, type Versification } from '@pathlight/scripture/versification.ts'

/**
 * For each book (by index) and chapter, the number of the text's last verse. These numbers show the text's
 * versification.
 */
export type LastVerses = Map<number, Map<number, number>>

export const noteLastVerse = (lastVerses: LastVerses, verseId: number) => {
  const book = Math.floor(verseId / 1_000_000)
  const chapter = Math.floor(verseId / 1000) % 1000
  const chapters = lastVerses.get(book) ?? new Map<number, number>()
  lastVerses.set(book, chapters.set(chapter, Math.max(verseId % 1000, chapters.get(chapter) ?? 0)))
}

export const versificationOf = (lastVerses: LastVerses): Versification =>
  detectVersification(
    new Map(
      [...lastVerses].map(([book, chapters]) => [
        book,
        Array.from({ length: Math.max(...chapters.keys()) }, (_, place) => chapters.get(place + 1) ?? 0),
      ]),
    ),
  )
