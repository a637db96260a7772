import type { TFunction } from 'i18next'
import { ApiProblem } from '../../api/api-problem.ts'
import { sayProblem, sayProblems } from '../../locales/server-message.ts'

/** Matches an error about an expired token, for which the specification (section 8) has a message of its own. */
const EXPIRED_TOKEN = /token.*expired|expired.*token/i

/** The errors to show after a failed log-in (specification section 8). */
export const logInErrors = (t: TFunction, error: unknown): string[] => {
  if (!(error instanceof ApiProblem) || error.status === 0) return [sayProblem(t, error) ?? t('accounts.network')]
  if (error.errors.some((sentence) => EXPIRED_TOKEN.test(sentence))) return [t('accounts.sessionExpired')]
  return [sayProblem(t, error) ?? t('accounts.unknownError')]
}

/** The second step that a log-in needs after the right password. Null if the log-in failed for another reason. */
export const secondStepOf = (error: unknown): { readonly ticket: string; readonly ways: readonly string[] } | null => {
  if (!(error instanceof ApiProblem) || error.code !== 'second_step_needed') return null
  const { ticket = '', ways = '' } = error.params
  return { ticket: String(ticket), ways: String(ways).split(' ') }
}

/** The errors to show above the form after a failed sign-up (specification section 8). */
export const signUpErrors = (t: TFunction, error: unknown): string[] => {
  if (!(error instanceof ApiProblem) || error.status >= 500) return [t('accounts.serverError')]
  if (error.errors.length > 0) return sayProblems(t, error)
  return [sayProblem(t, error) ?? t('accounts.serverError')]
}
