import { highlightShapes } from '@pathlight/contracts/highlights.ts'
import { highlightAddress } from '@pathlight/domain/highlights/events.ts'
import type { HighlightItem } from '@pathlight/domain/highlights/highlight-item.ts'
import { uuidKey } from '@pathlight/domain/item-kind.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { ImportedTo } from '../kind.ts'
import { checkVersePlace, versionNamed } from '../verse-place.ts'
import { checkRange } from './words-of-verse.ts'

/**
 * Makes an imported highlight one of this person's. It keeps the words on which it was made, because today's text may have others.
 * Throws RuleBroken, ZodError.
 */
export const importedHighlight = (sent: unknown, texts: ImportedTo): HighlightItem => {
  const { selected_text, start_offset, end_offset, ...item } = highlightShapes.imported.parse(sent)
  checkVersePlace(item.verse_id, undefined)
  const version = versionNamed(item.version, texts)
  const address = highlightAddress(item.id)
  const own = item.id.slice(item.id.lastIndexOf('.') + 1)
  // The id ends with a UUID in small letters.
  if (uuidKey(own) !== own || address?.verseId !== item.verse_id || address.version !== version)
    throw new RuleBroken('invalid', 'highlight_not_found', 'No such highlight.')
  checkRange(null, { startOffset: start_offset, endOffset: end_offset, selectedText: selected_text })
  const place = parseVerseId(item.verse_id)
  const [book, chapter] = place === null ? ['', 0] : [bookName(place.book, 'en'), place.chapter]
  return { ...item, version, book, chapter, selected_text, start_offset, end_offset, revision: 0 }
}
