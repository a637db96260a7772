import { type Editable, editableOf, sameEditable } from '@pathlight/contracts/kind-rules.ts'
import { type Aggregate, type DomainCommand, inStream } from '../aggregate.ts'
import { type Import, placeOfMaking, type Restore, type Retag } from '../item-kind.ts'
import { alreadySo, checkImport, evolveLife, type Life, livingItem, noLife } from '../life.ts'
import { RuleBroken } from '../rule.ts'
import { retagged, withTags } from '../tagged.ts'
import type { BookmarkEvent, BookmarkPlace } from './bookmark-item.ts'
import { type BookmarkItem, bookmarkKind } from './bookmark-item.ts'

/**
 * For a whole chapter `verseId` and `endVerseId` are absent, not null, as in the commands of older programs, which knew
 * no verses. So the command's hash is the same, and the server recognises a repeat of such a command.
 */
export type AddBookmark = DomainCommand<
  'AddBookmark',
  Omit<BookmarkPlace, 'verseId' | 'endVerseId'> &
    Editable['bookmark'] & {
      bookmarkId: string
      userId: string
      verseId?: number | undefined
      endVerseId?: number | undefined
    }
>
export type EditBookmark = DomainCommand<'EditBookmark', Editable['bookmark'] & { userId: string }>
export type RemoveBookmark = DomainCommand<'RemoveBookmark', { userId: string }>
export type BookmarkCommand =
  | AddBookmark
  | EditBookmark
  | RemoveBookmark
  | Restore<BookmarkItem>
  | Import<BookmarkItem>
  | Retag

/** `madeAt`: the stream position of the event that added the bookmark, or null if that is unknown. */
type BookmarkState = Life<BookmarkItem> & { readonly madeAt: number | null }

const exists = () => alreadySo('bookmark_exists', 'This bookmark already exists.')
const notFound = () => new RuleBroken('not_found', 'bookmark_not_found', 'No such bookmark.')

const placeOf = ({ id: bookmarkId, version, book, chapter, verse_id, end_verse_id }: BookmarkItem) => ({
  ...{ bookmarkId, version, book, chapter },
  // Export files of older programs lack these fields.
  ...{ verseId: verse_id ?? null, endVerseId: end_verse_id ?? null },
})

/** The fields of an event after which the bookmark is `item`, with the tags of `tagged`. */
const keptAs = (item: BookmarkItem, userId: string, tagged: Editable['bookmark'] = editableOf('bookmark', item)) => ({
  ...placeOf(item),
  userId,
  ...withTags(tagged, null),
  ...{ category: item.category, addedAt: item.created_at },
})

const decide = (command: BookmarkCommand, state: BookmarkState): BookmarkEvent | BookmarkEvent[] => {
  const now = command.metadata.now.toISOString()
  const { userId } = command.data
  switch (command.type) {
    case 'AddBookmark': {
      if (state.status === 'there') throw exists()
      const { verseId = null, endVerseId = null } = command.data
      const data = withTags({ ...command.data, verseId, endVerseId }, null)
      return { type: 'BookmarkAdded', data: { ...data, category: 'General', addedAt: now } }
    }
    case 'EditBookmark':
    case 'Retag': {
      if (state.status !== 'there') throw notFound()
      const { item, madeAt } = state
      const tagged =
        command.type === 'Retag'
          ? { tags: retagged(item, command.data) }
          : withTags(editableOf('bookmark', command.data), item)
      if (sameEditable('bookmark', item, tagged)) return []
      return { type: 'BookmarkEdited', data: { ...keptAs(item, userId, tagged), madeAt, editedAt: now } }
    }
    case 'RemoveBookmark':
      if (state.status !== 'there') throw notFound()
      return { type: 'BookmarkRemoved', data: { ...placeOf(state.item), userId, removedAt: now } }
    case 'Restore': {
      const { item } = command.data
      if (state.status === 'there' && sameEditable('bookmark', state.item, item)) throw exists()
      if (state.status === 'none') throw notFound()
      const { madeAt } = command.metadata
      return { type: 'BookmarkRestored', data: { ...keptAs(item, userId), madeAt, restoredAt: now } }
    }
    case 'Import': {
      const { item, action, at } = command.data
      // Bookmarks with one id are on one passage, so only their editable fields are compared.
      checkImport(state, command.data, (one, other) => sameEditable('bookmark', one, other))
      if (item === null) {
        if (state.status !== 'there') throw notFound()
        return { type: 'BookmarkRemoved', data: { ...placeOf(state.item), userId, removedAt: at } }
      }
      const data = keptAs(item, userId)
      if (action === 'edited' && state.status === 'there')
        return { type: 'BookmarkEdited', data: { ...data, madeAt: state.madeAt, editedAt: at } }
      return action === 'restored' && state.status !== 'none'
        ? { type: 'BookmarkRestored', data: { ...data, madeAt: null, restoredAt: at } }
        : { type: 'BookmarkAdded', data }
    }
  }
}

/** A person's bookmark on a chapter in a version, or on verses of it. It can be added, tagged, removed and restored. */
export const bookmark: Aggregate<BookmarkState, BookmarkCommand, BookmarkEvent, BookmarkItem> = {
  ...bookmarkKind,
  initialState: () => ({ ...noLife, madeAt: null }),
  evolve: (state, event) => {
    const placed = inStream(event, state.status === 'none' ? 0 : state.revision)
    const madeAt =
      event.type === 'BookmarkRemoved' ? state.madeAt : placeOfMaking(bookmarkKind, [placed], event.data.bookmarkId)
    return { ...evolveLife(bookmarkKind.itemAfter)(state, placed), madeAt }
  },
  decide,
  item: livingItem,
}
