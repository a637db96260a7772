import { createContext, useContext } from 'react'
import type { Translate } from './translate.ts'
import type { Language } from './words.ts'

/** The language that a page is shown in, and what says its words. */
export type Translation = { readonly language: Language; readonly t: Translate }

const Shown = createContext<Translation | null>(null)

/** Shows all within in the language of `value`. */
export const TranslationProvider = Shown.Provider

/** The words of the page's language. */
export const useTranslation = (): Translation => {
  const shown = useContext(Shown)
  if (!shown) throw new Error('Nothing is shown outside of a TranslationProvider')
  return shown
}

/** The language the interface is in. */
export const useLanguage = (): Language => useTranslation().language
