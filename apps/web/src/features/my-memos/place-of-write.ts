import type { Any } from '../../api/pending-write.ts'
import { chapterHeading } from '../../bible/passage-names.ts'
import { rangeReference } from '../../bible/range-reference.ts'
import type { Language } from '../../locales/words.ts'

/** What items of the kinds have in common, as far as they have it. */
type Written = {
  readonly book?: string
  readonly chapter?: number
  readonly version?: string
  readonly verse_id?: number | null
  readonly start_verse_id?: number
  readonly end_verse_id?: number | null
  readonly title?: string | null
  readonly text?: string
  readonly selected_text?: string
  readonly excerpt?: string
}
const written = ({ wanted, base }: Any): Written => (wanted ?? base ?? {}) as Written

/** Where a write stands, by name: John 3:16 · KJV. Empty where it stands nowhere. */
export const placeOfWrite = (write: Any, language: Language): string => {
  const { book, chapter, version, verse_id, start_verse_id: first = verse_id, end_verse_id: last } = written(write)
  if (book === undefined) return ''
  const place =
    typeof first === 'number'
      ? rangeReference(book, first, last ?? first, language)
      : chapterHeading(book, chapter ?? 1, language)
  return version === undefined ? place : `${place} · ${version}`
}

/** Its title, or its first words. */
export const wordsOfWrite = (write: Any): string => {
  const { title, text, selected_text, excerpt } = written(write)
  return title?.trim() || text?.trim() || selected_text?.trim() || excerpt?.trim() || ''
}
