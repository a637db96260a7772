import { useTranslation } from 'react-i18next'
import type { Language } from './language.ts'

/** The language the interface is in. */
export const useLanguage = (): Language => (useTranslation().i18n.language === 'ko' ? 'ko' : 'en')
