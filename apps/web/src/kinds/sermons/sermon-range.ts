import { rangeReference } from '../../bible/range-reference.ts'
import type { Language } from '../../locales/words.ts'
import type { SermonItem } from './sermon-writes.ts'

type Range = Pick<SermonItem, 'book' | 'start_verse_id' | 'end_verse_id'>

/** The name of a sermon's verses: John 3:16-18, 요한복음 3:16-4:2. */
export const sermonReference = ({ book, start_verse_id, end_verse_id }: Range, language: Language): string =>
  rangeReference(book, start_verse_id, end_verse_id, language)
