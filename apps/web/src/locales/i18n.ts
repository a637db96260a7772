import { createInstance, type i18n as I18n, type InitOptions, type Resource } from 'i18next'
import { sayOnce } from './said-once.ts'
import type { Language, Particles, Words } from './words.ts'

/**
 * The one namespace. What every page says (en.json, ko.json) and the catalogues are laid together in it, for a key is in one of
 * them: i18next looks through namespaces one after another, and a chapter says hundreds of words.
 */
const EVERYWHERE = 'everywhere'

/** What stands on every page of a language: its words, and of Korean the particles. */
export type FirstWords = { readonly words: Words; readonly particles: Particles }

/** Fetches them: {{name, 은/는}} in Korean words asks for particles, which no other language needs. */
export const fetchFirstWords = async (language: Language): Promise<FirstWords> =>
  language === 'ko' ? await import('./korean.ts') : { words: (await import('./en.json')).default, particles: {} }

/** Puts the words of a catalogue into an instance. */
export const addCatalogue = (i18n: I18n, language: Language, words: Words): void => {
  i18n.addResourceBundle(language, EVERYWHERE, words, true)
}

/** Puts the words of every page into an instance. */
export const addFirstWords = (i18n: I18n, language: Language, { words, particles }: FirstWords): void => {
  addCatalogue(i18n, language, words)
  for (const [pair, pick] of Object.entries(particles)) i18n.services.formatter?.add(pair, pick)
}

/** An instance of i18next that says words in a language, without any yet. */
export const newI18n = (language: Language): I18n => {
  const options: InitOptions = {
    lng: language,
    load: 'currentOnly',
    // A key without words fails the build: a sentence in another language is no help.
    fallbackLng: false,
    defaultNS: EVERYWHERE,
    ns: [EVERYWHERE],
    nsSeparator: false,
    // React escapes what is shown.
    interpolation: { escapeValue: false },
    resources: {} satisfies Resource,
    initAsync: false,
    react: { useSuspense: false },
  }
  const i18n = createInstance()
  void i18n.init(options)
  sayOnce(i18n)
  return i18n
}
