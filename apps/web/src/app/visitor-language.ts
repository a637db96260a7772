import Negotiator from 'negotiator'
import { isLanguage, type Language } from '../locales/words.ts'

/** The longest header that is read, in characters; browsers send a tenth of this. */
const READ_CHARACTERS = 500

/** The app's language that a header such as `ko-KR,ko;q=0.9,en;q=0.8` prefers; null if it names none. */
const acceptedLanguage = (header: string): Language | null => {
  const preferred = new Negotiator({ headers: { 'accept-language': header.slice(0, READ_CHARACTERS) } }).languages()
  // A browser asks by region (ko-KR), and the app knows only languages. For any language (*) the app chooses.
  return preferred.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? null
}

/**
 * The language in which a visitor wants a page: the one they chose (the cookie `language`), else the one that their
 * browser prefers. Null if neither is known, as with search engines.
 */
export const visitorLanguage = (chosen: string | undefined, accepted: string | undefined): Language | null => {
  if (isLanguage(chosen)) return chosen
  if (accepted === undefined || accepted.trim() === '' || accepted.trim() === '*') return null
  // A browser that prefers only languages that the app does not have gets English.
  return acceptedLanguage(accepted) ?? 'en'
}
