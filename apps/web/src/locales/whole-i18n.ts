import type { i18n as I18n } from 'i18next'
import { catalogueNames, fetchCatalogue } from './catalogues.ts'
import { addCatalogue, addFirstWords, fetchFirstWords, newI18n } from './i18n.ts'
import type { Language } from './words.ts'

/** An i18next instance with all words of a language, for the server and for tests. */
export const wholeI18n = async (language: Language): Promise<I18n> => {
  const i18n = newI18n(language)
  addFirstWords(i18n, language, await fetchFirstWords(language))
  const words = await Promise.all(catalogueNames().map((name) => fetchCatalogue(name, language)))
  for (const catalogue of words) addCatalogue(i18n, language, catalogue)
  return i18n
}
