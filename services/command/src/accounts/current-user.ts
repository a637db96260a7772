import { user as userShape } from '@pathlight/contracts/accounts.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import type { CommandDependencies } from '../dependencies.ts'
import { userAnswer } from './user-answer.ts'

export const currentUser = (app: App, url: string, { sessions, admins }: CommandDependencies) =>
  app.get(
    url,
    { config: { problemField: 'errors' }, schema: { summary: 'Who is signed in', response: { 200: userShape } } },
    async (request) => {
      const session = await sessions.find(request)
      if (session === null) await sessions.refuseClosed(request)
      if (session === null) throw new HttpProblem(401, 'not_logged_in', 'Unauthorized')
      const { userId: id } = session
      return userAnswer({ ...session, id }, await admins.isAdmin(id))
    },
  )
