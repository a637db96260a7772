import type { User } from '@pathlight/contracts/accounts.ts'
import { MINE, queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { write } from '../../api/request.ts'
import { writeOnce } from '../../api/write-once.ts'
import { currentLanguage } from '../../locales/language.ts'
import { tellSession } from '../../session/kept-person.ts'
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

/** Throws ApiProblem. */
export const logIn = async (body: { email: string; password: string; remember: boolean }): Promise<User> =>
  begin(await write<User>('POST', '/api/auth/login', { body }))

const signUpOnce = writeOnce()

/** Throws ApiProblem. */
export const signUp = async (body: {
  email: string
  username: string
  password: string
  confirm_password: string
}): Promise<User> => begin(await signUpOnce<User>('/api/auth/signup', { ...body, language: currentLanguage() }))
