import type { User } from '@pathlight/contracts/accounts.ts'
import type { Overlay } from '@pathlight/contracts/overlay.ts'
import type { OverlaySermon } from '@pathlight/contracts/sermons.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { shownItems } from '../api/shown-items.ts'
import { usePendingWrites } from '../api/use-pending-writes.ts'
import type { Place } from '../bible/place.ts'
import { highlightWrites } from './highlight-writes.ts'
import { noteWrites } from './note-writes.ts'
import { overlayQuery } from './overlay-query.ts'
import { type SermonItem, sermonWrites } from './sermon-writes.ts'

/** With the verses that it is shown on; of one that the server has not placed yet, its own. */
const onItsVerses = (item: SermonItem): OverlaySermon => ({
  ...item,
  shown_from: item.shown_from ?? item.start_verse_id,
  shown_to: item.shown_to ?? item.end_verse_id,
})

const chapterOf = (verseId: number) => Math.floor(verseId / 1000) % 1000

/** Everything that the person has on a chapter, with what they have just changed; `data` is undefined while it is coming. */
export const useOverlay = (user: User | null, { version, book, chapter }: Place) => {
  const { data: served, isError, refetch } = useQuery(overlayQuery(user, { version, book, chapter }))
  const noteChanges = usePendingWrites(noteWrites, user?.id)
  const highlightChanges = usePendingWrites(highlightWrites, user?.id)
  const sermonChanges = usePendingWrites(sermonWrites, user?.id)
  const data = useMemo((): Overlay | undefined => {
    if (!served) return undefined
    // A new one of another numbering stands where its number says until the server has said where its words are.
    const isHere = (item: { book: string; verse_id: number }, known: boolean) =>
      known || (item.book === book && chapterOf(item.verse_id) === chapter)
    const notes = shownItems(served.value.notes, served.at, noteChanges, isHere)
    const highlights = shownItems(served.value.highlights, served.at, highlightChanges, isHere)
    const touches = (item: SermonItem, known: boolean) =>
      known || (item.book === book && item.start_chapter <= chapter && chapter <= item.end_chapter)
    const sermons = shownItems<SermonItem>(served.value.sermons, served.at, sermonChanges, touches)
    const { value } = served
    if (notes === value.notes && highlights === value.highlights && sermons === value.sermons) return value
    return { ...value, notes: [...notes], highlights: [...highlights], sermons: sermons.map(onItsVerses) }
  }, [served, noteChanges, highlightChanges, sermonChanges, book, chapter])
  return { data, isError, refetch }
}
