import { HttpProblem } from '@pathlight/http/problem.ts'
import type { Session } from '@pathlight/identity/identity.ts'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A person whose account is locked may make this call, because the call only ends or stops something. */
    whileLocked?: true
  }
}

/** Refuses writes of a person whose account an admin has locked. Such a person still reads and exports. */
export const refuseLocked = (request: FastifyRequest, { locked }: Pick<Session, 'locked'>): void => {
  if (locked && request.routeOptions.config.whileLocked !== true)
    throw new HttpProblem(
      403,
      'account_locked',
      'An administrator locked your account. You can read and export, but not write.',
    )
}
