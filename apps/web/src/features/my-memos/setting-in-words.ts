import { THEMES, type Theme } from '@pathlight/contracts/theme-rules.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import type { TFunction } from 'i18next'
import type { Language } from '../../locales/words.ts'
import { colorName } from '../../look/highlight-color-names.ts'

const LANGUAGES: Readonly<Record<string, string>> = { en: 'English', ko: '한국어' }
const isTheme = (chosen: string): chosen is Theme => (THEMES as readonly string[]).includes(chosen)

/** The name of a setting's value: English for `en`, yellow for `#ffe066`, and 개역한글 for `KRV` in Korean. */
export const settingInWords = (t: TFunction, chosen: string, language: Language): string => {
  if (isTheme(chosen)) return t(`appearance.${chosen}`)
  if (chosen.startsWith('#')) return colorName(t, chosen)
  return LANGUAGES[chosen] ?? versionLabel(chosen, language)
}
