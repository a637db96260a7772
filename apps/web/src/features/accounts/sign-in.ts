import type { User } from '@pathlight/contracts/accounts.ts'
import { MINE, queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { write } from '../../api/request.ts'
import { sentAgain } from '../../api/sent-again.ts'
import { writeOnce } from '../../api/write-once.ts'
import { currentLanguage } from '../../locales/language.ts'
import { keepNewPerson, tellSession } from '../../session/kept-person.ts'
import { applySettings } from '../../session/settings-query.ts'

/**
 * Starts a person's session on this page. With `remember`, the device also recognises the person while the server is
 * away.
 */
export const startSession = (user: User, remember = false): User => {
  // Removes another person's data from memory.
  queryClient.removeQueries({ queryKey: [MINE], predicate: ({ queryKey }) => queryKey[1] !== user.id })
  queryClient.setQueryData(SESSION_KEY, user)
  void queryClient.invalidateQueries({ queryKey: [MINE] })
  tellSession()
  void applySettings(user)
  if (remember) keepNewPerson(user)
  return user
}

/**
 * Logs in. The request is repeated while the server is away. If only the server's answer was lost, the repeat starts a
 * second session, and the first session expires unused because no browser has its cookie. Throws ApiProblem.
 */
export const logIn = async (body: { email: string; password: string; remember: boolean }): Promise<User> => {
  return startSession(await sentAgain(() => write<User>('POST', '/api/auth/login', { body })), body.remember)
}

const signUpOnce = writeOnce()

/**
 * Signs up. The request is repeated under the same key while the server is away, so that the server makes only one
 * account. Throws ApiProblem.
 */
export const signUp = async (body: {
  email: string
  username: string
  password: string
  confirm_password: string
  invitation?: string
}): Promise<User> => {
  const signUpRequest = { ...body, language: currentLanguage() }
  return startSession(await sentAgain(() => signUpOnce<User>('/api/auth/signup', signUpRequest)))
}
