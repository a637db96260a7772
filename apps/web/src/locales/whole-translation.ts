import { CATALOGUES, type Catalogue } from './catalogues.ts'
import en from './en.json'
import { words as ko, particle } from './korean.ts'
import { createTranslate, type Language, type Words } from './translate.ts'
import type { Translation } from './translation.ts'

/** Everything that the interface says in a language, at once: for the server, and for tests. */
export const wholeTranslation = async (language: Language): Promise<Translation> => {
  const names = Object.keys(CATALOGUES) as Catalogue[]
  const words: Words[] = await Promise.all(names.map(async (name) => (await CATALOGUES[name][language]()).default))
  const t = language === 'ko' ? createTranslate('ko', [ko, ...words], particle) : createTranslate('en', [en, ...words])
  return { language, t }
}
