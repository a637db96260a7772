import type { Command, Decider } from '@event-driven-io/emmett'
import type { AccountEvent } from './events.ts'

export type OpenAccount = Command<'OpenAccount', { userId: string; now: string }>

export type AccountState =
  | { readonly status: 'none' }
  | { readonly status: 'open'; readonly userId: string; readonly openedAt: string }

/** An account's life in the log. Opening it again changes nothing, so a sign-up cut short can be finished at any time. */
export const account: Decider<AccountState, OpenAccount, AccountEvent> = {
  initialState: () => ({ status: 'none' }),
  evolve: (_state, event) => ({ status: 'open', userId: event.data.userId, openedAt: event.data.openedAt }),
  decide: (command, state) =>
    state.status === 'open'
      ? []
      : { type: 'AccountOpened', data: { userId: command.data.userId, openedAt: command.data.now } },
}
