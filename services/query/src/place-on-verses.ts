import type { Passage } from '@pathlight/scripture/chapters.ts'
import { parseVerseId, verseId } from '@pathlight/scripture/verse-id.ts'
import { correspondingVerses, lastVerses, type Versification } from '@pathlight/scripture/versification.ts'

/** How the installed Bible texts number their verses. */
export type Numbering = {
  /** The numbering of a version; the standard numbering (`eng`) for a version that was never installed. */
  readonly of: (version: string) => Versification
  /** The numberings of all versions that are or were installed. */
  readonly inUse: () => readonly Versification[]
}

/** An item on one verse, or on several verses up to `end_verse_id`, in the numbering of its version. */
export type OnVerse = {
  readonly verse_id: number
  readonly end_verse_id?: number | null | undefined
  readonly version: string
}
/**
 * An item with its verses in the requested version. `shown_at`: its first verse in the requested chapter, in that
 * version's numbering. `shown_to`: its last verse there, if there are several. Both fields are absent if the item's own
 * numbers are the same.
 */
export type ShownOnVerse<Item> = Item & { readonly shown_at?: number; readonly shown_to?: number }

const chapterOf = (id: number) => Math.floor(id / 1000)

/**
 * The chapters of the passage's book whose items the version may show in the passage's chapter. An item is stored under
 * the chapter of its own version's numbering: Joel 3 in a Hebrew numbering has words of Joel 2 in the standard
 * numbering. The passage's own chapter comes first.
 */
export const chaptersToRead = (numbering: Numbering, version: string, passage: Passage): readonly number[] => {
  const versification = numbering.of(version)
  const shownChapter = chapterOf(verseId(passage.book.index, passage.chapter, 0))
  const chapters = new Set([shownChapter])
  for (const other of numbering.inUse()) {
    if (other === versification) continue
    const last = lastVerses(versification, passage.book)[passage.chapter - 1] ?? 0
    for (let verse = 1; verse <= last; verse++)
      for (const id of correspondingVerses(shownChapter * 1000 + verse, versification, other))
        chapters.add(chapterOf(id))
  }
  return [...chapters]
    .filter((chapter) => chapter === shownChapter || parseVerseId(chapter * 1000 + 1)?.book === passage.book)
    .map((chapter) => chapter % 1000)
}

/**
 * The items whose verses are in the passage's chapter by the version's numbering. An item has `shown_at` if its verses
 * have other numbers in its own version.
 */
export const placeOnVerses = <Item extends OnVerse>(
  numbering: Numbering,
  version: string,
  passage: Passage,
  items: readonly Item[],
): ShownOnVerse<Item>[] => {
  const versification = numbering.of(version)
  const shownChapter = chapterOf(verseId(passage.book.index, passage.chapter, 0))
  return items.flatMap((item): ShownOnVerse<Item>[] => {
    const written = numbering.of(item.version)
    if (written === versification) return chapterOf(item.verse_id) === shownChapter ? [item] : []
    const end = item.end_verse_id ?? item.verse_id
    const on: number[] = []
    for (let id = item.verse_id; id <= end; id++) {
      const [first = id, ...more] = correspondingVerses(id, written, versification)
      // In the requested numbering the words of one verse may be spread over several verses. An item on one verse is
      // then shown on the first of the several verses.
      on.push(first, ...(end > item.verse_id ? more : []))
    }
    const inChapter = on.filter((id) => chapterOf(id) === shownChapter)
    if (inChapter.length === 0) return []
    const [at, to] = [Math.min(...inChapter), Math.max(...inChapter)]
    if (at === item.verse_id && to === end) return [item]
    return [{ ...item, shown_at: at, ...(to > at && { shown_to: to }) }]
  })
}
