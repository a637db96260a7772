import type { Settings } from '@pathlight/contracts/settings.ts'

/** What stands in the form: what was never chosen, or not yet, is ''. */
export type SettingsForm = {
  readonly defaultVersion: string
  readonly defaultLanguage: '' | 'en' | 'ko'
  readonly highlightColor: string
}
export type SettingsField = keyof SettingsForm

/** The settings as the form begins with them; `fallback` is what holds while something was never chosen. */
export const formOf = (settings: Settings, fallback: SettingsForm): SettingsForm => ({
  defaultVersion: settings.defaultVersion ?? fallback.defaultVersion,
  defaultLanguage: settings.defaultLanguage ?? fallback.defaultLanguage,
  highlightColor: settings.highlightColor ?? fallback.highlightColor,
})

/** A hash and exactly six hex digits (specification section 5). */
export const isHexColor = (color: string): boolean => /^#[0-9A-Fa-f]{6}$/.test(color)

/** The fields that may not be saved as they are. */
export const wrongFields = ({ defaultVersion, defaultLanguage, highlightColor }: SettingsForm): SettingsField[] => [
  ...(defaultVersion === '' ? (['defaultVersion'] as const) : []),
  ...(defaultLanguage === '' ? (['defaultLanguage'] as const) : []),
  ...(isHexColor(highlightColor) ? [] : (['highlightColor'] as const)),
]

/** Those fields of the form in which it differs; how a colour's letters are written makes no difference. */
export const changedFields = (form: SettingsForm, from: SettingsForm): SettingsField[] =>
  (Object.keys(form) as SettingsField[]).filter((field) => form[field].toLowerCase() !== from[field].toLowerCase())

/** Whether the form says what the other says; how a colour's letters are written makes no difference. */
export const sameSettings = (one: SettingsForm, other: SettingsForm): boolean => changedFields(one, other).length === 0
