import type { Item, WriteKind } from '../api/pending-write.ts'
import type { ItemOf, Lists, OnChapterKind } from './use-items-on-chapter.ts'

type ItemOnVerse = Item & { readonly book: string; readonly verse_id: number }

/** How the overlay lists a kind whose items are each on verses of one chapter. */
export const onVersesOf = <Name extends keyof Lists, Written extends ItemOnVerse>(
  name: Name,
  writes: WriteKind<Written>,
): OnChapterKind<Name, Written> => ({
  name,
  writes,
  isOn: (item, { book, chapter }) => item.book === book && Math.floor(item.verse_id / 1000) % 1000 === chapter,
  shown: (item) => item as ItemOf<Name>,
})
