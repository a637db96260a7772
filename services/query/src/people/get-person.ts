import { personParams, person as personShape } from '@pathlight/contracts/admin.ts'
import { type AccountHandled, standingStream } from '@pathlight/domain/standing/events.ts'
import { shownStanding, standingAfter } from '@pathlight/domain/standing/standing-item.ts'
import { adminsOnly } from '@pathlight/http/admins-only.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { QueryDependencies } from '../dependencies.ts'
import { reachPosition } from '../read-position.ts'

/**
 * Answers admins a person's account, with its devices and the number of its items. The view is recorded, and the person
 * sees the record.
 */
export const getPerson = (app: App, url: string, dependencies: QueryDependencies) => {
  const { readModels, log, sessions, isAdmin, people, recordLook } = dependencies
  const models = dependencies.kinds.flatMap(({ counted }) => counted ?? [])
  const counted = dependencies.kinds.flatMap(({ item: { kind }, counted }) =>
    counted === null ? [] : [{ kind, documents: readModels.collection(counted) }],
  )
  app.get(
    url,
    {
      onRequest: adminsOnly(sessions, isAdmin),
      config: { changesState: true },
      schema: { summary: 'The account of a person', params: personParams, response: { 200: personShape } },
    },
    async (request, reply) => {
      const { id } = request.params
      const user = await people.findUser(id)
      // An account that is being closed has no username any more.
      if (user === null || user.username === '')
        throw new HttpProblem(404, 'person_not_found', 'There is no such person.')
      // All people can see their own accounts, so an admin's view of their own account is not recorded.
      if (id !== signedIn(request).userId) await recordLook(request, { subjectId: id, what: 'account' })
      await reachPosition(readModels, models, request, reply)
      const [{ events }, admin, devices, signedInOn, counts] = await Promise.all([
        log.readEnds(standingStream(id)),
        isAdmin(id),
        people.devicesOf(id),
        people.signedInOn(id),
        Promise.all(
          counted.map(async ({ kind, documents }) => ({ kind, count: await documents.count({ user_id: id }) })),
        ),
      ])
      const { username, email, emailVerified, createdAt } = user
      return {
        ...{ id, username, email, email_verified: emailVerified, since: createdAt, admin },
        ...shownStanding(standingAfter(events.at(-1) as AccountHandled | undefined)),
        counts,
        devices: devices.map((device) => ({
          id: device.id,
          label: device.label,
          first_seen: device.firstSeenAt,
          last_seen: device.lastSeenAt,
          signed_in: signedInOn.has(device.id),
        })),
      }
    },
  )
}
