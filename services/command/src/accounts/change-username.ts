import { account as accountShape, changeUsernameBody } from '@pathlight/contracts/account-care.ts'
import { isNameOfNobody } from '@pathlight/contracts/account-rules.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { CommandDependencies } from '../dependencies.ts'
import { recordAccountChange } from '../record-account-change.ts'
import { accountAnswer } from './get-account.ts'
import { accountOr409 } from './identity-answers.ts'

export const changeUsername = (app: App, url: string, { identity, log, sessions }: CommandDependencies) =>
  app.put(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'Change my username', body: changeUsernameBody, response: { 200: accountShape } },
    },
    async (request) => {
      const session = signedIn(request)
      const { userId } = session
      const { username } = request.body
      const isOwn = session.username.toLowerCase() === username.toLowerCase()
      const user = accountOr409(
        isNameOfNobody(username) && !isOwn ? { taken: ['username'] } : await identity.changeUsername(userId, username),
      )
      sessions.forgetAll()
      if (session.username !== user.username)
        await recordAccountChange(log, request, { userId, session, change: 'username-changed' })
      return accountAnswer(log, user)
    },
  )
