import { ADMIN_ACTS } from '@pathlight/contracts/account-act-rules.ts'
import { HISTORY_KINDS } from '@pathlight/contracts/kind-rules.ts'
import { LOOKS } from '@pathlight/domain/admins/events.ts'
import { NOTICES } from '@pathlight/identity/account-jobs.ts'
import {
  accountClosedLetter,
  emailAskedAgainLetter,
  emailChangedLetter,
  newEmailLetter,
  verifyLetter,
} from './account-letters.ts'
import { actLetter, lookLetter } from './admin-letters.ts'
import { invitationLetter } from './invitation-mail.ts'
import type { Letter } from './letter.ts'
import { noticeLetter, secondFactorOnLetter } from './log-in-letters.ts'
import { contactLetter, resetLetter, welcomeLetter } from './messages.ts'
import { testLetter } from './test-mail.ts'

export const HOME = 'https://bible.example.org'
const LINK = `${HOME}/reset-password/${'x'.repeat(43)}`
export const SENT = {
  name: '길동 Kim',
  email: 'kim@example.org',
  message: 'Hello,\n<b>thank you</b>.',
  sentAt: '2026-01-31T09:30:00Z',
}
const LOOKED_AT = '2026-02-14T15:06:00Z'
const REASON = 'Ann asked me by phone.\nShe wants <b>all</b> of it.'
const EMAIL_LINK = `${HOME}/email-link/${'x'.repeat(43)}`
export const LETTERS: readonly Letter[] = (['en', 'ko'] as const).flatMap((language) => {
  const ann = { username: 'ann', language }
  return [
    welcomeLetter(ann, EMAIL_LINK, HOME),
    welcomeLetter(ann, null, HOME),
    resetLetter(ann, LINK, HOME),
    contactLetter(SENT, language, HOME),
    ...[verifyLetter, newEmailLetter, emailChangedLetter, emailAskedAgainLetter, secondFactorOnLetter].map((write) =>
      write(ann, EMAIL_LINK, HOME),
    ),
    ...NOTICES.map((notice) => noticeLetter(notice, ann, HOME)),
    testLetter(ann, HOME),
    invitationLetter(ann, `${HOME}/signup?invitation=${'x'.repeat(80)}`, LOOKED_AT, HOME),
    accountClosedLetter(ann, HOME),
    ...ADMIN_ACTS.map((act) => actLetter(ann, { act, reason: REASON, closesAt: '2026-02-14T08:00:00Z' }, HOME)),
    ...LOOKS.map((what) => lookLetter(ann, { what, item: null, reason: REASON, at: LOOKED_AT, by: 'ruth' }, HOME)),
    lookLetter(ann, { what: 'audit', item: null, reason: null, at: LOOKED_AT, by: null }, HOME),
    ...HISTORY_KINDS.map((kind) => {
      const item = { kind, id: 'x', revision: 1, version: 'WEB', verseId: kind === 'settings' ? null : 43_003_016 }
      return lookLetter(ann, { what: 'reveal', item, reason: REASON, at: LOOKED_AT, by: 'ruth' }, HOME)
    }),
  ]
})
