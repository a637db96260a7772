import { z } from 'zod'

/** What the worker reads from the environment. */
export const workerSettings = {
  /** smtp://user:password@host:port or smtps://; without it no mail is sent. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'SMTP_URL must look like smtp://user:password@host:587' }).optional(),
  MAIL_FROM: z.string().default('Pathlight <no-reply@localhost>'),
}
