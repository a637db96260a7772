import type { AdminDeed } from '@pathlight/contracts/account-act-rules.ts'
import type { Aggregate, DomainCommand } from '../aggregate.ts'
import { RuleBroken } from '../rule.ts'
import type { AdminBy, AdminEvent, Look, LookedItem } from './events.ts'
import { adminEvents, adminStreams } from './events.ts'

export type GrantAdmin = DomainCommand<'GrantAdmin', { userId: string; by: AdminBy }>
export type RevokeAdmin = DomainCommand<'RevokeAdmin', { userId: string; by: AdminBy }>
export type RecordLook = DomainCommand<
  'RecordLook',
  { adminId: string; subjectId: string | null; what: Look; item: LookedItem | null; reason?: string }
>
export type RecordDeed = DomainCommand<'RecordDeed', { adminId: string; deed: AdminDeed; subject: string }>
export type AdminCommand = GrantAdmin | RevokeAdmin | RecordLook | RecordDeed

/** Only a person with the status `admin` may look or act as an admin. */
export type AdminState = { readonly status: 'none' | 'admin' | 'revoked' }

const noSuchCall = () => new RuleBroken('not_found', 'no_such_call', 'There is nothing at this address.')

/**
 * A person's role as an admin, and what the admin looked at and did. A repeated grant or revocation changes nothing.
 */
export const admin: Aggregate<AdminState, AdminCommand, AdminEvent, never> = {
  events: adminEvents,
  streams: adminStreams,
  initialState: () => ({ status: 'none' }),
  evolve: (_state, event) => ({ status: event.type === 'AdminRevoked' ? 'revoked' : 'admin' }),
  decide: (command, { status }) => {
    const now = command.metadata.now.toISOString()
    switch (command.type) {
      case 'GrantAdmin':
        return status === 'admin' ? [] : { type: 'AdminGranted', data: { ...command.data, grantedAt: now } }
      case 'RevokeAdmin':
        return status === 'admin' ? { type: 'AdminRevoked', data: { ...command.data, revokedAt: now } } : []
      case 'RecordLook':
        if (status !== 'admin') throw noSuchCall()
        return { type: 'AdminLooked', data: { ...command.data, lookedAt: now } }
      case 'RecordDeed':
        if (status !== 'admin') throw noSuchCall()
        return { type: 'AdminActed', data: { ...command.data, actedAt: now } }
    }
  },
  item: () => null,
}
