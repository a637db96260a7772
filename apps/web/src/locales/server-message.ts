import type { Reason } from '@pathlight/contracts/problem.ts'
import type { ParseKeys, TFunction } from 'i18next'
import { ApiProblem } from '../api/api-problem.ts'

/**
 * The codes for which the server's English sentence says more than the app's words, such as the chapter or the number
 * of minutes.
 */
const SAYS_MORE: ReadonlySet<string> = new Set([
  'too_many_requests',
  'too_many_guesses',
  'unknown_chapter',
  'unknown_book',
  'unknown_version',
  'provider_failed',
  'version_not_here',
  'empty',
  'too_long',
])

/**
 * The reason of a refusal, in the interface's language. The server's `sentence` is returned if the app has no words for
 * the code, and in English for the codes of SAYS_MORE.
 */
export const sayReason = (t: TFunction, { code, params }: Reason, sentence = ''): string => {
  if (t('language') === 'en' && SAYS_MORE.has(code) && sentence !== '') return sentence
  const key = `server.${code}` as ParseKeys
  const words = t(key, params ?? {})
  return words === key && sentence !== '' ? sentence : words
}

/** The server's reason for a failed call, for the person. Null if the server gave none. */
export const sayProblem = (t: TFunction, error: unknown): string | null =>
  error instanceof ApiProblem && error.message !== '' ? sayReason(t, error, error.message) : null

/** The sentences of a failed call: several if several fields were refused. */
export const sayProblems = (t: TFunction, error: ApiProblem): string[] => {
  const reasons = error.errors.length === 1 ? [error] : error.reasons
  return error.errors.map((sentence, index) => sayReason(t, reasons[index] ?? { code: '' }, sentence))
}
