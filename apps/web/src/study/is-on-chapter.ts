import type { ChapterReference } from '../bible/chapter-reference.ts'

/** Whether something on a verse is on a chapter, as its own version numbers it. */
export const isOnChapter = (
  item: { readonly book: string; readonly verse_id: number },
  { book, chapter }: ChapterReference,
) => item.book === book && Math.floor(item.verse_id / 1000) % 1000 === chapter
