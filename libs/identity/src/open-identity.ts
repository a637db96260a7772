import { createHash } from 'node:crypto'
import { accountCareOver } from './account-care.ts'
import { accountsOver } from './accounts.ts'
import { administrationOver } from './administration.ts'
import { challengesOver } from './challenges.ts'
import { countsOver } from './counts.ts'
import type { DataKeys } from './data-keys.ts'
import { type Identity, IMPORT_KEPT_MS } from './identity.ts'
import { dropLapsedClaims, importsOver } from './imports.ts'
import { invitationsOver, sweepInvitations } from './invitations.ts'
import { knownOrigins } from './known-origins.ts'
import { messagesOver } from './messages.ts'
import type { Parts } from './parts.ts'
import { passkeysOver } from './passkeys.ts'
import { createPasswordHashing } from './password-hashing.ts'
import { providerLinksOver } from './provider-links.ts'
import { get, type Records } from './records.ts'
import { secondFactorsOver } from './second-factors.ts'
import { sessionsOver } from './sessions.ts'
import { sharesOver } from './shares.ts'
import { tokensOver } from './tokens.ts'

/** The window of a count that never ends, in milliseconds: 100 years. */
const FOR_EVER_MS = 100 * 365 * 24 * 60 * 60 * 1000

/** The identity store over the records of any engine. `now` is the clock. */
export const openIdentity = (
  records: Records,
  keys: Pick<DataKeys, 'newKey' | 'fields'>,
  now: () => Date = () => new Date(),
): Identity => {
  const { fields } = keys
  const inMs = (ms: number) => new Date(now().getTime() + ms)
  const counts = countsOver(records, now)
  const parts: Parts = {
    ...{ records, fields, now, inMs, counts },
    passwords: createPasswordHashing(),
    origins: knownOrigins(records, now),
    byEmail: (email) => get(records, 'users', { emailKey: fields.hashOf(email) }),
  }
  return {
    ...accountsOver(parts, keys),
    ...accountCareOver(parts),
    ...administrationOver(parts),
    ...passkeysOver(parts),
    ...secondFactorsOver(parts),
    ...providerLinksOver(parts),
    ...challengesOver(parts),
    ...sessionsOver(parts),
    ...importsOver(records, now, inMs),
    ...messagesOver(records, keys, now),
    ...invitationsOver(parts, keys),
    ...tokensOver(parts),
    ...sharesOver(records, now),

    async grantWriting(userId, kilobytes, most) {
      const written = { name: `written-kb:${userId}`, max: most, windowMs: FOR_EVER_MS, amount: kilobytes }
      return (await counts.take(written)).taken
    },

    async spendOnce(name, windowMs) {
      const hash = createHash('sha256').update(name).digest('base64url')
      return (await counts.take({ name: `spent:${hash}`, max: 1, windowMs })).taken
    },

    async sweep() {
      await dropLapsedClaims(records, now())
      const [over, old] = [{ upTo: now() }, { upTo: inMs(-IMPORT_KEPT_MS) }]
      const counts = await Promise.all([
        records.remove('sessions', { expiresAt: over }),
        records.remove('reset_links', { expiresAt: over }),
        records.remove('email_links', { expiresAt: over }),
        records.remove('tokens', { expiresAt: over }),
        sweepInvitations(records, now()),
        records.remove('challenges', { expiresAt: over }),
        records.remove('counts', { until: over }),
        records.remove('imports', { begunAt: old }),
        records.remove('import_pieces', { keptAt: old }),
        records.remove('shares', { until: over }),
      ])
      return counts.reduce((sum, removed) => sum + removed, 0)
    },
  }
}
