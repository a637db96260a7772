/** Account changes that the log records. The log never has the old or the new value, such as an address. */
export const ACCOUNT_CHANGES = [
  'email-verified',
  'email-changed',
  'email-change-undone',
  'username-changed',
  'password-changed',
  'password-reset',
  'passkey-added',
  'passkey-renamed',
  'passkey-removed',
  'second-factor-on',
  'second-factor-off',
  'recovery-codes-made',
  'recovery-code-used',
  'provider-linked',
  'provider-unlinked',
  'devices-ended',
  'data-exported',
  'data-imported',
  'looks-mail-on',
  'looks-mail-off',
  'signed-up-invited',
  'token-made',
  'token-revoked',
  'share-made',
  'share-ended',
] as const
export type AccountChange = (typeof ACCOUNT_CHANGES)[number]

/** An admin's actions on a person's account. */
export const ADMIN_ACTS = [
  'end-sessions',
  'lock',
  'unlock',
  'send-verification',
  'ask-closing',
  'stop-closing',
] as const
export type AdminAct = (typeof ADMIN_ACTS)[number]

/** Actions of an admin on the installation, and not on a person's account. */
export const ADMIN_DEEDS = [
  'bible-added',
  'bible-updated',
  'bible-imported',
  'bible-removed',
  'job-tried-again',
  'job-dismissed',
  'invited',
  'invitation-withdrawn',
  'mail-tested',
  'mail-test-dismissed',
  'backups-planned',
  'backups-ended',
  'backup-asked',
  'backup-downloaded',
] as const
export type AdminDeed = (typeof ADMIN_DEEDS)[number]
