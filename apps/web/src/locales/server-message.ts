import { ApiProblem } from '../api/api-problem.ts'
import { currentLanguage } from './language.ts'
import type { Translate } from './translate.ts'

type Known = 'noteTooLong' | 'malformed' | 'emailTaken' | 'usernameTaken' | 'wrongLogIn' | 'linkExpired'

/** The server speaks English; these of its sentences we say in the language of the interface. */
const SENTENCES: Readonly<Record<string, Known>> = {
  'A note holds at most 50,000 characters.': 'noteTooLong',
  'The text contains characters that cannot be stored.': 'malformed',
  'Email address is already in use.': 'emailTaken',
  'Username is already in use.': 'usernameTaken',
  'Invalid email or password.': 'wrongLogIn',
  'This link has expired or was already used. Please ask for a new one.': 'linkExpired',
}
const RULES = {
  'Invalid email address.': 'invalidEmail',
  'Username must be 3-20 characters long and contain only letters, numbers, dots, dashes, or underscores.':
    'invalidUsername',
  'Password must be at least 8 characters long and include an uppercase letter, a number, and a special character.':
    'invalidPassword',
  'Passwords do not match.': 'passwordsDiffer',
  'Please enter a valid email address.': 'invalidResetEmail',
} as const

/** Sentences with a name or a number in them are known by their code. In English the server's own say more. */
const CODES: Readonly<Record<string, 'tooMany' | 'noChapter' | 'noBook' | 'noVersion'>> = {
  too_many_requests: 'tooMany',
  unknown_chapter: 'noChapter',
  unknown_book: 'noBook',
  unknown_version: 'noVersion',
}

/** A sentence of the server in the language of the interface; as it came where it is not known. */
export const sayServerSentence = (t: Translate, sentence: string): string => {
  const known = SENTENCES[sentence]
  if (known) return t(`server.${known}`)
  if (sentence in RULES) return t(`accounts.${RULES[sentence as keyof typeof RULES]}`)
  return sentence
}

/** What a failed call has to say to the person, or null when it has nothing better than the caller's own words. */
export const sayProblem = (t: Translate, error: unknown): string | null => {
  if (!(error instanceof ApiProblem) || error.message === '') return null
  const known = currentLanguage() === 'ko' ? CODES[error.code] : undefined
  if (known) return t(`server.${known}`)
  if (error.code === 'too_large') return t('server.tooMuch')
  if (error.code === 'store_unavailable') return t('server.busy')
  if (error.code === 'not_logged_in') return t('server.unauthorized')
  return sayServerSentence(t, error.message)
}
