import { z } from 'zod'
import { EMAIL, EMAIL_MAX, PASSWORD, USERNAME } from './account-rules.ts'
import { refusal } from './refusal.ts'

// The specification prescribes these messages (section 5), except INVITATION_OVER.
export const INVALID_EMAIL = refusal('invalid_email', 'Invalid email address.')
export const INVALID_USERNAME = refusal(
  'invalid_username',
  'Username must be 3-20 characters long and contain only letters, numbers, dots, dashes, or underscores.',
)
export const INVALID_PASSWORD = refusal(
  'invalid_password',
  'Password must be at least 8 characters long and include an uppercase letter, a number, and a special character.',
)
export const PASSWORDS_DIFFER = refusal('passwords_differ', 'Passwords do not match.')
export const INVITATION_OVER = refusal(
  'invitation_over',
  'This invitation was used, withdrawn, or is over. Ask whoever sent it for another.',
)
export const INVALID_RESET_EMAIL = refusal('invalid_reset_email', 'Please enter a valid email address.')

/** The length is checked first, because the pattern takes quadratic time on some texts: minutes for 256 KB. */
export const emailOr = (error: string) =>
  z.string(error).trim().max(EMAIL_MAX, { error, abort: true }).regex(EMAIL, error)
export const newPassword = z.string(INVALID_PASSWORD).regex(PASSWORD, INVALID_PASSWORD)

export const newUsername = z.string(INVALID_USERNAME).trim().regex(USERNAME, INVALID_USERNAME)
/** An existing password. It may have any form, because it may be older than the present rules for new passwords. */
export const presentPassword = z
  .string('Password is required.')
  .min(1, 'Password is required.')
  .max(1024, INVALID_PASSWORD)

export const signUpBody = z
  .object({
    email: emailOr(INVALID_EMAIL),
    username: newUsername,
    password: newPassword,
    confirm_password: z.string(PASSWORDS_DIFFER),
    language: z.enum(['en', 'ko']).catch('en').optional(),
    /**
     * The code after the question mark in an invitation's link. An unknown code of any form is answered like an expired
     * one.
     */
    invitation: z.string(INVITATION_OVER).max(200, INVITATION_OVER).optional(),
  })
  // Because of `when`, the passwords are compared even if another field is invalid. So `body` may have any shape.
  .refine((body) => body?.password === body?.confirm_password, {
    message: PASSWORDS_DIFFER,
    path: ['confirm_password'],
    when: () => true,
  })
  .meta({
    examples: [
      {
        email: 'ann@example.org',
        username: 'ann',
        password: 'Password1!',
        confirm_password: 'Password1!',
        language: 'en',
      },
    ],
  })

export const logInBody = z
  .object({
    email: z.string('Email is required.').trim().min(1, 'Email is required.').max(EMAIL_MAX, INVALID_EMAIL),
    password: presentPassword,
    remember: z.boolean('Remember Me is true or false.').optional(),
  })
  .meta({ examples: [{ email: 'ann@example.org', password: 'Password1!', remember: true }] })

export const forgotPasswordBody = z
  .object({ email: emailOr(INVALID_RESET_EMAIL) })
  .meta({ examples: [{ email: 'ann@example.org' }] })
export const resetPasswordBody = z.object({ password: newPassword }).meta({ examples: [{ password: 'Password1!' }] })
/** Any text is accepted: an unknown token is answered like an expired one. */
export const resetPasswordParams = z.object({ token: z.string() })

/** The signed-in person, as log-in, sign-up and GET /api/auth/ answer. `locked`: an admin has locked the account. */
export const user = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  admin: z.literal(true).optional(),
  locked: z.literal(true).optional(),
})
export type User = z.infer<typeof user>
