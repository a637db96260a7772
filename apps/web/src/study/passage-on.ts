import type { FoundWriting } from '@pathlight/contracts/writing.ts'

/** Makes, from verse ids, a passage in the form of a search result (/api/writing). `endVerseId`: null for one verse. */
export const passageOn = (
  book: string,
  version: string,
  verseId: number,
  endVerseId: number | null = null,
): NonNullable<FoundWriting['passage']> => ({
  ...{ book, version, chapter: Math.floor(verseId / 1000) % 1000 },
  ...{ verse_id: verseId, end_verse_id: endVerseId ?? verseId },
})
