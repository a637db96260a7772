import { ACCOUNT_CHANGES, ADMIN_DEEDS } from './account-act-rules.ts'
import { HISTORY_ACTIONS } from './history-rules.ts'
import { HISTORY_KINDS } from './kind-rules.ts'

/** The subjects of the audit: every kind of item, accounts, and acts of admins. */
export const AUDIT_KINDS = [...HISTORY_KINDS, 'account', 'admin'] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/** The actions in the audit: on items, on accounts, and of admins. */
export const AUDIT_ACTIONS = [
  ...HISTORY_ACTIONS,
  'opened',
  ...ACCOUNT_CHANGES,
  'sessions-ended',
  'locked',
  'unlocked',
  'verification-sent',
  'closing-asked',
  'closing-stopped',
  'closed',
  'granted',
  'revoked',
  'account-opened',
  'audit-opened',
  'audit-exported',
  'revealed',
  ...ADMIN_DEEDS,
  'other',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** The number of entries on a page of the audit. */
export const AUDIT_LENGTH = 50

/** The server counts matching entries up to this number, because it reads each entry that it counts. */
export const MATCHES_MOST = 2_000

/**
 * The least and the greatest length of a reason, in characters. An admin gives a reason to reveal words or to act on an
 * account.
 */
export const REASON_MIN = 10
export const REASON_MAX = 500
/** The least number of letters in a reason. The number is low because a Korean word has few letters. */
const REASON_LETTERS = 4

/** Whether a text is long enough for a reason. Invisible characters do not count. */
export const isReason = (text: string): boolean => {
  const seen = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim()
  return seen.length >= REASON_MIN && (seen.match(/\p{L}/gu)?.length ?? 0) >= REASON_LETTERS
}

/**
 * The data of a person that an admin can look at: entries of the audit, an export of the audit, revealed words, the
 * account. The person sees a list of these looks.
 */
export const LOOKED_AT = ['audit', 'export', 'reveal', 'account'] as const

/** The most people who can sign up with one invitation. */
export const PEOPLE_INVITED_MAX = 1_000

/** The most people in an answer to a search. */
export const PEOPLE_LENGTH = 20
