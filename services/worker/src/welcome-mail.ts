import type { AccountOpened } from '@pathlight/domain/accounts/events.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import type { Mailer } from './mail.ts'
import { welcomeMessage } from './messages.ts'
import type { Reaction } from './reaction.ts'

/** Nobody is welcomed later than this: a reaction that starts over must not write to everyone again. */
const WELCOME_WITHIN_MS = 24 * 60 * 60 * 1000

export type WelcomeMailJob = { 'welcome-mail': { userId: string } }

/** Somebody signed up → a job to welcome them, one however often the event is seen. */
export const welcomeNewcomers = (jobs: {
  add(name: 'welcome-mail', data: { userId: string }, options: { id: string }): Promise<void>
}): Reaction<AccountOpened> => ({
  name: 'welcome_newcomers',
  handles: ['AccountOpened'],
  react: async ({ data, metadata }) => {
    if (Date.now() - Date.parse(data.openedAt) > WELCOME_WITHIN_MS) return
    await jobs.add('welcome-mail', { userId: data.userId }, { id: metadata.messageId })
  },
})

/** Sends the welcome, in the language the person signed up in. */
export const sendWelcomeMail =
  ({ identity, mailer, publicUrl }: { identity: Identity; mailer: Mailer | null; publicUrl: string }) =>
  async ({ userId }: { userId: string }): Promise<void> => {
    if (mailer === null) return
    const user = await identity.findUser(userId)
    if (user !== null) await mailer.send({ to: user.email, ...welcomeMessage(user, publicUrl) })
  }
