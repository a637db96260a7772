import { HttpProblem } from '@pathlight/http/problem.ts'
import { inWords } from '@pathlight/http/rate-limit.ts'
import type { TooManyGuesses } from '@pathlight/identity/identity.ts'

/** What identity found for a password of the signed-in person. Throws 403 for a wrong one, 429 after too many wrong ones. */
export const theirs = <T extends object>(found: T | TooManyGuesses | null): Exclude<T, TooManyGuesses> => {
  if (found === null) throw new HttpProblem(403, 'wrong_password', 'This is not your password.')
  if (!('retryAfterMs' in found)) return found as Exclude<T, TooManyGuesses>
  const seconds = Math.ceil(found.retryAfterMs / 1000)
  throw new HttpProblem(429, 'too_many_guesses', `Too many wrong passwords. Please try again in ${inWords(seconds)}.`, {
    params: { seconds },
    headers: { 'retry-after': String(seconds) },
  })
}

const IN_USE = { email: 'Email address is already in use.', username: 'Username is already in use.' }

/** The account after a change. Throws 409 where the name or address is in use, 401 where the account is no more. */
export const changed = <T extends object>(
  made: T | { readonly taken: readonly ('email' | 'username')[] } | null,
): Exclude<T, { readonly taken: unknown }> => {
  if (made === null) throw new HttpProblem(401, 'not_logged_in', 'Please log in or sign up to use this feature.')
  if (!('taken' in made)) return made as Exclude<T, { readonly taken: unknown }>
  const [field = 'email'] = made.taken
  throw new HttpProblem(409, `${field}_taken`, IN_USE[field])
}
