import type { Verse } from '@pathlight/contracts/bible.ts'
import type { OverlaySermon } from '@pathlight/contracts/sermons.ts'
import type { OnChapterKind } from '../../study/use-items-on-chapter.ts'
import { type SermonItem, sermonWrites } from './sermon-writes.ts'

export const overlaySermons: OnChapterKind<'sermons', SermonItem> = {
  name: 'sermons',
  writes: sermonWrites,
  isOn: (sermon, { book, chapter }) =>
    sermon.book === book && sermon.start_chapter <= chapter && chapter <= sermon.end_chapter,
  // If the server gave no verse ids for the chapter's version, the sermon's own ids are used.
  shown: (sermon) => ({
    ...sermon,
    shown_from: sermon.shown_from ?? sermon.start_verse_id,
    shown_to: sermon.shown_to ?? sermon.end_verse_id,
  }),
}

/** The sermons that include the verse. If the version joins several verses into one, any of those verses counts. */
export const sermonsOnVerse = (
  sermons: readonly OverlaySermon[],
  { verse_id, verse, through = verse }: Pick<Verse, 'verse_id' | 'verse' | 'through'>,
): readonly OverlaySermon[] =>
  sermons.filter(({ shown_from, shown_to }) => shown_from <= verse_id + (through - verse) && verse_id <= shown_to)
