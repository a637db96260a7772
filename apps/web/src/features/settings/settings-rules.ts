import type { Settings } from '@pathlight/contracts/settings.ts'

/** The values of the form. An empty string means that there is no value. */
export type SettingsForm = {
  readonly defaultVersion: string
  readonly defaultLanguage: '' | 'en' | 'ko'
  readonly highlightColor: string
}
export type SettingsField = keyof SettingsForm

/** The form's values before the person changes them: the settings, with `fallback` for those that were never chosen. */
export const formOf = (settings: Settings, fallback: SettingsForm): SettingsForm => ({
  defaultVersion: settings.defaultVersion ?? fallback.defaultVersion,
  defaultLanguage: settings.defaultLanguage ?? fallback.defaultLanguage,
  highlightColor: settings.highlightColor ?? fallback.highlightColor,
})

/** Whether a text is # and exactly six hexadecimal digits (specification section 5). */
export const isHexColor = (color: string): boolean => /^#[0-9A-Fa-f]{6}$/.test(color)

export const wrongFields = ({ defaultVersion, defaultLanguage, highlightColor }: SettingsForm): SettingsField[] => [
  ...(defaultVersion === '' ? (['defaultVersion'] as const) : []),
  ...(defaultLanguage === '' ? (['defaultLanguage'] as const) : []),
  ...(isHexColor(highlightColor) ? [] : (['highlightColor'] as const)),
]

/**
 * The fields whose values in `form` differ from those in `from`. Upper and lower case of a colour's digits are equal.
 */
export const changedFields = (form: SettingsForm, from: SettingsForm): SettingsField[] =>
  (Object.keys(form) as SettingsField[]).filter((field) => form[field].toLowerCase() !== from[field].toLowerCase())

/** Whether two forms have the same values. Upper and lower case of a colour's digits are equal. */
export const sameSettings = (one: SettingsForm, other: SettingsForm): boolean => changedFields(one, other).length === 0
