import type { AccountOpened } from '@pathlight/domain/accounts/events.ts'
import type { WelcomeMailJob, WorkerDependencies } from './dependencies.ts'
import { writeLetter } from './letter.ts'
import { welcomeLetter } from './messages.ts'
import type { Reaction } from './reaction.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** When a person signs up, adds a job that welcomes them. */
export const welcomeNewcomers: Reaction<WelcomeMailJob> = {
  name: 'welcome_newcomers',
  on: 'AccountOpened' satisfies AccountOpened['type'],
  job: 'welcome-mail',
  withinMs: DAY_MS,
}

/** Mails the welcome with the link that verifies the address, in the person's language. */
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
