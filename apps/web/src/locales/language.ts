import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { deviceStorage } from '../device/device-storage.ts'
import { loadKoreanFonts } from '../look/korean-fonts.ts'

export type Language = 'en' | 'ko'
const KEY = 'language'

/** The language chosen on this device, else the browser's where it is Korean, else English. */
const preferredLanguage = (): Language => {
  const saved = deviceStorage.get(KEY)
  if (saved === 'en' || saved === 'ko') return saved
  return navigator.language.startsWith('ko') ? 'ko' : 'en'
}

/** Fetches the words of a language the first time; nobody fetches the other one's. */
const addWords = async (language: Language): Promise<void> => {
  if (i18next.hasResourceBundle(language, 'translation')) return
  if (language === 'ko') (await import('./korean.ts')).addKorean(i18next)
  else i18next.addResourceBundle('en', 'translation', (await import('./en.json')).default)
}

const show = async (language: Language): Promise<void> => {
  if (language === 'ko') loadKoreanFonts()
  await addWords(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** Starts the interface in the preferred language. */
export const startLanguage = async (): Promise<void> => {
  // React escapes.
  await i18next.use(initReactI18next).init({ resources: {}, interpolation: { escapeValue: false } })
  await show(preferredLanguage())
}

/** Switches the interface and remembers the choice on this device. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  deviceStorage.set(KEY, language)
  await show(language)
}

/** After local storage was cleared: back to what the browser asks for. */
export const forgetLanguage = (): Promise<void> => show(preferredLanguage())

/** The language the interface is in, outside of components. */
export const currentLanguage = (): Language => (i18next.language === 'ko' ? 'ko' : 'en')
