import { expect, it } from 'vitest'
import type { AccountFields } from './account-fields.ts'
import { IDLE_MS } from './identity.ts'
import type { KnownOrigins } from './known-origins.ts'
import type { Records } from './records.ts'
import { sessionsOver } from './sessions.ts'
import { tokensOver } from './tokens.ts'

const NOW = Date.now()
const now = () => new Date(NOW)
const fields = { open: (sealed: string) => sealed } as unknown as AccountFields
const user = { id: 'ruth', username: 'ruth', email: 'ruth@example.org', generation: 1, lockedAt: null, closedAt: null }
const owned = { id: 'one', userId: 'ruth', generation: 1, createdAt: now(), deviceId: 'device' }

/** Records that find `found` and the account of its owner, and refuse to change anything, as on a full disk. */
const withoutWrites = (found: object) =>
  ({
    findOwned: async () => [{ ...owned, ...found }, user],
    change: async () => {
      throw new Error('No space left on device')
    },
  }) as unknown as Records

it('finds a session although the store refuses to extend it', async () => {
  const expiresAt = new Date(NOW + IDLE_MS / 2)
  const sessions = sessionsOver({
    records: withoutWrites({ remember: false, expiresAt, seenAt: null }),
    fields,
    now,
    inMs: (ms) => new Date(NOW + ms),
    origins: {} as KnownOrigins,
  })
  expect(await sessions.findSession('token')).toMatchObject({ userId: 'ruth', expiresAt: expiresAt.toISOString() })
})

it('finds an access token although the store refuses to note its use', async () => {
  const records = withoutWrites({ scopes: ['read'], expiresAt: new Date(NOW + IDLE_MS), usedAt: null })
  expect(await tokensOver({ records, fields, now }).findToken('secret')).toMatchObject({ userId: 'ruth' })
})
