import { account } from '@pathlight/domain/accounts/account.ts'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { NoticeMailJob } from '@pathlight/identity/account-jobs.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import type { Jobs } from '@pathlight/jobs/jobs.ts'
import { handleCommand } from '../../handle-command.ts'

/**
 * The operator turns off the second step of a person who has lost it. The person gets a mail, and the audit names the
 * operator. False: the second step was off already.
 */
export const turnOffByOperator = async (
  {
    log,
    identity,
    jobs,
  }: {
    readonly log: EventLog
    readonly identity: Pick<Identity, 'turnOffSecondFactor'>
    readonly jobs: Pick<Jobs<NoticeMailJob>, 'add'>
  },
  userId: string,
): Promise<boolean> => {
  const isOff = await identity.turnOffSecondFactor(userId)
  if (isOff === 'busy') throw new Error('The person is changing the second step at this moment. Please try again.')
  if (!isOff) return false
  // The job comes before the event, as in recordAccountChange. If one of them fails, there is still the other.
  const noMail = await jobs.add('notice-mail', { userId, notice: 'second-factor-off' }).then(
    () => null,
    (error: Error) => error,
  )
  await handleCommand(
    log,
    account,
    accountStream(userId),
    {
      ...{ userId, actorId: 'operator', deviceId: null, correlationId: 'operator' },
      ...{ idempotencyKey: null, ifMatch: null, quota: null },
    },
    { type: 'ChangeAccount', data: { userId, change: 'second-factor-off' } },
  )
  if (noMail !== null) throw noMail
  return true
}
