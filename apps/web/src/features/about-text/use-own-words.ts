import { useMemo } from 'react'
import en from '../../locales/about-text.en.json'
import ko from '../../locales/about-text.ko.json'
import { createTranslate, type WordsKey } from '../../locales/translate.ts'
import { useLanguage } from '../../locales/translation.ts'

type Values = Readonly<Record<string, string | number>>

/** This page's own words, which no other page has to fetch. None takes a Korean particle. */
export const useOwnWords = (): ((key: string, values?: Values) => string) => {
  const language = useLanguage()
  return useMemo(() => {
    const say = createTranslate(language, language === 'ko' ? ko : en)
    return (key, values) => say(key as WordsKey, values)
  }, [language])
}
