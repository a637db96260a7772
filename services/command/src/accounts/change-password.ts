import { accountMessage, changePasswordBody } from '@pathlight/contracts/account-care.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { CommandDependencies } from '../dependencies.ts'
import { recordAccountChange } from '../record-account-change.ts'
import { passwordOr403 } from './identity-answers.ts'

/** Changes the password. All other sessions and all tokens end, and the person gets a mail. */
export const changePassword = (app: App, url: string, { identity, log, sessions, jobs }: CommandDependencies) =>
  app.put(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'Change my password', body: changePasswordBody, response: { 200: accountMessage } },
    },
    async (request) => {
      const session = signedIn(request)
      const { userId, id: sessionId } = session
      const { password: present, new_password: next } = request.body
      const by = { from: sessions.originOf(request), sessionId }
      passwordOr403(await identity.changePassword(userId, { present, next }, by))
      sessions.forgetAll()
      const mail = () => jobs.add('notice-mail', { userId, notice: 'password-changed' })
      await recordAccountChange(log, request, { userId, session, change: 'password-changed', mail })
      return { message: 'Your password has been changed. All other devices are logged out.' }
    },
  )
