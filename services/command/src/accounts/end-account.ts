import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import { whileClosing } from '../account-gate.ts'
import type { Writer } from '../writer.ts'
import { closeInLog } from './close-in-log.ts'

/**
 * Ends a person's account. The event is what closes it: from then on nothing is written for it and no session starts. All else
 * (the last mail, the key, the documents, the name and address) follows from the event, whatever is killed meanwhile: see
 * services/worker/src/close-account.ts. Each step may be repeated.
 */
export const endAccount = async (
  {
    log,
    identity,
    sessions,
  }: {
    readonly log: EventLog
    readonly identity: Pick<Identity, 'endSessionsOfClosed'>
    readonly sessions: Pick<Sessions, 'forgetAll'>
  },
  writer: Pick<Writer, 'userId' | 'actorId' | 'deviceId' | 'correlationId'>,
): Promise<void> => {
  const { userId } = writer
  await whileClosing(userId, async () => {
    await closeInLog(log, writer)
    await identity.endSessionsOfClosed(userId)
    sessions.forgetAll()
  })
}
