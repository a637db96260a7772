import type { FoundWriting } from '@pathlight/contracts/writing.ts'

/** Verses of a book, as a search over all of one's writing names them. */
export const passageOn = (
  book: string,
  version: string,
  verseId: number,
  endVerseId: number | null = null,
): NonNullable<FoundWriting['passage']> => ({
  ...{ book, version, chapter: Math.floor(verseId / 1000) % 1000 },
  ...{ verse_id: verseId, end_verse_id: endVerseId ?? verseId },
})
