import { idempotencyKey } from '@pathlight/http/conditional.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { FastifyRequest } from 'fastify'

/** Who makes a change, and by which request. */
export type Writer = {
  readonly userId: string
  /** The session; null when no device of the user's made the change. */
  readonly deviceId: string | null
  readonly requestId: string
  /** Under which a repeat is recognised; null: every request is a new one. */
  readonly idempotencyKey: string | null
}

/** The signed-in writer of a request; never anybody that the body names. */
export const writerOf = (request: FastifyRequest): Writer => {
  const session = signedIn(request)
  return {
    userId: session.userId,
    deviceId: session.id,
    requestId: request.id,
    idempotencyKey: idempotencyKey(request),
  }
}
