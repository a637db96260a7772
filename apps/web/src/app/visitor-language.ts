import Negotiator from 'negotiator'
import { isLanguage, type Language } from '../locales/words.ts'

/** The rest of a longer header is not read: browsers send a tenth of this. */
const READ_CHARACTERS = 500

/** The app's language that a header such as `ko-KR,ko;q=0.9,en;q=0.8` prefers; null where it names none of them. */
const acceptedLanguage = (header: string): Language | null => {
  const asked = new Negotiator({ headers: { 'accept-language': header.slice(0, READ_CHARACTERS) } }).languages()
  // A browser asks by region (ko-KR); the app knows only languages. Where it asks for any (*), the app chooses.
  return asked.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? null
}

/**
 * The language that a visitor wants a page in: what they chose (the cookie `language`), else what their browser asks
 * for. Null where nothing says so, as with search engines.
 */
export const visitorLanguage = (chosen: string | undefined, accepted: string | undefined): Language | null => {
  if (isLanguage(chosen)) return chosen
  if (accepted === undefined || accepted.trim() === '' || accepted.trim() === '*') return null
  // A browser that asks only for languages that the app does not have gets English.
  return acceptedLanguage(accepted) ?? 'en'
}
