// The rules of specification section 5, for the shapes of accounts.ts and, without them, for the forms of the web.

/** Of what an email-type input refuses as well: nothing invisible, nothing that a mail program reads as several addresses. */
export const EMAIL =
  /^[^\s@\p{Cc}\p{Cf}<>()[\],;:"\\]+@[^\s@\p{Cc}\p{Cf}<>()[\],;:"\\]+\.[^\s@\p{Cc}\p{Cf}<>()[\],;:"\\]+$/u
/** Longest address that mail can be sent to, RFC 5321. */
export const EMAIL_MAX = 254
export const USERNAME = /^[A-Za-z0-9._-]{3,20}$/
/** What the audit says for those who are no people. Nobody can take one of these names; who had one keeps it. */
export const NAMES_OF_NOBODY = ['operator', 'settings'] as const
export const isNameOfNobody = (username: string): boolean =>
  (NAMES_OF_NOBODY as readonly string[]).includes(username.toLowerCase())
export const PASSWORD = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])[A-Za-z\d@$!%*?&]{8,128}$/

/** Whether mail can be sent there. Too long a text is not looked at: the pattern takes the square of the length to refuse some. */
export const isEmail = (text: string): boolean => text.length <= EMAIL_MAX && EMAIL.test(text)
