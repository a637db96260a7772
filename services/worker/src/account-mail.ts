import type { EmailLinkMailJob, NoticeMailJob } from '@pathlight/identity/account-jobs.ts'
import type { EmailLinkPurpose } from '@pathlight/identity/identity.ts'
import type { JobContext } from '@pathlight/jobs/jobs.ts'
import { emailAskedAgainLetter, emailChangedLetter, newEmailLetter, verifyLetter } from './account-letters.ts'
import type { WorkerDependencies } from './dependencies.ts'
import { writeLetter } from './letter.ts'
import { noticeLetter, secondFactorOnLetter } from './log-in-letters.ts'

const LETTERS = {
  'verify-email': verifyLetter,
  'change-email': newEmailLetter,
  'undo-email-change': emailChangedLetter,
  'undo-second-factor': secondFactorOnLetter,
} as const satisfies Record<EmailLinkPurpose, unknown>

/**
 * If an earlier change of the address can still be undone, tells the present address that another one was asked for.
 * The undo link of the next change goes to the address before the earlier change, so without this mail the present
 * address would learn nothing. The mail's link undoes the earlier change. Returns whether a mail was sent.
 */
const tellPresentAddress = async (
  { identity, mailer, publicUrl }: WorkerDependencies,
  userId: string,
): Promise<boolean> => {
  const undo = mailer && (await identity.startEmailLink(userId, 'undo-email-change'))
  if (!undo) return false
  const letter = emailAskedAgainLetter(undo.user, `${publicUrl}/email-link/${undo.token}`, publicUrl)
  await mailer.send({ to: undo.user.email, ...writeLetter(letter) })
  return true
}

/**
 * Mails the link for a purpose, unless it would have no effect any more. Without a mail server the link goes into the
 * operator's log, and the operator can pass it on.
 */
export const sendEmailLink =
  (dependencies: WorkerDependencies) =>
  async (
    { userId, purpose, presentTold }: EmailLinkMailJob['email-link-mail'],
    { id, correlationId }: Pick<JobContext, 'id' | 'correlationId'>,
  ): Promise<void> => {
    const { identity, jobs, mailer, publicUrl, tellOperator } = dependencies
    const started = await identity.startEmailLink(userId, purpose)
    if (started === null) return
    const { token, email, user } = started
    const link = `${publicUrl}/email-link/${token}`
    // The mail to the present address comes first, because the address can change as soon as the new one has its link.
    if (purpose === 'change-email' && !presentTold && (await tellPresentAddress(dependencies, userId))) {
      // The mail with the link gets a job of its own, so that a retry does not send the first mail again.
      const later = { id: `link after ${id}`, correlationId: correlationId ?? undefined }
      return jobs.add('email-link-mail', { userId, purpose, presentTold: true }, later)
    }
    if (mailer !== null) await mailer.send({ to: email, ...writeLetter(LETTERS[purpose](user, link, publicUrl)) })
    else tellOperator(`A link for ${email} (${purpose}); without SMTP_URL no mail is sent. The link: ${link}`)
  }

/** Mails a person a notice about a change in the ways to log in to their account. */
export const sendNotice =
  ({ identity, mailer, publicUrl }: WorkerDependencies) =>
  async ({ userId, notice }: NoticeMailJob['notice-mail']): Promise<void> => {
    const user = mailer && (await identity.findUser(userId))
    if (user) await mailer.send({ to: user.email, ...writeLetter(noticeLetter(notice, user, publicUrl)) })
  }
