import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { deviceStorage } from '../app/device-storage.ts'
import { loadKoreanFonts } from '../look/korean-fonts.ts'
import en from './en.json'

export type Language = 'en' | 'ko'
const KEY = 'language'

/** The language chosen on this device, else the browser's where it is Korean, else English. */
const preferredLanguage = (): Language => {
  const saved = deviceStorage.get(KEY)
  if (saved === 'en' || saved === 'ko') return saved
  return navigator.language.startsWith('ko') ? 'ko' : 'en'
}

const show = async (language: Language): Promise<void> => {
  if (language === 'ko') {
    loadKoreanFonts()
    if (!i18next.hasResourceBundle('ko', 'translation')) (await import('./korean.ts')).addKorean(i18next)
  }
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** Starts the interface in the preferred language. */
export const startLanguage = async (): Promise<void> => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    // React escapes.
    interpolation: { escapeValue: false },
  })
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
