import { THEMES, type Theme } from '@pathlight/contracts/theme-rules.ts'

const LANGUAGES: Readonly<Record<string, string>> = { en: 'English', ko: '한국어' }
const isTheme = (chosen: string): chosen is Theme => (THEMES as readonly string[]).includes(chosen)

/** The name of a setting's value: en is English. `themeName`: the name of a theme. */
export const settingInWords = (chosen: string, themeName: (theme: Theme) => string): string =>
  isTheme(chosen) ? themeName(chosen) : (LANGUAGES[chosen] ?? chosen)
