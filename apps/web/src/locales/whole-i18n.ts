import type { i18n as I18n } from 'i18next'
import { CATALOGUES, fetchCatalogue } from './catalogues.ts'
import { addCatalogue, addFirstWords, fetchFirstWords, newI18n } from './i18n.ts'
import type { Language } from './words.ts'

/** Says everything that the interface says in a language, at once: for the server, and for tests. */
export const wholeI18n = async (language: Language): Promise<I18n> => {
  const i18n = newI18n(language)
  addFirstWords(i18n, language, await fetchFirstWords(language))
  const words = await Promise.all(CATALOGUES.map((name) => fetchCatalogue(name, language)))
  for (const said of words) addCatalogue(i18n, language, said)
  return i18n
}
