import type { EditableKind } from '@pathlight/contracts/kind-rules.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { ItemKind } from './item-kind.ts'
import { type Data, type OwnedBy, type WrittenEvent, type WrittenItem, writtenKind } from './written-kind.ts'

/** An item that people write on verses, with the field names of the calls. */
export type ItemOnVerses<Kind extends EditableKind> = WrittenItem<Kind> & {
  /** The first verse's id, in the numbering of `version`. */
  readonly verse_id: number
  /** The id of the last verse of several, in the same chapter. Null for one verse. */
  readonly end_verse_id: number | null
  /** The book's English name. */
  readonly book: string
  readonly version: string
}

/**
 * The verses of an item: one verse if `endVerseId` is null, otherwise all verses up to `endVerseId` in the same
 * chapter. Ids are in the numbering of `version`.
 */
export type PlaceOf<Kind extends string> = OwnedBy<Kind> & {
  readonly verseId: number
  readonly endVerseId: number | null
  readonly version: string
}
/** The place in events that change or remove an item. Events of schema version 1 may lack the version. */
type KnownPlaceOf<Kind extends string> = Omit<PlaceOf<Kind>, 'version'> & { readonly version: string | null }

export type EventOnVerses<Kind extends EditableKind> = WrittenEvent<Kind, PlaceOf<Kind>, KnownPlaceOf<Kind>>
export type KindOnVerses<Kind extends EditableKind> = ItemKind<ItemOnVerses<Kind>, EventOnVerses<Kind>> & {
  readonly kind: Kind
}

const placed = (data: Data) => {
  const { verseId, endVerseId, version } = data as unknown as PlaceOf<string>
  const place = parseVerseId(verseId)
  const book = place === null ? '' : bookName(place.book, 'en')
  return { verse_id: verseId, end_verse_id: endVerseId, book, version }
}

/** Makes a kind whose items people write on verses. */
export const kindOnVerses = <Kind extends EditableKind>(
  value: Omit<Parameters<typeof writtenKind<Kind>>[0], 'placed'>,
): KindOnVerses<Kind> => writtenKind<Kind, ItemOnVerses<Kind>, EventOnVerses<Kind>>({ ...value, placed })
