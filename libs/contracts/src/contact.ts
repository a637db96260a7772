import { z } from 'zod'
import { EMAIL, EMAIL_MAX } from './account-rules.ts'
import { INVALID_RESET_EMAIL } from './accounts.ts'
import { CAPTCHA_SERVICE_NAMES } from './captcha-rules.ts'
import { CONTACT_MESSAGE_MAX, CONTACT_NAME_MAX } from './contact-rules.ts'
import { refusal } from './refusal.ts'

const NAME_MISSING = refusal('contact_name_missing', 'Please enter your name.')
const NAME_LONG = refusal('contact_name_long', `A name can be ${CONTACT_NAME_MAX} characters long at most.`, {
  max: CONTACT_NAME_MAX,
})
const MESSAGE_MISSING = refusal('contact_message_missing', 'Please write a message.')
const MESSAGE_LONG = refusal('contact_message_long', 'A message can be 5,000 characters long at most.', {
  max: CONTACT_MESSAGE_MAX,
})
// The specification prescribes this message (section 5).
export const CAPTCHA_MISSING = refusal('captcha_missing', 'Please complete the CAPTCHA.')

/** The longest CAPTCHA answer that is accepted, in characters; the services' answers have about 2,000. */
const TOKEN_MAX = 10_000

/** Removes line breaks and invisible characters, because the name goes into the subject of a mail. */
const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** POST /api/contact/: a message to the operator. The caller needs no session. */
export const contactBody = z
  .object({
    name: z
      .string(NAME_MISSING)
      .max(4 * CONTACT_NAME_MAX, NAME_LONG)
      .transform(onOneLine)
      .pipe(z.string().min(1, NAME_MISSING).max(CONTACT_NAME_MAX, NAME_LONG)),
    email: z
      .string(INVALID_RESET_EMAIL)
      .trim()
      .max(EMAIL_MAX, { error: INVALID_RESET_EMAIL, abort: true })
      .regex(EMAIL, INVALID_RESET_EMAIL),
    message: z.string(MESSAGE_MISSING).trim().min(1, MESSAGE_MISSING).max(CONTACT_MESSAGE_MAX, MESSAGE_LONG),
    captchaToken: z.string(CAPTCHA_MISSING).min(1, CAPTCHA_MISSING).max(TOKEN_MAX, CAPTCHA_MISSING),
  })
  .meta({
    examples: [{ name: 'Ann', email: 'ann@example.org', message: 'Thank you.', captchaToken: 'what the CAPTCHA gave' }],
  })

/** The answer that specification section 3 prescribes. An error also has the fields of `problem` (problem.ts). */
export const contactReply = z.object({
  success: z.boolean(),
  type: z.enum(['success', 'error']),
  message: z.string(),
})

/**
 * GET /api/contact/captcha: the challenge for a sender. `altcha`: a challenge for one message (altcha.org). Any other
 * provider is a service whose script shows the challenge, with the site's public key.
 */
export const contactCaptcha = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('altcha'),
    challenge: z.object({ parameters: z.looseObject({ algorithm: z.string() }), signature: z.string() }),
  }),
  z.object({ provider: z.enum(CAPTCHA_SERVICE_NAMES), siteKey: z.string() }),
])
export type ContactCaptcha = z.infer<typeof contactCaptcha>
