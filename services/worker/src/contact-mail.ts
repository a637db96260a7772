import type { Identity } from '@pathlight/identity/identity.ts'
import type { JobContext } from '@pathlight/jobs/jobs.ts'
import type { ContactMessage, KeptMessages } from '@pathlight/runtime/kept-messages.ts'
import { writeLetter } from './letter.ts'
import type { Mailer } from './mail.ts'
import { contactLetter } from './messages.ts'

/** The job's data: the id of the stored message. A job of an older program has the whole message. */
export type ContactMailJob = { 'contact-mail': { readonly id: string } & Partial<ContactMessage> }

type Options = {
  readonly identity: Pick<Identity, 'findUserByEmail' | 'findMessage' | 'dropMessage'>
  readonly mailer: Mailer | null
  /** The operator's address for messages; null: messages are written to files. */
  readonly contactEmail: string | null
  readonly kept: KeptMessages
  readonly publicUrl: string
  readonly tellOperator: (line: string) => void
}

/**
 * Mails a message of the contact form to the operator, with the sender as Reply-To, in the language of the operator's
 * account if there is one. If no mail can be sent, or the last try fails, the message is written to a file. A mail that
 * is sent again after a crash has the same Message-ID.
 */
export const sendContactMail =
  ({ identity, mailer, contactEmail, kept, publicUrl, tellOperator }: Options) =>
  async ({ id, ...older }: ContactMailJob['contact-mail'], { isLast }: Pick<JobContext, 'isLast'>): Promise<void> => {
    const text = await identity.findMessage(id)
    // If the message is missing, an earlier run of the job has mailed it, or written it to a file.
    if (text === null && older.message === undefined) return
    const message = (text === null ? older : JSON.parse(text)) as ContactMessage
    const keep = async (why: string) => {
      tellOperator(`A message came by the contact form. ${why} It is kept in ${await kept.keep(id, message)}`)
      await identity.dropMessage(id)
    }
    if (mailer === null) return keep('Without SMTP_URL no mail is sent.')
    if (contactEmail === null) return keep('Without CONTACT_EMAIL it is not mailed.')
    const { name, email } = message
    try {
      const reader = await identity.findUserByEmail(contactEmail)
      await mailer.send({
        to: contactEmail,
        replyTo: { name, address: email },
        messageId: `<contact.${id}@${new URL(publicUrl).hostname}>`,
        ...writeLetter(contactLetter(message, reader?.language ?? 'en', publicUrl)),
      })
      await identity.dropMessage(id)
    } catch (error) {
      if (!isLast) throw error
      await keep(`It could not be mailed (${error instanceof Error ? error.message : String(error)}).`)
    }
  }
