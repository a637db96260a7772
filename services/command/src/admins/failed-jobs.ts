import { failedJobParams } from '@pathlight/contracts/system.ts'
import { adminsOnly } from '@pathlight/http/admins-only.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import type { CommandDependencies } from '../dependencies.ts'
import { asAdmin } from './admins.ts'

const notFound = () => new HttpProblem(404, 'job_not_failed', 'No job of this id has failed.')
/** The most failed jobs that are kept: see KEEP in libs/jobs. */
const ALL = 1_000

/** Puts a failed job back into its queue, or removes it. The admin's act is appended to the log first. */
export const failedJobCalls = (app: App, url: string, dependencies: CommandDependencies): void => {
  const { sessions, admins, jobs } = dependencies
  const calls = [
    { method: 'POST', at: `${url}/again`, summary: 'Try a failed job again', deed: 'job-tried-again', act: 'tryAgain' },
    { method: 'DELETE', at: url, summary: 'Dismiss a failed job', deed: 'job-dismissed', act: 'dismiss' },
  ] as const
  for (const { method, at, summary, deed, act } of calls)
    app.route({
      method,
      url: at,
      onRequest: adminsOnly(sessions, admins.isAdmin),
      schema: { summary, params: failedJobParams },
      handler: async (request, reply) => {
        const { job } = request.params
        const all = await jobs.failedJobs(ALL)
        if (!all.some(({ id }) => id === job)) throw notFound()
        await admins.act(asAdmin(request), { deed, subject: job })
        if (!(await jobs[act](job))) throw notFound()
        return reply.code(204).send()
      },
    })
}
