import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { verseRow } from '../schema.ts'
import { packWords } from './packed-words.ts'
import { fittingWords, type VerseWord } from './verse-words.ts'

/** The original words of a version, by verse id. */
export type WordsOfVerses = Map<number, readonly VerseWord[]>

/** The source of a version's original words, which the app shows with them. */
export type WordsCredit = { readonly name: string; readonly licence: string }

/** The key of a version's `WordsCredit` in the table `dataset`. */
export const wordsOf = (code: string): string => `words.${code}`

/** Deletes the original words of a version, and their credit. `number`: the version's number in the library's file. */
export const deleteWords = (db: DatabaseSync, code: string, number: number): void => {
  db.prepare('DELETE FROM words WHERE chapter >= ? AND chapter < ?').run(verseRow(number, 0), verseRow(number + 1, 0))
  db.prepare('DELETE FROM dataset WHERE name = ?').run(wordsOf(code))
}

/** The packed original words of a version. The key is book index * 1000 + chapter. */
export type PackedChapters = ReadonlyMap<number, Uint8Array>

type WordsVersion = {
  readonly code: string
  /** The version's number in the library's file. */
  readonly number: number
  readonly credit: WordsCredit
}

/** Stores the packed words of a version in place of its earlier words. */
export const keepPackedWords = (
  db: DatabaseSync,
  { code, number, credit }: WordsVersion,
  chapters: PackedChapters,
  entries: number,
): void => {
  deleteWords(db, code, number)
  if (entries === 0) return
  const insert = db.prepare('INSERT INTO words (chapter, packed) VALUES (?, ?)')
  const digest = createHash('sha256')
  for (const [chapter, packed] of chapters) {
    digest.update(packed)
    insert.run(verseRow(number, chapter * 1000), packed)
  }
  db.prepare('INSERT INTO dataset (name, credit, fingerprint, entries, added_at) VALUES (?, ?, ?, ?, ?)').run(
    wordsOf(code),
    JSON.stringify(credit),
    digest.digest('hex').slice(0, 16),
    entries,
    new Date().toISOString(),
  )
}

/**
 * Packs and stores the original words of a version in place of its earlier words. If the words of a verse do not fit
 * its text, they are left out, and removed from `words`. The words of each other verse are sorted in `words`, too.
 * @returns the ids of the verses whose words were left out
 */
export const writeWords = (db: DatabaseSync, version: WordsVersion, words: WordsOfVerses): readonly number[] => {
  const textsOf = db.prepare('SELECT row, text FROM verse WHERE row >= ? AND row < ?')
  const chapters = new Map<number, Uint8Array>()
  const left: number[] = []
  let entries = 0
  const verses = [...words.keys()].sort((a, b) => a - b)
  for (const [chapter, verseIds] of Map.groupBy(verses, (verseId) => Math.floor(verseId / 1000))) {
    const [first, end] = [chapter * 1000, (chapter + 1) * 1000].map((id) => verseRow(version.number, id))
    const texts = new Map(textsOf.all(first as number, end as number).map(({ row, text }) => [row, String(text)]))
    const ofChapter = new Map<number, readonly VerseWord[]>()
    for (const verseId of verseIds) {
      const text = texts.get(verseRow(version.number, verseId)) ?? ''
      const fitting = fittingWords(text, words.get(verseId) ?? [])
      if (fitting === null) left.push(verseId)
      else ofChapter.set(verseId % 1000, fitting)
      words.set(verseId, fitting ?? [])
      entries += fitting?.length ?? 0
    }
    if (ofChapter.size > 0) chapters.set(chapter, packWords(ofChapter))
  }
  keepPackedWords(db, version, chapters, entries)
  return left
}
