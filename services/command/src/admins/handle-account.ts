import type { AdminAct } from '@pathlight/contracts/account-act-rules.ts'
import { actBody, personParams, standing as standingShape } from '@pathlight/contracts/admin.ts'
import { standingStream } from '@pathlight/domain/standing/events.ts'
import { standing } from '@pathlight/domain/standing/standing.ts'
import { shownStanding } from '@pathlight/domain/standing/standing-item.ts'
import { adminsOnly } from '@pathlight/http/admins-only.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import type { User } from '@pathlight/identity/identity.ts'
import type { CommandDependencies } from '../dependencies.ts'
import { handleCommand } from '../handle-command.ts'
import { standingOf } from '../standing-of.ts'
import { writerOf } from '../writer.ts'

/** Acts that are refused for an admin's account: the operator must revoke the role first. */
const NOT_OF_ADMINS: readonly AdminAct[] = ['end-sessions', 'lock', 'ask-closing']

/**
 * Acts that take effect again each time. `handleAccount` drops the Idempotency-Key of these acts, so that each request
 * appends an event, and the worker mails the person what the admin did. With the key, a repeated request would do the
 * act again without an event.
 */
const DONE_EACH_TIME: readonly AdminAct[] = ['end-sessions', 'send-verification']

/**
 * Sets identity's lock to what the log says, until both agree. The log is read each time, because two acts may run at
 * the same time, and a repeat may come after a later act.
 */
const settleLock = async (id: string, { log, identity }: CommandDependencies): Promise<void> => {
  const isLocked = async () => (await standingOf(log, id)).lock !== null
  let settled: boolean | null = null
  for (let locked = await isLocked(); locked !== settled; locked = await isLocked()) {
    await identity.setLocked(id, locked)
    settled = locked
  }
}

/**
 * Makes the changes in identity and jobs that follow the act's event. A repeat of the act finishes what a crash cut
 * off.
 */
const carryOut = async (act: AdminAct, { id }: User, parts: CommandDependencies): Promise<void> => {
  const { identity, sessions, jobs } = parts
  switch (act) {
    case 'end-sessions':
      await identity.endSessions(id)
      return sessions.forgetAll()
    case 'lock':
    case 'unlock':
      await settleLock(id, parts)
      return sessions.forgetAll()
    case 'send-verification':
      return jobs.add('email-link-mail', { userId: id, purpose: 'verify-email' })
    case 'ask-closing':
    case 'stop-closing':
      // Nothing changes here. The worker adds a job for a closing, and this job reads the log.
      return
  }
}

/**
 * An admin acts on a person's account, for a reason. The event is appended first. The person sees it in their account,
 * and gets a mail from the worker. What the person wrote does not change.
 */
export const handleAccount = (app: App, url: string, parts: CommandDependencies) => {
  const { log, identity, sessions, admins } = parts
  app.post(
    url,
    {
      onRequest: adminsOnly(sessions, admins.isAdmin),
      schema: {
        summary: 'Do something with the account of a person, for a reason',
        params: personParams,
        body: actBody,
        response: { 200: standingShape },
      },
    },
    async (request, reply) => {
      const { act, reason } = request.body
      const { id } = request.params
      const user = await identity.findUser(id)
      if (user === null) throw new HttpProblem(404, 'person_not_found', 'There is no such person.')
      if (NOT_OF_ADMINS.includes(act) && (await admins.isAdmin(id)))
        throw new HttpProblem(409, 'is_admin', 'This person is an admin. Only the operator can change that.')
      if (act === 'send-verification' && user.emailVerified)
        throw new HttpProblem(409, 'already_verified', 'This address is verified already.')
      const { actorId, ...writer } = writerOf(request)
      const idempotencyKey = DONE_EACH_TIME.includes(act) ? null : writer.idempotencyKey
      const { state, position } = await handleCommand(
        log,
        standing,
        standingStream(id),
        { ...writer, idempotencyKey, actorId, userId: id, ifMatch: null, quota: null },
        { type: 'HandleAccount', data: { userId: id, adminId: actorId, act, reason } },
      )
      await carryOut(act, user, parts)
      reply.header('x-position', String(position))
      return shownStanding(state)
    },
  )
}
