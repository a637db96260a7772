/** Sends this person a link to a new password; null: no account has the address that was asked for. */
export type ResetMailJob = { 'reset-mail': { userId: string | null } }
/** Mails a link to an address of the account: the worker makes the token, so that none is kept in a job. */
export type EmailLinkMailJob = {
  'email-link-mail': {
    userId: string
    purpose: 'verify-email' | 'change-email' | 'undo-email-change' | 'undo-second-factor'
  }
}
/** What a person is told of: a new password, another way into the account, a program that acts for them, or a way in that is gone. */
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
/** Tells a person what was done with their account. */
export type NoticeMailJob = { 'notice-mail': { userId: string; notice: Notice } }
/** Takes over what a person brought from elsewhere (ImportStore). */
export type ImportDataJob = { 'import-data': { userId: string; importId: string } }
/** Closes an account, as an admin asked for, at `closesAt`, unless that was stopped before. */
export type AskedClosingJob = { 'asked-closing': { userId: string; closesAt: string } }
/** Mails an invitation to the address that it is for. */
export type InvitationMailJob = { 'invitation-mail': { invitationId: string } }
/** Sends a mail to an admin, so that they see whether mail is sent; what came of it is remembered (IdentityArchive). */
export type TestMailJob = { 'test-mail': { userId: string; id: string } }
