// Rules for account fields (specification section 5). They are not in accounts.ts, so that a form can use them without
// loading zod.

/**
 * A pattern that is stricter than a browser's email field. It allows no invisible characters, and nothing that a mail
 * program could read as several addresses.
 */
export const EMAIL =
  /^[^\s@\p{Cc}\p{Cf}<>()[\],;:"\\]+@[^\s@\p{Cc}\p{Cf}<>()[\],;:"\\]+\.[^\s@\p{Cc}\p{Cf}<>()[\],;:"\\]+$/u
/** The longest address that RFC 5321 allows. */
export const EMAIL_MAX = 254
export const USERNAME = /^[A-Za-z0-9._-]{3,20}$/
/**
 * Names under which the audit lists actors that are no persons. No new account can take such a name; an older account
 * keeps it.
 */
export const NAMES_OF_NOBODY = ['operator', 'settings'] as const
export const isNameOfNobody = (username: string): boolean =>
  (NAMES_OF_NOBODY as readonly string[]).includes(username.toLowerCase())
export const PASSWORD = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])[A-Za-z\d@$!%*?&]{8,128}$/

/** Whether the text is an email address. The length comes first, because EMAIL takes quadratic time on some texts. */
export const isEmail = (text: string): boolean => text.length <= EMAIL_MAX && EMAIL.test(text)

/** Who may sign up: everybody (open), invited people (invited) or nobody (closed). */
export const SIGN_UP_MODES = ['open', 'invited', 'closed'] as const
export type SignUpMode = (typeof SIGN_UP_MODES)[number]
