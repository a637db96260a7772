import { deviceStorage } from '../device/device-storage.ts'
import { createTranslate, type Language } from './translate.ts'
import type { Translation } from './translation.ts'

const KEY = 'language'

const listeners = new Set<() => void>()
const known = new Map<Language, Translation>()
let shown: Translation | null = null

/** How long the server is told of the choice, in seconds: as long as browsers keep a cookie at most. */
const TOLD_FOR = 400 * 24 * 60 * 60

const isLanguage = (value: string | null): value is Language => value === 'en' || value === 'ko'

/** The language chosen on this device, or null. */
const chosenLanguage = (): Language | null => {
  const saved = deviceStorage.get(KEY)
  return isLanguage(saved) ? saved : null
}

/** Tells the server of the choice, which renders the first page; null: there is none. */
const tellServer = (language: Language | null): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
  document.cookie = `${KEY}=${language ?? ''}; Max-Age=${language ? TOLD_FOR : 0}; Path=/; SameSite=Lax`
}

/** Fetches the words of a language the first time; nobody fetches the other one's. */
const fetchWords = async (language: Language): Promise<Translation> => {
  if (language === 'en') return { language, t: createTranslate('en', (await import('./en.json')).default) }
  const { words, particle } = await import('./korean.ts')
  return { language, t: createTranslate('ko', words, particle) }
}

const show = async (language: Language): Promise<void> => {
  const translation = known.get(language) ?? (await fetchWords(language))
  known.set(language, translation)
  shown = translation
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

/**
 * Starts the interface in the language of the HTML, so that the browser can take it over as it is. Returns what goes over
 * to the language chosen on this device, where the server did not know of it.
 */
export const startLanguage = async (): Promise<() => Promise<void>> => {
  await show(document.documentElement.lang === 'ko' ? 'ko' : 'en')
  return async () => {
    const chosen = chosenLanguage()
    if (chosen && chosen !== shown?.language) await chooseLanguage(chosen)
  }
}

/** Switches the interface and remembers the choice on this device. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  deviceStorage.set(KEY, language)
  tellServer(language)
  await show(language)
}

/** After local storage was cleared: back to what the browser asks for. */
export const forgetLanguage = async (): Promise<void> => {
  tellServer(null)
  await show(navigator.language.startsWith('ko') ? 'ko' : 'en')
}

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
