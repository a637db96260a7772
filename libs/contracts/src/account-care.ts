import { z } from 'zod'
import { emailOr, INVALID_EMAIL, newPassword, newUsername, presentPassword } from './accounts.ts'
import { refusal } from './refusal.ts'

export const NAME_DIFFERS = refusal('username_differs', 'Please type your username exactly as it is.')

/** When it happened and why; null: it did not happen. */
const because = z.object({ at: z.iso.datetime(), reason: z.string() }).nullable()

/** GET /api/account: what the person may know of their own account. */
export const account = z.object({
  username: z.string(),
  email: z.string(),
  /** Whether the person has shown, by a mailed link, that mail to `email` reaches them. */
  email_verified: z.boolean(),
  /** Since when an administrator has locked the account, and why: the person reads and exports, and does not write. */
  locked: because,
  /** When the account is closed, and why: the person can stop it until then. */
  closing: because,
  /** Whether the person is told by mail of what administrators look at. */
  looks_mail: z.boolean(),
})
export type Account = z.infer<typeof account>

/** Times are ISO 8601 in UTC. `label`: "Chrome on Windows". `current`: the device that asks. */
const device = z.object({
  id: z.string(),
  label: z.string(),
  first_seen: z.string(),
  last_seen: z.string(),
  current: z.boolean(),
})
/** GET /api/account/devices: the one used last first. No network address is in it. */
export const devices = z.object({ devices: z.array(device) })
export type Device = z.infer<typeof device>

const ON_OR_OFF = refusal('on_or_off', 'This is on (true) or off (false).')
/** PUT /api/account/looks-mail. */
export const looksMailBody = z.object({ on: z.boolean(ON_OR_OFF) }).meta({ examples: [{ on: true }] })

export const deviceParams = z.object({ id: z.string() })
/** How many other devices were ended. */
export const devicesEnded = z.object({ ended: z.int() })

export const changeEmailBody = z
  .object({ email: emailOr(INVALID_EMAIL), password: presentPassword })
  .meta({ examples: [{ email: 'ann@example.net', password: 'Password1!' }] })
export const changeUsernameBody = z.object({ username: newUsername }).meta({ examples: [{ username: 'anna' }] })
export const changePasswordBody = z
  .object({ password: presentPassword, new_password: newPassword })
  .meta({ examples: [{ password: 'Password1!', new_password: 'Password2!' }] })
/** `confirm`: the username, typed once more. */
export const closeAccountBody = z
  .object({ password: presentPassword, confirm: z.string(NAME_DIFFERS) })
  .meta({ examples: [{ password: 'Password1!', confirm: 'ann' }] })

/** A token of any length: one that was never given out is a link that has expired. */
export const emailLinkParams = z.object({ token: z.string() })
/** What a mailed link did. */
export const emailLinkDone = z.object({ done: z.enum(['verify-email', 'change-email', 'undo-email-change']) })
export type EmailLinkDone = z.infer<typeof emailLinkDone>['done']

/** `mail`: there where this server sends none, so that nobody waits for it. */
export const accountMessage = z.object({ message: z.string(), mail: z.literal('none').optional() })
export type AccountMessage = z.infer<typeof accountMessage>
