import { deviceStorage } from '../device/device-storage.ts'
import { loadKoreanFonts } from '../look/korean-fonts.ts'
import { createTranslate, type Language } from './translate.ts'
import type { Translation } from './translation.ts'

const KEY = 'language'

const listeners = new Set<() => void>()
const known = new Map<Language, Translation>()
let shown: Translation | null = null

/** The language chosen on this device, else the browser's where it is Korean, else English. */
const preferredLanguage = (): Language => {
  const saved = deviceStorage.get(KEY)
  if (saved === 'en' || saved === 'ko') return saved
  return navigator.language.startsWith('ko') ? 'ko' : 'en'
}

/** Fetches the words of a language the first time; nobody fetches the other one's. */
const fetchWords = async (language: Language): Promise<Translation> => {
  if (language === 'en') return { language, t: createTranslate('en', (await import('./en.json')).default) }
  const { words, particle } = await import('./korean.ts')
  return { language, t: createTranslate('ko', words, particle) }
}

const show = async (language: Language): Promise<void> => {
  if (language === 'ko') loadKoreanFonts()
  const translation = known.get(language) ?? (await fetchWords(language))
  known.set(language, translation)
  shown = translation
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

/** Starts the interface in the preferred language. */
export const startLanguage = (): Promise<void> => show(preferredLanguage())

/** Switches the interface and remembers the choice on this device. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  deviceStorage.set(KEY, language)
  await show(language)
}

/** After local storage was cleared: back to what the browser asks for. */
export const forgetLanguage = (): Promise<void> => show(preferredLanguage())

/** What the page is shown in, for whoever hears of changes by `onTranslation`. Throws before `startLanguage` is done. */
export const shownTranslation = (): Translation => {
  if (!shown) throw new Error('startLanguage has not been waited for')
  return shown
}

/** Calls `listener` whenever the page goes over to another language; returns how to stop it. */
export const onTranslation = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The language the interface is in, outside of components. */
export const currentLanguage = (): Language => shown?.language ?? 'en'
