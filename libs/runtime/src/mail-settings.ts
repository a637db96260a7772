import { z } from 'zod'

/** One address, without a name. */
const EMAIL = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/

/** What the environment says of mail, and of what is kept in its place. */
export const mailSettings = {
  /** smtp://user:password@host:port or smtps://; without it no mail is sent. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'SMTP_URL must look like smtp://user:password@host:587' }).optional(),
  // A line's end would begin another header of the mail.
  MAIL_FROM: z
    .string()
    .regex(/^[^\p{Cc}\u2028\u2029]{1,320}$/u, 'MAIL_FROM must be one line, such as Pathlight <no-reply@example.org>')
    .default('Pathlight <no-reply@localhost>'),
  /** Where the messages of the contact form go. Without it, or without SMTP_URL, each is kept as a file. */
  CONTACT_EMAIL: z.string().trim().regex(EMAIL, 'CONTACT_EMAIL must be one email address').optional(),
  /** Where the ids of closed accounts are kept, apart from the stores; default: closed-accounts.txt in DATA_DIR. */
  CLOSED_ACCOUNTS: z.string().min(1).optional(),
}
