import { peopleQuery, people as peopleShape } from '@pathlight/contracts/admin.ts'
import { PEOPLE_LENGTH } from '@pathlight/contracts/admin-rules.ts'
import { adminsOnly } from '@pathlight/http/admins-only.ts'
import type { App } from '@pathlight/http/server.ts'
import type { QueryDependencies } from '../dependencies.ts'

/**
 * Finds people by the beginning of a username, or by a whole email address. The answer has only ids and usernames, so
 * no view is recorded.
 */
export const findPeople = (app: App, url: string, { sessions, isAdmin, people }: QueryDependencies) =>
  app.get(
    url,
    {
      onRequest: adminsOnly(sessions, isAdmin),
      schema: { summary: 'Find people by name or address', querystring: peopleQuery, response: { 200: peopleShape } },
    },
    async (request) => ({ people: [...(await people.findPeople(request.query.name, PEOPLE_LENGTH))] }),
  )
