import { z } from 'zod'

/** One address, without a name. */
const EMAIL = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/

/** The settings of mail, and of what replaces it. */
export const mailSettings = {
  /** smtp://user:password@host:port or smtps://; absent: no mail is sent. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'SMTP_URL must look like smtp://user:password@host:587' }).optional(),
  // A line break would begin another header of the mail.
  MAIL_FROM: z
    .string()
    .regex(/^[^\p{Cc}\u2028\u2029]{1,320}$/u, 'MAIL_FROM must be one line, such as Pathlight <no-reply@example.org>')
    .default('Pathlight <no-reply@localhost>'),
  /** The receiver of contact messages. Without it, or without SMTP_URL, each message is stored as a file. */
  CONTACT_EMAIL: z.string().trim().regex(EMAIL, 'CONTACT_EMAIL must be one email address').optional(),
  /** The file with the ids of closed accounts, apart from the stores; default: closed-accounts.txt in DATA_DIR. */
  CLOSED_ACCOUNTS: z.string().min(1).optional(),
}
