import { importedItems } from '@pathlight/contracts/kind-shapes.ts'
import type { NoteItem } from '@pathlight/domain/notes/note-item.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { ImportedTo } from '../kind.ts'
import { checkVersePlace, rangeEnd, versionNamed } from '../verse-place.ts'

/** A note from elsewhere as one of this person's. Throws RuleBroken, ZodError. */
export const importedNote = (sent: unknown, { userId, ...texts }: ImportedTo): NoteItem => {
  const item = importedItems.note.parse(sent)
  checkVersePlace(item.verse_id, undefined)
  const place = parseVerseId(item.verse_id)
  const book = place === null ? '' : bookName(place.book, 'en')
  const end_verse_id = rangeEnd(item.verse_id, item.end_verse_id)
  return { ...item, end_verse_id, book, user_id: userId, version: versionNamed(item.version, texts), revision: 0 }
}
