import { THEMES, type Theme } from '@pathlight/contracts/theme-rules.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import type { Any } from '../../api/pending-write.ts'
import { chapterHeading } from '../../bible/passage-names.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { rangeReference } from '../../bible/range-reference.ts'
import type { Language } from '../../locales/words.ts'
import type { Kind } from '../../study/kind.ts'

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
  /** Of settings. */
  readonly defaultVersion?: string
  readonly defaultLanguage?: string
  readonly highlightColor?: string
  readonly theme?: Theme
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
  return version === undefined ? place : `${place} · ${versionLabel(version, language)}`
}

/** The page on which a write can be read, and decided on; null where it stands nowhere. `kind`: what it is of. */
export const pathOfWrite = (write: Any, kind: Pick<Kind, 'pathOf'> | undefined): string | null => {
  const { book, chapter, version, verse_id, start_verse_id: first = verse_id, end_verse_id: last } = written(write)
  if (kind?.pathOf) return kind.pathOf(write.itemId)
  if (book === undefined || version === undefined) return null
  if (typeof first !== 'number') return passagePath({ version, book, chapter: chapter ?? 1 })
  const inChapter = typeof last === 'number' && Math.floor(last / 1000) === Math.floor(first / 1000)
  const place = { version, book, chapter: Math.floor(first / 1000) % 1000 }
  return passagePath(place, first % 1000, (inChapter ? last : first) % 1000)
}

const LANGUAGES: Readonly<Record<string, string>> = { en: 'English', ko: '한국어' }
const isTheme = (chosen: string): chosen is Theme => (THEMES as readonly string[]).includes(chosen)

/** What was chosen in a setting, as a person calls it: en is English. `themeName`: what a theme is called. */
export const settingInWords = (chosen: string, themeName: (theme: Theme) => string): string =>
  isTheme(chosen) ? themeName(chosen) : (LANGUAGES[chosen] ?? chosen)

/** Its title, or its first words; of settings what was chosen. `themeName`: what a theme is called. */
export const wordsOfWrite = (write: Any, themeName: (theme: Theme) => string): string => {
  const { title, text, selected_text, excerpt, ...settings } = written(write)
  const words = title?.trim() || text?.trim() || selected_text?.trim() || excerpt?.trim()
  if (words) return words
  const { defaultVersion, defaultLanguage, highlightColor, theme } = settings
  return [defaultVersion, defaultLanguage, highlightColor, theme]
    .flatMap((chosen) => (chosen ? settingInWords(chosen, themeName) : []))
    .join(' · ')
}
