import { plainTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import type { Theme } from '@pathlight/contracts/theme-rules.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import type { TFunction } from 'i18next'
import type { Any } from '../../api/pending-write.ts'
import { chapterHeading } from '../../bible/passage-names.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { rangeReference } from '../../bible/range-reference.ts'
import type { Language } from '../../locales/words.ts'
import type { Kind } from '../../study/kind.ts'
import { settingInWords } from './setting-in-words.ts'

/** The fields that this module reads, of items of all kinds. */
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
  /** The following fields are only in settings. */
  readonly defaultVersion?: string
  readonly defaultLanguage?: string
  readonly highlightColor?: string
  readonly theme?: Theme
}
const written = ({ wanted, base }: Any): Written => (wanted ?? base ?? {}) as Written

/** The passage of a write: John 3:16 · KJV. Empty if the write has none. */
export const placeOfWrite = (write: Any, language: Language): string => {
  const { book, chapter, version, verse_id, start_verse_id: first = verse_id, end_verse_id: last } = written(write)
  if (book === undefined) return ''
  const place =
    typeof first === 'number'
      ? rangeReference(book, first, last ?? first, language)
      : chapterHeading(book, chapter ?? 1, language)
  return version === undefined ? place : `${place} · ${versionLabel(version, language)}`
}

/**
 * The address of the page where the person can read a write and decide about it. Null if there is none. `kind` is the
 * kind of the write's item.
 */
export const pathOfWrite = (write: Any, kind: Pick<Kind, 'pathOf'> | undefined): string | null => {
  const { book, chapter, version, verse_id, start_verse_id: first = verse_id, end_verse_id: last } = written(write)
  if (kind?.pathOf) return kind.pathOf(write.itemId)
  if (book === undefined || version === undefined) return null
  if (typeof first !== 'number') return passagePath({ version, book, chapter: chapter ?? 1 })
  const inChapter = typeof last === 'number' && Math.floor(last / 1000) === Math.floor(first / 1000)
  const place = { version, book, chapter: Math.floor(first / 1000) % 1000 }
  return passagePath(place, first % 1000, (inChapter ? last : first) % 1000)
}

/** The title of a write, or its words as plain text. For settings it is the names of the chosen values. */
export const wordsOfWrite = (t: TFunction, write: Any, language: Language): string => {
  const { title, text, selected_text, excerpt, ...settings } = written(write)
  const words = title?.trim() || plainTextOfMarkdown(text ?? '').trim() || selected_text?.trim() || excerpt?.trim()
  if (words) return words
  const { defaultVersion, defaultLanguage, highlightColor, theme } = settings
  return [defaultVersion, defaultLanguage, highlightColor, theme]
    .flatMap((chosen) => (chosen ? settingInWords(t, chosen, language) : []))
    .join(' · ')
}
