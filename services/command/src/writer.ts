import { idempotencyKey, ifMatch } from '@pathlight/http/conditional.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { FastifyRequest } from 'fastify'
import type { Quota } from './quota.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The quota of the routes that change something. */
    quota: Quota
  }
}

/** Who makes a change, by which request, and under which conditions. */
export type Writer = {
  /** The person whose data is changed. */
  readonly userId: string
  /** Who makes the change: the id of a person, 'operator' or 'settings'. */
  readonly actorId: string
  /** The device that made the change; null: the change came from no device of the user. */
  readonly deviceId: string | null
  /** The id of the request, of its trace or of the import; a word such as 'operator' where there is none of these. */
  readonly correlationId: string
  /** The key that identifies a repeat; null: each request is new. */
  readonly idempotencyKey: string | null
  /** The revision that the writer saw; null: the writer accepts any revision. */
  readonly ifMatch: number | null
  /** The writer's limits; null: the write has no limits, such as an event of an account or an admin. */
  readonly quota: Quota | null
}

/** The signed-in person as the writer of their own data. The body cannot name another person. */
export const writerOf = (request: FastifyRequest): Writer => {
  const session = signedIn(request)
  return {
    userId: session.userId,
    actorId: session.userId,
    deviceId: session.deviceId,
    correlationId: request.correlationId,
    idempotencyKey: idempotencyKey(request),
    ifMatch: ifMatch(request),
    quota: request.server.quota,
  }
}
