import type { AdminAct } from '@pathlight/contracts/account-act-rules.ts'
import type { Aggregate, DomainCommand } from '../aggregate.ts'
import type { AccountHandled, StandingEvent } from './events.ts'
import { standingEvents, standingStreams } from './events.ts'
import { OPEN, type Standing, standingAfter } from './standing-item.ts'

/** The time from the scheduling of a closing until the account is closed, in milliseconds: 14 days. */
export const CLOSING_MS = 14 * 24 * 60 * 60 * 1000

export type HandleAccount = DomainCommand<
  'HandleAccount',
  { userId: string; adminId: string; act: AdminAct; reason: string }
>
/** The person stops the closing of their account. */
export type KeepAccount = DomainCommand<'KeepAccount', { userId: string }>
export type StandingCommand = HandleAccount | KeepAccount

type Said = Pick<AccountHandled['data'], 'lockedAt' | 'lockedFor' | 'closesAt' | 'closesFor' | 'closesBy'>
const said = ({ lock, closing }: Standing): Said => ({
  lockedAt: lock?.at ?? null,
  ...(lock && { lockedFor: lock.reason }),
  closesAt: closing?.at ?? null,
  ...(closing && { closesFor: closing.reason, closesBy: closing.by }),
})

/** The standing after the act. Returns `before` itself if the act has no effect. */
const after = (
  act: AdminAct,
  before: Standing,
  because: { readonly reason: string; readonly by: string; readonly now: Date },
): Standing => {
  const { reason, by, now } = because
  switch (act) {
    case 'lock':
      return before.lock ? before : { ...before, lock: { at: now.toISOString(), reason } }
    case 'unlock':
      return before.lock ? { ...before, lock: null } : before
    case 'ask-closing': {
      const at = new Date(now.getTime() + CLOSING_MS).toISOString()
      return before.closing ? before : { ...before, closing: { at, reason, by } }
    }
    case 'stop-closing':
      return before.closing ? { ...before, closing: null } : before
    case 'end-sessions':
    case 'send-verification':
      return { ...before }
  }
}

/** The standing of a person's account: whether it is locked, and whether it will be closed. */
export const standing: Aggregate<Standing, StandingCommand, StandingEvent, never> = {
  events: standingEvents,
  streams: standingStreams,
  initialState: () => OPEN,
  evolve: (_state, event) => standingAfter(event),
  decide: ({ type, data, metadata: { now } }, before) => {
    const { userId } = data
    const act = type === 'HandleAccount' ? data.act : 'stop-closing'
    const because = type === 'HandleAccount' ? { reason: data.reason, by: data.adminId } : { reason: '', by: userId }
    const next = after(act, before, { ...because, now })
    if (next === before) return []
    const why = type === 'HandleAccount' ? { reason: data.reason } : {}
    return { type: 'AccountHandled', data: { userId, act, ...why, ...said(next), handledAt: now.toISOString() } }
  },
  item: () => null,
}
