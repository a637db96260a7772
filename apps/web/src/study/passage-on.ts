import type { FoundWriting } from '@pathlight/contracts/writing.ts'

/** Verses of a book, in the form of the search in all of one's writing. */
export const passageOn = (
  book: string,
  version: string,
  verseId: number,
  endVerseId: number | null = null,
): NonNullable<FoundWriting['passage']> => ({
  ...{ book, version, chapter: Math.floor(verseId / 1000) % 1000 },
  ...{ verse_id: verseId, end_verse_id: endVerseId ?? verseId },
})
