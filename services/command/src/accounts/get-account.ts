import { account as accountShape } from '@pathlight/contracts/account-care.ts'
import { shownStanding } from '@pathlight/domain/standing/standing-item.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { User } from '@pathlight/identity/identity.ts'
import type { CommandDependencies } from '../dependencies.ts'
import { standingOf } from '../standing-of.ts'
import { accountOr409 } from './identity-answers.ts'

/** An account in the API's form, for its owner. */
export const accountAnswer = async (log: Pick<EventLog, 'readEnds'>, user: User) => {
  const { id, username, email, emailVerified, looksByMail } = user
  const standing = shownStanding(await standingOf(log, id))
  return { username, email, email_verified: emailVerified, looks_mail: looksByMail, ...standing }
}

export const getAccount = (app: App, url: string, { identity, log, sessions }: CommandDependencies) =>
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'My account', response: { 200: accountShape } },
    },
    async (request) => {
      return accountAnswer(log, accountOr409(await identity.findUser(signedIn(request).userId)))
    },
  )
