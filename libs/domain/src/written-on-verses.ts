import { type Editable, type EditableKind, editableOf } from '@pathlight/contracts/kind-rules.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { Aggregate } from './aggregate.ts'
import type { EventOnVerses, ItemOnVerses, KindOnVerses, PlaceOf } from './item-on-verses.ts'
import type { Life } from './life.ts'
import { RuleBroken } from './rule.ts'
import { type WrittenCommand, type WrittenRules, writtenItem } from './written-item.ts'

/**
 * For one verse `endVerseId` is absent, not null, as in the commands of older programs, which knew no ranges. So the
 * command's hash is the same, and the server recognises a repeat of such a command.
 */
type NewPlace<Kind extends string> = Omit<PlaceOf<Kind>, 'endVerseId'> & { readonly endVerseId?: number | undefined }
/** `book`: the index of the book in the request, if the request names one. */
type EditFacts = { readonly book?: number | undefined }
export type CommandOnVerses<Kind extends EditableKind> = WrittenCommand<
  Kind,
  ItemOnVerses<Kind>,
  NewPlace<Kind>,
  EditFacts
>

/** Items in export files of older programs lack `end_verse_id`. */
const endOf = ({ end_verse_id }: { readonly end_verse_id?: number | null }): number | null => end_verse_id ?? null

/** The rules of an item that people write on verses. An edit cannot move the item to other verses. */
export const writtenOnVerses = <Kind extends EditableKind>(
  item: KindOnVerses<Kind>,
  {
    checkWords,
    ...refusals
  }: Pick<WrittenRules<Kind, unknown, object>, 'exists' | 'notFound'> & {
    readonly checkWords: (words: Editable[Kind]) => void
  },
): Aggregate<Life<ItemOnVerses<Kind>>, CommandOnVerses<Kind>, EventOnVerses<Kind>, ItemOnVerses<Kind>> =>
  writtenItem(item, {
    ...refusals,
    textOf: (written) => editableOf(item.kind, written),
    placeOf: (written) => ({
      [`${item.kind}Id`]: written.id,
      userId: written.user_id,
      verseId: written.verse_id,
      endVerseId: endOf(written),
      version: written.version,
    }),
    newPlace: (place: NewPlace<Kind>) => ({ ...place, endVerseId: place.endVerseId ?? null }),
    checkText: checkWords,
    checkEdit: ({ verse_id }, { book }: EditFacts) => {
      if (book !== undefined && parseVerseId(verse_id)?.book.index !== book)
        throw new RuleBroken('invalid', 'book_mismatch', 'The book and the verse do not belong together.')
    },
    isSamePlace: (one, other) => one.verse_id === other.verse_id && endOf(one) === endOf(other),
  })
