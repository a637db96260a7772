import { deviceStorage } from '../device/device-storage.ts'
import { type Catalogue, fetchCatalogue } from './catalogues.ts'
import { addCatalogue, addFirstWords, fetchFirstWords, newI18n } from './i18n.ts'
import { isLanguage, type Language } from './words.ts'

const KEY = 'language'

/** How long the server is told of the choice, in seconds: as long as browsers keep a cookie at most. */
const TOLD_FOR = 400 * 24 * 60 * 60

/** The language chosen on this device, or null. */
const chosenLanguage = (): Language | null => {
  const saved = deviceStorage.get(KEY)
  return isLanguage(saved) ? saved : null
}

/** Tells the server, which renders the first page, which language the person chose; null: none. */
const tellServer = (language: Language | null): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
  document.cookie = `${KEY}=${language ?? ''}; Max-Age=${language ? TOLD_FOR : 0}; Path=/; SameSite=Lax`
}

/** The catalogues that code which was asked for says words of. */
const wanted: Catalogue[] = []

/** What says the words of the page in the browser, at first in the language of the HTML. */
export const i18n = newI18n(typeof document !== 'undefined' && document.documentElement.lang === 'ko' ? 'ko' : 'en')

/** The language the interface is in, in the browser. */
export const currentLanguage = (): Language => (i18n.language === 'ko' ? 'ko' : 'en')

/** What every page says, as a name beside those of the catalogues. */
const FIRST = 'first'
/** The names of what can be said in each language. */
const here = { en: new Set<string>(), ko: new Set<string>() } as const
const missing = (language: Language): readonly Catalogue[] => wanted.filter((name) => !here[language].has(name))

/** Fetches all words that are wanted in a language and not here yet; the other language's are not fetched. */
const fetchWords = async (language: Language): Promise<void> => {
  // The page may want more words while these come.
  while (!here[language].has(FIRST) || missing(language).length > 0) {
    const first = here[language].has(FIRST) ? null : fetchFirstWords(language)
    const catalogues = missing(language).map(async (name) => [name, await fetchCatalogue(name, language)] as const)
    // Together with the first words, not after them.
    const [everywhere, ...words] = await Promise.all([first, ...catalogues])
    if (everywhere) addFirstWords(i18n, language, everywhere)
    if (everywhere) here[language].add(FIRST)
    for (const [name, said] of words) {
      addCatalogue(i18n, language, said)
      here[language].add(name)
    }
  }
}

/**
 * Code together with the words it says, in the language that is shown when both are here:
 * `lazy: () => withWords(['notes'], () => import('./notes-page.tsx'))`. Where pages are rendered all words are there.
 */
export const withWords = async <Module>(names: readonly Catalogue[], load: () => Promise<Module>): Promise<Module> => {
  if (typeof document === 'undefined') return load()
  for (const name of names) if (!wanted.includes(name)) wanted.push(name)
  const loading = load()
  let language: Language
  do {
    language = currentLanguage()
    await fetchWords(language)
  } while (language !== currentLanguage())
  return loading
}

/** The language that was asked for last: its words may still be coming. */
let asked: Language | null = null

const show = async (language: Language): Promise<void> => {
  asked = language
  await fetchWords(language)
  if (asked !== language) return
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}

/**
 * Starts the interface in the language of the HTML, so that the browser can take it over as it is. Returns what goes over
 * to the language chosen on this device, where the server did not know of it.
 */
export const startLanguage = async (): Promise<() => Promise<void>> => {
  await show(currentLanguage())
  return async () => {
    const chosen = chosenLanguage()
    if (chosen && chosen !== currentLanguage()) await chooseLanguage(chosen)
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
