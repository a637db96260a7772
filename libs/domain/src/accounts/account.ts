import type { Aggregate, DomainCommand } from '../aggregate.ts'
import { RuleBroken } from '../rule.ts'
import type { AccountEvent } from './events.ts'
import { accountEvents, accountStreams } from './events.ts'

export type OpenAccount = DomainCommand<'OpenAccount', { userId: string }>

export type AccountState = { readonly status: 'none' | 'open' | 'closed' }

/** An account's life in the log. Opening it again changes nothing, so a sign-up cut short can be finished at any time. */
export const account: Aggregate<AccountState, OpenAccount, AccountEvent, never> = {
  events: accountEvents,
  streams: accountStreams,
  initialState: () => ({ status: 'none' }),
  evolve: (_state, event) => ({ status: event.type === 'AccountOpened' ? 'open' : 'closed' }),
  decide: ({ data: { userId }, metadata: { now } }, { status }) => {
    if (status === 'closed') throw new RuleBroken('forbidden', 'account_closed', 'This account is closed.')
    return status === 'open' ? [] : { type: 'AccountOpened', data: { userId, openedAt: now.toISOString() } }
  },
  item: () => null,
}
