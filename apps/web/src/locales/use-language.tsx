import type { i18n as I18n } from 'i18next'
import { createContext, type ReactNode, useContext } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import type { Language } from './words.ts'

const Shown = createContext<Language>('en')

/** Follows i18next once for all: each `useTranslation` asks it for much more than its language. */
const FollowLanguage = ({ children }: { children: ReactNode }) => (
  <Shown value={useTranslation().i18n.language === 'ko' ? 'ko' : 'en'}>{children}</Shown>
)

/** Gives everything within it the interface's words, and says their language. */
export const InterfaceWords = ({ i18n, children }: { i18n: I18n; children: ReactNode }) => (
  <I18nextProvider i18n={i18n}>
    <FollowLanguage>{children}</FollowLanguage>
  </I18nextProvider>
)

/** The language that the page is shown in, within `InterfaceWords`. */
export const useLanguage = (): Language => useContext(Shown)
