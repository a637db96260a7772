import { deviceStorage } from '../device/device-storage.ts'
import { type Catalogue, fetchCatalogue } from './catalogues.ts'
import { createTranslate } from './translate.ts'
import type { Translation } from './translation.ts'
import { isLanguage, type Language, type Words } from './words.ts'

const KEY = 'language'

const listeners = new Set<() => void>()
let shown: Translation | null = null

/** How long the server is told of the choice, in seconds: as long as browsers keep a cookie at most. */
const TOLD_FOR = 400 * 24 * 60 * 60

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

/** What the interface can say in a language so far: the words of every page, and of the catalogues that were wanted. */
type Shelf = { readonly translation: Translation; readonly words: Words[]; readonly has: Set<Catalogue> }
const shelves = new Map<Language, Promise<Shelf>>()
const wanted = new Set<Catalogue>()

const newShelf = async (language: Language): Promise<Shelf> => {
  const { words: first, particle } =
    language === 'ko'
      ? await import('./korean.ts')
      : { words: (await import('./en.json')).default, particle: undefined }
  const words: Words[] = [first]
  return { translation: { language, t: createTranslate(language, words, particle) }, words, has: new Set() }
}

/** Fetches all that is wanted in a language and not here yet; nobody fetches the other one's. */
const fetchWords = async (language: Language): Promise<Shelf> => {
  const coming = shelves.get(language) ?? newShelf(language)
  shelves.set(language, coming)
  // Asked for again by whoever wants it next.
  coming.catch(() => shelves.delete(language))
  // Asked for together with the first words, not after them.
  const [shelf] = await Promise.all([coming, ...[...wanted].map((name) => fetchCatalogue(name, language))])
  for (const name of wanted) {
    const words = await fetchCatalogue(name, language)
    if (shelf.has.has(name)) continue
    shelf.words.push(words)
    shelf.has.add(name)
  }
  return shelf
}

/** Of what is shown; at first of the HTML. */
const pageLanguage = (): Language => shown?.language ?? (document.documentElement.lang === 'ko' ? 'ko' : 'en')

/**
 * Code together with the words it says, in the language that is shown when both are here:
 * `lazy: () => withWords(['notes'], () => import('./notes-page.tsx'))`. Where pages are rendered all words are there.
 */
export const withWords = async <Module>(names: readonly Catalogue[], load: () => Promise<Module>): Promise<Module> => {
  if (typeof document === 'undefined') return load()
  for (const name of names) wanted.add(name)
  const loading = load()
  let language: Language
  do {
    language = pageLanguage()
    await fetchWords(language)
  } while (language !== pageLanguage())
  return loading
}

const show = async (language: Language): Promise<void> => {
  let shelf: Shelf
  // More may be wanted while it comes.
  do shelf = await fetchWords(language)
  while (shelf.has.size < wanted.size)
  shown = shelf.translation
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

/**
 * Starts the interface in the language of the HTML, so that the browser can take it over as it is. Returns what goes over
 * to the language chosen on this device, where the server did not know of it.
 */
export const startLanguage = async (): Promise<() => Promise<void>> => {
  await show(pageLanguage())
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
