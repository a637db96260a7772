import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import { whileClosing } from '../account-gate.ts'
import type { Writer } from '../writer.ts'
import { closeInLog } from './close-in-log.ts'

/**
 * Appends the event that closes an account, and ends the sessions. From then on nothing is written for the account and
 * no session starts. The worker reacts to the event: it deletes the name and the address, and destroys the key. The
 * projector deletes the person's documents. Each step can be repeated.
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
