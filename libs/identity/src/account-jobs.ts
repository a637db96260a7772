/**
 * Mails the person a link for a new password. `userId` is null if no mail is due, for example because no account has
 * the requested address.
 */
export type ResetMailJob = { 'reset-mail': { userId: string | null } }
/** Mails a link to an address of the account. The worker makes the token, so that no job contains one. */
export type EmailLinkMailJob = {
  'email-link-mail': {
    userId: string
    purpose: 'verify-email' | 'change-email' | 'undo-email-change' | 'undo-second-factor'
    /** Set if the account's present address has had its mail about the change of address. */
    presentTold?: true
  }
}
/** Changes of an account of which its owner gets a mail, such as a new password or a new passkey. */
export const NOTICES = [
  'password-changed',
  'passkey-added',
  'provider-linked',
  'second-factor-off',
  'recovery-code-used',
  'recovery-codes-made',
  'token-made',
] as const
export type Notice = (typeof NOTICES)[number]
/** Tells a person what changed in their account. */
export type NoticeMailJob = { 'notice-mail': { userId: string; notice: Notice } }
/** Imports a file that ImportStore has. */
export type ImportDataJob = { 'import-data': { userId: string; importId: string } }
/** Closes an account at `closesAt`, as an admin scheduled, unless the closing was stopped. */
export type AskedClosingJob = { 'asked-closing': { userId: string; closesAt: string } }
export type InvitationMailJob = { 'invitation-mail': { invitationId: string } }
/** Sends a test mail to an admin, and stores the outcome (IdentityArchive). */
export type TestMailJob = { 'test-mail': { userId: string; id: string } }
