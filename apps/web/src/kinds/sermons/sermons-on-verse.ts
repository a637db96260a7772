import type { Verse } from '@pathlight/contracts/bible.ts'
import type { OverlaySermon } from '@pathlight/contracts/sermons.ts'
import type { OnChapterKind } from '../../study/use-items-on-chapter.ts'
import { type SermonItem, sermonWrites } from './sermon-writes.ts'

export const overlaySermons: OnChapterKind<'sermons', SermonItem> = {
  name: 'sermons',
  writes: sermonWrites,
  isOn: (sermon, { book, chapter }) =>
    sermon.book === book && sermon.start_chapter <= chapter && chapter <= sermon.end_chapter,
  // Without the server's numbers for this chapter, the sermon's own verse numbers count.
  shown: (sermon) => ({
    ...sermon,
    shown_from: sermon.shown_from ?? sermon.start_verse_id,
    shown_to: sermon.shown_to ?? sermon.end_verse_id,
  }),
}

/** The sermons that include the verse, or any of its verses where the version joins several into one. */
export const sermonsOnVerse = (
  sermons: readonly OverlaySermon[],
  { verse_id, verse, through = verse }: Pick<Verse, 'verse_id' | 'verse' | 'through'>,
): readonly OverlaySermon[] =>
  sermons.filter(({ shown_from, shown_to }) => shown_from <= verse_id + (through - verse) && verse_id <= shown_to)
