import { account } from '@pathlight/domain/accounts/account.ts'
import { admin } from '@pathlight/domain/admins/admin.ts'
import type { AnyAggregate } from '@pathlight/domain/aggregate.ts'
import { standing } from '@pathlight/domain/standing/standing.ts'
import { kinds } from './kinds.ts'

export const aggregates: readonly AnyAggregate[] = [
  account,
  admin,
  standing,
  ...kinds.map(({ aggregate }) => aggregate),
]
