import { createInstance, type i18n as I18n, type InitOptions, type Resource } from 'i18next'
import type { Catalogue } from './catalogues.ts'
import type { Language, Particles, Words } from './words.ts'

/** The words of every page, en.json and ko.json: the namespace in which a key is looked up first. */
export const EVERYWHERE = 'everywhere'

/** What stands on every page of a language: its words, and of Korean the particles. */
export type FirstWords = { readonly words: Words; readonly particles: Particles }

/** Fetches them: {{name, 은/는}} in Korean words asks for particles, which no other language needs. */
export const fetchFirstWords = async (language: Language): Promise<FirstWords> =>
  language === 'ko' ? await import('./korean.ts') : { words: (await import('./en.json')).default, particles: {} }

/** Puts the words of every page into an instance. */
export const addFirstWords = (i18n: I18n, language: Language, { words, particles }: FirstWords): void => {
  i18n.addResourceBundle(language, EVERYWHERE, words)
  for (const [pair, pick] of Object.entries(particles)) i18n.services.formatter?.add(pair, pick)
}

/** Puts the words of a catalogue into an instance. */
export const addCatalogue = (i18n: I18n, language: Language, name: Catalogue, words: Words): void => {
  i18n.addResourceBundle(language, name, words)
}

/**
 * An instance of i18next that says words in a language, without any yet. Words are added to it, a namespace a catalogue.
 * `catalogues`: where keys are looked up, beside what stands on every page; it may grow.
 */
export const newI18n = (language: Language, catalogues: readonly Catalogue[]): I18n => {
  const options: InitOptions = {
    lng: language,
    load: 'currentOnly',
    // A key without words fails the build: a sentence in another language is no help.
    fallbackLng: false,
    defaultNS: EVERYWHERE,
    ns: [EVERYWHERE],
    fallbackNS: catalogues,
    nsSeparator: false,
    // A key's dots are levels of the catalogue. Else each catalogue without the key is gone through once more, for names with dots.
    ignoreJSONStructure: false,
    // React escapes what is shown.
    interpolation: { escapeValue: false },
    resources: {} satisfies Resource,
    initAsync: false,
    react: { useSuspense: false },
  }
  const i18n = createInstance()
  void i18n.init(options)
  return i18n
}
