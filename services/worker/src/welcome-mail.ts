import type { AccountOpened } from '@pathlight/domain/accounts/events.ts'
import type { WelcomeMailJob, WorkerDependencies } from './dependencies.ts'
import { writeLetter } from './letter.ts'
import { welcomeLetter } from './messages.ts'
import type { Reaction } from './reaction.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A person signed up → a job to welcome them. */
export const welcomeNewcomers: Reaction<WelcomeMailJob> = {
  name: 'welcome_newcomers',
  on: 'AccountOpened' satisfies AccountOpened['type'],
  job: 'welcome-mail',
  withinMs: DAY_MS,
}

/** Sends the welcome, in the language the person signed up in, with the link that verifies their address. */
export const sendWelcomeMail =
  ({ identity, mailer, publicUrl }: WorkerDependencies) =>
  async ({ userId }: { userId: string }): Promise<void> => {
    if (mailer === null) return
    const user = await identity.findUser(userId)
    if (user === null) return
    const started = await identity.startEmailLink(userId, 'verify-email')
    const link = started && `${publicUrl}/email-link/${started.token}`
    await mailer.send({ to: user.email, ...writeLetter(welcomeLetter(user, link, publicUrl)) })
  }
