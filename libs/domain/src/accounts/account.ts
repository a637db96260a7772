import type { AccountChange } from '@pathlight/contracts/account-act-rules.ts'
import type { Aggregate, DomainCommand } from '../aggregate.ts'
import { RuleBroken } from '../rule.ts'
import type { AccountEvent } from './events.ts'
import { accountEvents, accountStreams } from './events.ts'

export type OpenAccount = DomainCommand<'OpenAccount', { userId: string }>
/** Records one of ACCOUNT_CHANGES. A change of the identity store is recorded after it was made. */
export type ChangeAccount = DomainCommand<'ChangeAccount', { userId: string; change: AccountChange }>
export type CloseAccount = DomainCommand<'CloseAccount', { userId: string }>
export type AccountCommand = OpenAccount | ChangeAccount | CloseAccount

export type AccountState = { readonly status: 'none' | 'open' | 'closed' }

/**
 * A person's account in the log. A second opening or closing changes nothing, so an interrupted sign-up or closing can
 * be repeated. A closed account never opens again.
 */
export const account: Aggregate<AccountState, AccountCommand, AccountEvent, never> = {
  events: accountEvents,
  streams: accountStreams,
  initialState: () => ({ status: 'none' }),
  evolve: (_state, event) => ({ status: event.type === 'AccountClosed' ? 'closed' : 'open' }),
  decide: (command, { status }) => {
    const { userId } = command.data
    const now = command.metadata.now.toISOString()
    if (command.type === 'CloseAccount')
      return status === 'closed' ? [] : { type: 'AccountClosed', data: { userId, closedAt: now } }
    if (status === 'closed') throw new RuleBroken('forbidden', 'account_closed', 'This account is closed.')
    if (command.type === 'ChangeAccount')
      return { type: 'AccountChanged', data: { userId, change: command.data.change, changedAt: now } }
    return status === 'open' ? [] : { type: 'AccountOpened', data: { userId, openedAt: now } }
  },
  item: () => null,
}
