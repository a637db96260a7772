import { HttpProblem } from '@pathlight/http/problem.ts'
import { inWords } from '@pathlight/http/rate-limit.ts'
import type { TooManyGuesses } from '@pathlight/identity/identity.ts'

/**
 * The refusal of a log-in after too many wrong passwords. Email addresses without an account get the same refusal.
 * Guesses on other devices do not block a device that the account knows.
 */
export const tooManyGuesses = (retryAfterMs: number): HttpProblem => {
  const seconds = Math.ceil(retryAfterMs / 1000)
  return new HttpProblem(
    429,
    'too_many_guesses',
    `Too many wrong passwords. Log in on a device where you did so before, or choose “Forgot Password?” to get in by mail; or try again in ${inWords(seconds)}.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}

/**
 * Unwraps identity's check of the signed-in person's password. Throws 403 for a wrong password, 429 after too many
 * wrong ones.
 */
export const passwordOr403 = <T extends object>(result: T | TooManyGuesses | null): Exclude<T, TooManyGuesses> => {
  if (result === null) throw new HttpProblem(403, 'wrong_password', 'This is not your password.')
  if (!('retryAfterMs' in result)) return result as Exclude<T, TooManyGuesses>
  const seconds = Math.ceil(result.retryAfterMs / 1000)
  throw new HttpProblem(429, 'too_many_guesses', `Too many wrong passwords. Please try again in ${inWords(seconds)}.`, {
    params: { seconds },
    headers: { 'retry-after': String(seconds) },
  })
}

const IN_USE = { email: 'Email address is already in use.', username: 'Username is already in use.' }

/**
 * Unwraps identity's answer to a change of an account. Throws 409 when the name or address is in use, 401 when the
 * account is gone.
 */
export const accountOr409 = <T extends object>(
  account: T | { readonly taken: readonly ('email' | 'username')[] } | null,
): Exclude<T, { readonly taken: unknown }> => {
  if (account === null) throw new HttpProblem(401, 'not_logged_in', 'Please log in or sign up to use this feature.')
  if (!('taken' in account)) return account as Exclude<T, { readonly taken: unknown }>
  const [field = 'email'] = account.taken
  throw new HttpProblem(409, `${field}_taken`, IN_USE[field])
}
