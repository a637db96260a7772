import { failedJobParams } from '@pathlight/contracts/system.ts'
import { adminsOnly } from '@pathlight/http/admins-only.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { FailedJob } from '@pathlight/jobs/jobs.ts'
import { type Admins, asAdmin } from './admins.ts'

const notFound = () => new HttpProblem(404, 'job_not_failed', 'No job of this id has failed.')
/** The most failed jobs that are kept: see KEEP in libs/jobs. */
const ALL = 1_000

/** Puts a failed job back into its queue. The admin's action is appended to the log first. */
export const tryJobAgain = (
  app: App,
  url: string,
  dependencies: {
    readonly sessions: Sessions
    readonly admins: Pick<Admins, 'isAdmin' | 'act'>
    readonly jobs: {
      failedJobs(most: number): Promise<readonly FailedJob[]>
      tryAgain(id: string): Promise<boolean>
    }
  },
) => {
  const { sessions, admins, jobs } = dependencies
  app.post(
    url,
    {
      onRequest: adminsOnly(sessions, admins.isAdmin),
      schema: { summary: 'Try a failed job again', params: failedJobParams },
    },
    async (request, reply) => {
      const { job } = request.params
      const all = await jobs.failedJobs(ALL)
      if (!all.some(({ id }) => id === job)) throw notFound()
      await admins.act(asAdmin(request), { deed: 'job-tried-again', subject: job })
      if (!(await jobs.tryAgain(job))) throw notFound()
      return reply.code(204).send()
    },
  )
}
