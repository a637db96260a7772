import type { AUDIT_KINDS } from '@pathlight/contracts/admin-rules.ts'
import type { TFunction } from 'i18next'

/** What an entry of the audit is of, in a word within a sentence: "note", "account". */
export const sayKind = (t: TFunction, kind: (typeof AUDIT_KINDS)[number]): string =>
  kind === 'account' || kind === 'admin' ? t(`admin.kind.${kind}`) : t(`history.word.${kind}`)
