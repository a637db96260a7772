import { deviceStorage } from '../device/device-storage.ts'
import { type Catalogue, fetchCatalogue } from './catalogues.ts'
import { addCatalogue, addFirstWords, fetchFirstWords, newI18n } from './i18n.ts'
import { isLanguage, type Language } from './words.ts'

const KEY = 'language'

/** The lifetime of the language cookie in seconds, which is the longest that browsers allow. */
const COOKIE_SECONDS = 400 * 24 * 60 * 60

/** The language chosen on this device. Null if none was chosen. */
const chosenLanguage = (): Language | null => {
  const saved = deviceStorage.get(KEY)
  return isLanguage(saved) ? saved : null
}

/** Sets the cookie that tells the server the chosen language for the first HTML. Null removes the cookie. */
const setLanguageCookie = (language: Language | null): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
  document.cookie = `${KEY}=${language ?? ''}; Max-Age=${language ? COOKIE_SECONDS : 0}; Path=/; SameSite=Lax`
}

/** The catalogues that loaded code needs. */
const needed: Catalogue[] = []

/** The page's i18next in the browser, at first in the language of the HTML. */
export const i18n = newI18n(typeof document !== 'undefined' && document.documentElement.lang === 'ko' ? 'ko' : 'en')

/** The interface's language in the browser. */
export const currentLanguage = (): Language => (i18n.language === 'ko' ? 'ko' : 'en')

/** The name under which `loaded` lists the words of every page. */
const FIRST = 'first'
/** The catalogues that have loaded in each language. */
const loaded = { en: new Set<string>(), ko: new Set<string>() } as const
const missing = (language: Language): readonly Catalogue[] => needed.filter((name) => !loaded[language].has(name))

/** Fetches the needed words of one language that have not loaded yet. */
const fetchWords = async (language: Language): Promise<void> => {
  // More words may be needed while these load, so the loop checks again.
  while (!loaded[language].has(FIRST) || missing(language).length > 0) {
    const first = loaded[language].has(FIRST) ? null : fetchFirstWords(language)
    const catalogues = missing(language).map(async (name) => [name, await fetchCatalogue(name, language)] as const)
    // The catalogues are fetched together with the first words, not after them.
    const [everywhere, ...words] = await Promise.all([first, ...catalogues])
    if (everywhere) addFirstWords(i18n, language, everywhere)
    if (everywhere) loaded[language].add(FIRST)
    for (const [name, catalogue] of words) {
      addCatalogue(i18n, language, catalogue)
      loaded[language].add(name)
    }
  }
}

/**
 * Loads code together with its words, and resolves when both have loaded in the current language: `lazy: () =>
 * withWords(['notes'], () => import('./notes-page.tsx'))`. On the server all words are loaded already.
 */
export const withWords = async <Module>(names: readonly Catalogue[], load: () => Promise<Module>): Promise<Module> => {
  if (typeof document === 'undefined') return load()
  for (const name of names) if (!needed.includes(name)) needed.push(name)
  const loading = load()
  let language: Language
  do {
    language = currentLanguage()
    await fetchWords(language)
  } while (language !== currentLanguage())
  return loading
}

/** The language that was requested last. Its words may still be loading. */
let requested: Language | null = null

const show = async (language: Language): Promise<void> => {
  requested = language
  await fetchWords(language)
  if (requested !== language) return
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}

/**
 * Starts the interface in the language of the HTML, so that React can hydrate the HTML. Returns a function that
 * switches to the language chosen on this device, in case the server did not know the choice.
 */
export const startLanguage = async (): Promise<() => Promise<void>> => {
  await show(currentLanguage())
  return async () => {
    const chosen = chosenLanguage()
    if (chosen && chosen !== currentLanguage()) await chooseLanguage(chosen)
  }
}

/** Switches the interface and saves the choice on this device. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  deviceStorage.set(KEY, language)
  setLanguageCookie(language)
  await show(language)
}

/** Returns to the browser's language after local storage was cleared. */
export const forgetLanguage = async (): Promise<void> => {
  setLanguageCookie(null)
  await show(navigator.language.startsWith('ko') ? 'ko' : 'en')
}
