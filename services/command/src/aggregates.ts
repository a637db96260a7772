import { account } from '@pathlight/domain/accounts/account.ts'
import { admin } from '@pathlight/domain/admins/admin.ts'
import type { AnyAggregate } from '@pathlight/domain/aggregate.ts'
import { standing } from '@pathlight/domain/standing/standing.ts'
import { kinds } from './kinds.ts'

/** All aggregates: people's accounts, and each kind of item. */
export const aggregates: readonly AnyAggregate[] = [
  account,
  admin,
  standing,
  ...kinds.map(({ aggregate }) => aggregate),
]

/** The aggregate of a stream, the person who owns it, and the item's id; null for a stream of no aggregate. */
export const aggregateOf = (
  streamName: string,
): { readonly aggregate: AnyAggregate; readonly userId: string; readonly key: string } | null => {
  for (const aggregate of aggregates) {
    const owned = aggregate.streams.parse(streamName)
    if (owned !== null) return { aggregate, ...owned }
  }
  return null
}
