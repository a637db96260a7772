import type { WorkerDependencies } from './dependencies.ts'
import { writeLetter } from './letter.ts'
import { resetLetter } from './messages.ts'

/**
 * Makes a link to a new password and mails it. Does nothing if no account has the address (`userId` null). Without a
 * mail server the link goes into the operator's log: on a small installation the operator and the reader are often the
 * same person.
 */
export const sendResetMail =
  ({ identity, mailer, publicUrl, tellOperator }: WorkerDependencies) =>
  async ({ userId }: { userId: string | null }): Promise<void> => {
    // A job that an older program added has an email address and no `userId`. The worker drops it, because the person
    // asked so long ago that a link would be invalid by now.
    if (!userId) return
    const reset = await identity.startPasswordReset(userId)
    if (reset === null) return
    const link = `${publicUrl}/reset-password/${reset.token}`
    if (mailer === null)
      tellOperator(`${reset.user.email} asked for a new password; without SMTP_URL no mail is sent. The link: ${link}`)
    else await mailer.send({ to: reset.user.email, ...writeLetter(resetLetter(reset.user, link, publicUrl)) })
  }
