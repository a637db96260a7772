import type { Reason } from '@pathlight/contracts/problem.ts'
import type { ParseKeys, TFunction } from 'i18next'
import { ApiProblem } from '../api/api-problem.ts'

/** For these codes the server's own English sentence says more, such as which chapter or how many minutes. */
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
 * Why something was refused, in the interface's language. If there are no words for the code, it is `sentence`, which is the
 * server's own.
 */
export const sayReason = (t: TFunction, { code, params }: Reason, sentence = ''): string => {
  if (t('language') === 'en' && SAYS_MORE.has(code) && sentence !== '') return sentence
  const key = `server.${code}` as ParseKeys
  const words = t(key, params ?? {})
  return words === key && sentence !== '' ? sentence : words
}

/** What to tell the person about a failed call; null if the caller's own words say as much. */
export const sayProblem = (t: TFunction, error: unknown): string | null =>
  error instanceof ApiProblem && error.message !== '' ? sayReason(t, error, error.message) : null

/** Every sentence of a failed call: the list where the specification asks for one, else a single sentence. */
export const sayProblems = (t: TFunction, error: ApiProblem): string[] => {
  const reasons = error.errors.length === 1 ? [error] : error.reasons
  return error.errors.map((sentence, index) => sayReason(t, reasons[index] ?? { code: '' }, sentence))
}
