import { guarded } from './openapi.ts'
import { HttpProblem } from './problem.ts'
import type { Sessions } from './session.ts'

/**
 * onRequest hook: 404 for every caller who is no admin. It calls `isAdmin` at each request with a session, so that a
 * revocation takes effect at once.
 */
export const adminsOnly = (
  sessions: Pick<Sessions, 'find'>,
  isAdmin: (userId: string) => Promise<boolean>,
): Sessions['requireUser'] =>
  guarded('session', async (request) => {
    const session = await sessions.find(request)
    if (session !== null && (await isAdmin(session.userId))) return
    throw new HttpProblem(404, 'no_such_call', 'There is nothing at this address.')
  })
