import type { Verse } from '@pathlight/contracts/bible.ts'
import type { OverlaySermon } from '@pathlight/contracts/sermons.ts'

/** The sermons whose verses on the chapter hold this one, or any of a bridge. */
export const sermonsOnVerse = (
  sermons: readonly OverlaySermon[],
  { verse_id, verse, through = verse }: Pick<Verse, 'verse_id' | 'verse' | 'through'>,
): readonly OverlaySermon[] =>
  sermons.filter(({ shown_from, shown_to }) => shown_from <= verse_id + (through - verse) && verse_id <= shown_to)
