import type { FoundWriting } from '@pathlight/contracts/writing.ts'

/** A passage in the form of a search result (/api/writing), made from verse ids. `endVerseId`: null for one verse. */
export const passageOn = (
  book: string,
  version: string,
  verseId: number,
  endVerseId: number | null = null,
): NonNullable<FoundWriting['passage']> => ({
  ...{ book, version, chapter: Math.floor(verseId / 1000) % 1000 },
  ...{ verse_id: verseId, end_verse_id: endVerseId ?? verseId },
})
