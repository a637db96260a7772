import Negotiator from 'negotiator'
import { isLanguage, type Language } from '../locales/words.ts'

/** How much of a header is read, in characters from its beginning. Browsers send about a tenth of this. */
const READ_CHARACTERS = 500

/** The app's language that a header such as `ko-KR,ko;q=0.9,en;q=0.8` prefers; null if it names none. */
const acceptedLanguage = (header: string): Language | null => {
  const preferred = new Negotiator({ headers: { 'accept-language': header.slice(0, READ_CHARACTERS) } }).languages()
  // A browser asks for a region's language (ko-KR), and the app knows only languages.
  return preferred.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? null
}

/**
 * The language of a visitor's page: the chosen one (the cookie `language`), otherwise the one that the browser prefers.
 * Null if neither is known, as with search engines.
 */
export const visitorLanguage = (chosen: string | undefined, accepted: string | undefined): Language | null => {
  if (isLanguage(chosen)) return chosen
  if (accepted === undefined || accepted.trim() === '' || accepted.trim() === '*') return null
  // A browser that prefers only languages that the app does not have gets English.
  return acceptedLanguage(accepted) ?? 'en'
}
