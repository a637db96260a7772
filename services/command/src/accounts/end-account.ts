import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import { whileClosing } from '../account-gate.ts'
import type { Writer } from '../writer.ts'
import { closeInLog } from './close-in-log.ts'

/**
 * Closes an account by appending its event. From then on nothing is written for it and no session starts. The worker does the rest (the
 * last mail; destroying the key; deleting documents, name and address) because of the event, so a killed process delays this but cannot
 * prevent it: see services/worker/src/close-account.ts. Each step can be repeated.
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
