import { guarded } from './openapi.ts'
import { HttpProblem } from './problem.ts'
import type { Sessions } from './session.ts'

/** onRequest hook: for callers but admins there is nothing at this address. It asks at each request: a revoked admin is none at once. */
export const adminsOnly = (
  sessions: Pick<Sessions, 'find'>,
  isAdmin: (userId: string) => Promise<boolean>,
): Sessions['requireUser'] =>
  guarded('session', async (request) => {
    const session = await sessions.find(request)
    if (session !== null && (await isAdmin(session.userId))) return
    throw new HttpProblem(404, 'no_such_call', 'There is nothing at this address.')
  })
