import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { createInstance, type i18n as I18n, type InitOptions, type Resource } from 'i18next'
import { sayOnce } from './said-once.ts'
import type { Language, Particles, Words } from './words.ts'

/**
 * The only namespace: the words of every page (en.json, ko.json) and of all catalogues, whose keys are distinct. One
 * namespace is faster, because i18next searches namespaces one after another.
 */
const NAMESPACE = 'everywhere'

/** The words of every page in a language, and the Korean particles. */
export type FirstWords = { readonly words: Words; readonly particles: Particles }

/**
 * Fetches the words of every page. Korean words contain particles, such as {{name, 은/는}}, so Korean also gets the
 * functions that pick them.
 */
export const fetchFirstWords = async (language: Language): Promise<FirstWords> =>
  language === 'ko' ? await import('./korean.ts') : { words: (await import('./en.json')).default, particles: {} }

/** Adds the words of a catalogue. A key that the instance already has keeps its words. */
export const addCatalogue = (i18n: I18n, language: Language, words: Words): void => {
  i18n.addResourceBundle(language, NAMESPACE, words, true)
}

/** Adds the words of every page and the formats for Korean particles. */
export const addFirstWords = (i18n: I18n, language: Language, { words, particles }: FirstWords): void => {
  addCatalogue(i18n, language, words)
  for (const [pair, pick] of Object.entries(particles)) i18n.services.formatter?.add(pair, pick)
}

/** The format in {{versions, version}}. It replaces the version codes in "KJV, KRV" by the names that people use. */
export const VERSION_FORMAT = 'version'

/** Makes an instance of i18next for a language, without words. */
export const newI18n = (language: Language): I18n => {
  const options: InitOptions = {
    lng: language,
    load: 'currentOnly',
    // No fallback language is needed, because a test compares the keys of both languages (locales.test.ts).
    fallbackLng: false,
    defaultNS: NAMESPACE,
    ns: [NAMESPACE],
    nsSeparator: false,
    // React escapes the values, so i18next must not escape them, too.
    interpolation: { escapeValue: false },
    resources: {} satisfies Resource,
    initAsync: false,
    react: { useSuspense: false },
  }
  const i18n = createInstance()
  void i18n.init(options)
  i18n.services.formatter?.add(VERSION_FORMAT, (versions: string) =>
    versions.replace(/[^, ]+/g, (code) => versionLabel(code, language)),
  )
  sayOnce(i18n)
  return i18n
}
