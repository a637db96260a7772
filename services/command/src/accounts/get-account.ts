import { account as accountShape } from '@pathlight/contracts/account-care.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import { changed } from './checked-password.ts'

/** What the person may know of their own account. */
export const getAccount = (app: App, url: string, { identity, sessions }: { identity: Identity; sessions: Sessions }) =>
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'My account', response: { 200: accountShape } },
    },
    async (request) => {
      const { username, email, emailVerified } = changed(await identity.findUser(signedIn(request).userId))
      return { username, email, email_verified: emailVerified }
    },
  )
