import type { i18n as I18n } from 'i18next'
import { createContext, type ReactNode, useContext } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import type { Language } from './words.ts'

const LanguageContext = createContext<Language>('en')

/** Provides i18next's language by a context, because reading a context costs much less than `useTranslation`. */
const FollowLanguage = ({ children }: { children: ReactNode }) => (
  <LanguageContext value={useTranslation().i18n.language === 'ko' ? 'ko' : 'en'}>{children}</LanguageContext>
)

/** Provides the interface's words and language to its children. */
export const InterfaceWords = ({ i18n, children }: { i18n: I18n; children: ReactNode }) => (
  <I18nextProvider i18n={i18n}>
    <FollowLanguage>{children}</FollowLanguage>
  </I18nextProvider>
)

/** The language of the interface, within `InterfaceWords`. */
export const useLanguage = (): Language => useContext(LanguageContext)
