/** What a person can change of an account, or do with all that is in it. That it changed is in the log; what it was and became is not. */
export const ACCOUNT_CHANGES = [
  'email-verified',
  'email-changed',
  'email-change-undone',
  'username-changed',
  'password-changed',
  'password-reset',
  'devices-ended',
  'data-exported',
  'data-imported',
  'looks-mail-on',
  'looks-mail-off',
] as const
export type AccountChange = (typeof ACCOUNT_CHANGES)[number]

/** What an admin can do with a person's account. None of it changes what the person wrote. */
export const ADMIN_ACTS = [
  'end-sessions',
  'lock',
  'unlock',
  'send-verification',
  'ask-closing',
  'stop-closing',
] as const
export type AdminAct = (typeof ADMIN_ACTS)[number]
