import { forgotPasswordBody } from '@pathlight/contracts/accounts.ts'
import { byAddress, byEmail, rateLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Jobs } from '@pathlight/jobs/jobs.ts'
import { z } from 'zod'

const HOUR_MS = 60 * 60 * 1000

/** What this service leaves to the worker: look the email up, and send a link if it is somebody's. */
export type ResetMailJob = { 'reset-mail': { email: string } }

/**
 * Asks for a link to a new password. The job is the same for every email and only the worker looks it up, so that known
 * and unknown ones are answered alike, in words and in time, and no token is kept in a job.
 */
export const forgotPassword = (app: App, url: string, { jobs }: { jobs: Pick<Jobs<ResetMailJob>, 'add'> }) =>
  app.post(
    url,
    {
      config: { problemField: 'error' },
      preHandler: rateLimited(
        app,
        { name: 'forgot-address', max: 30, windowMs: HOUR_MS, key: byAddress },
        { name: 'forgot-email', max: 5, windowMs: HOUR_MS, key: byEmail },
      ),
      schema: {
        summary: 'Ask for a link to a new password',
        body: forgotPasswordBody,
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (request) => {
      await jobs.add('reset-mail', { email: request.body.email })
      return { message: 'Password reset link sent! Please check your email.' }
    },
  )
