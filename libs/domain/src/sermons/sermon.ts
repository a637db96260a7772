import { findBook } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import { checkVersions, type EditedVersions } from '../known-versions.ts'
import { RuleBroken } from '../rule.ts'
import { writtenItem } from '../written-item.ts'
import type { SermonEvent, SermonRange } from './events.ts'
import { type SermonItem, sermonKind, textOf } from './sermon-item.ts'

const badRange = () =>
  new RuleBroken('invalid', 'bad_range', 'The end of a sermon is in the same book and not before its start.')

/** Refuses an invalid range: verses outside the book or the given chapters, or an end before the start. */
const checkRange = ({ book, startChapter, startVerseId, endChapter, endVerseId }: SermonRange): void => {
  const start = parseVerseId(startVerseId)
  const end = parseVerseId(endVerseId)
  const index = findBook(book)?.index
  if (!start || !end || start.book.index !== index || end.book.index !== index) throw badRange()
  if (start.chapter !== startChapter || end.chapter !== endChapter || endVerseId < startVerseId) throw badRange()
}

const rangeOf = (item: SermonItem): SermonRange => {
  const { title: _, speaker: __, content: ___, tags: ____, ...range } = textOf(item)
  return range
}

/** The rules of sermons. An edit may change the range of verses. */
export const sermon = writtenItem<
  'sermon',
  SermonItem,
  SermonEvent,
  { readonly sermonId: string; readonly userId: string },
  EditedVersions
>(sermonKind, {
  textOf,
  placeOf: ({ id, user_id }) => ({ sermonId: id, userId: user_id }),
  beforeEdit: (item) => ({ before: rangeOf(item) }),
  beforeRemoval: rangeOf,
  checkText: checkRange,
  checkEdit: ({ version }, facts) => checkVersions(facts, [version]),
  exists: () => new RuleBroken('conflict', 'sermon_exists', 'This sermon exists already.'),
  notFound: () => new RuleBroken('not_found', 'sermon_not_found', 'No such sermon.'),
})
