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
  /** The person who changes it. */
  readonly actorId: string
  /** The device that made the change; null: no device of the user made it. */
  readonly deviceId: string | null
  /** The id of the request, or of the trace that it belongs to. */
  readonly correlationId: string
  /** The key by which a repeat is recognised; null: each request is new. */
  readonly idempotencyKey: string | null
  /** The revision that the writer saw; null: the item may have any revision. */
  readonly ifMatch: number | null
  /** The writer's limits; null: the write has no limits, because the app itself makes it. */
  readonly quota: Quota | null
}

/** The signed-in writer of a request, to their own data. The body cannot name another person. */
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
