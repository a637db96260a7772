import { z } from 'zod'
import { emailOr, INVALID_EMAIL, newPassword, newUsername, presentPassword } from './accounts.ts'
import { refusal } from './refusal.ts'

export const NAME_DIFFERS = refusal('username_differs', 'Please type your username exactly as it is.')

/** The time of a lock or of a closing, and the admin's reason. Null means that there is none. */
const because = z.object({ at: z.iso.datetime(), reason: z.string() }).nullable()

/** GET /api/account */
export const account = z.object({
  username: z.string(),
  email: z.string(),
  /** Whether the person followed the link that was mailed to `email`. */
  email_verified: z.boolean(),
  /** Set while an administrator has locked the account: the person can read and export, but not write. */
  locked: because,
  /** The time at which the account will be closed, and the reason. Until then the person can stop the closing. */
  closing: because,
  /** Whether the person gets a mail when an administrator looks at their data. */
  looks_mail: z.boolean(),
})
export type Account = z.infer<typeof account>

/**
 * Times are ISO 8601 in UTC. `label`: a name such as "Chrome on Windows". `last_seen`: the time of the last use, or at
 * most an hour before it. `current`: whether the request comes from this device.
 */
const device = z.object({
  id: z.string(),
  label: z.string(),
  first_seen: z.string(),
  last_seen: z.string(),
  current: z.boolean(),
})
/** GET /api/account/devices: the last used device first. The answer has no network addresses. */
export const devices = z.object({ devices: z.array(device) })
export type Device = z.infer<typeof device>

const ON_OR_OFF = refusal('on_or_off', 'This is on (true) or off (false).')
/** PUT /api/account/looks-mail. */
export const looksMailBody = z.object({ on: z.boolean(ON_OR_OFF) }).meta({ examples: [{ on: true }] })

export const deviceParams = z.object({ id: z.string() })
/** `ended`: the number of other devices that were logged out. */
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

/** Any text is accepted: an unknown token is answered like an expired one. */
export const emailLinkParams = z.object({ token: z.string() })
/** The effect of the mailed link. */
export const emailLinkDone = z.object({
  done: z.enum(['verify-email', 'change-email', 'undo-email-change', 'undo-second-factor']),
})
export type EmailLinkDone = z.infer<typeof emailLinkDone>['done']

/** `mail` is present if this server sends no mail, so that the page does not tell the person to wait for one. */
export const accountMessage = z.object({ message: z.string(), mail: z.literal('none').optional() })
export type AccountMessage = z.infer<typeof accountMessage>
