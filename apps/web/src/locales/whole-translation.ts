import { CATALOGUES, fetchCatalogue } from './catalogues.ts'
import en from './en.json'
import { words as ko, particle } from './korean.ts'
import { createTranslate } from './translate.ts'
import type { Translation } from './translation.ts'
import type { Language, Words } from './words.ts'

/** Everything that the interface says in a language, at once: for the server, and for tests. */
export const wholeTranslation = async (language: Language): Promise<Translation> => {
  const words: Words[] = await Promise.all(CATALOGUES.map((name) => fetchCatalogue(name, language)))
  const t = language === 'ko' ? createTranslate('ko', [ko, ...words], particle) : createTranslate('en', [en, ...words])
  return { language, t }
}
