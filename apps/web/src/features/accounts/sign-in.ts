import type { User } from '@pathlight/contracts/accounts.ts'
import { MINE, queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { write } from '../../api/request.ts'
import { sentAgain } from '../../api/sent-again.ts'
import { writeOnce } from '../../api/write-once.ts'
import { currentLanguage } from '../../locales/language.ts'
import { keepNewPerson, tellSession } from '../../session/kept-person.ts'
import { applySettings } from '../../session/settings-query.ts'

const begin = (user: User): User => {
  // Whatever another person left in memory on this device is not this person's.
  queryClient.removeQueries({ queryKey: [MINE], predicate: ({ queryKey }) => queryKey[1] !== user.id })
  queryClient.setQueryData(SESSION_KEY, user)
  void queryClient.invalidateQueries({ queryKey: [MINE] })
  tellSession()
  void applySettings(user)
  return user
}

/** Sent again while the server is away. A log-in whose answer was lost leaves a session that no browser has, which ends by itself. Throws ApiProblem. */
export const logIn = async (body: { email: string; password: string; remember: boolean }): Promise<User> => {
  const user = begin(await sentAgain(() => write<User>('POST', '/api/auth/login', { body })))
  if (body.remember) keepNewPerson(user)
  return user
}

const signUpOnce = writeOnce()

/** Sent again while the server is away, under the same key: so there is one account. Throws ApiProblem. */
export const signUp = async (body: {
  email: string
  username: string
  password: string
  confirm_password: string
}): Promise<User> => {
  const wanted = { ...body, language: currentLanguage() }
  return begin(await sentAgain(() => signUpOnce<User>('/api/auth/signup', wanted)))
}
