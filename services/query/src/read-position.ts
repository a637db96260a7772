import { LONGEST_WAIT_MS, minPosition, sayBeyond, sayPosition } from '@pathlight/http/positions.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Named, ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The time within which the read models usually have a write, in milliseconds. The log is asked whether the position exists only if
 * they do not have it by then.
 */
const MOSTLY_THERE_MS = 100

declare module 'fastify' {
  interface FastifyInstance {
    /** The end of the log from which the read models are made. */
    logEnd(): Promise<bigint>
  }
}

/** Gives routes `app.logEnd`. Called once for all reading routes. */
export const knowLogEnd = (app: App, logEnd: () => Promise<bigint>): void => {
  app.decorate('logEnd', logEnd)
}

/**
 * A route calls this before it reads. Waits up to two seconds until the checkpoints reach the client's X-Min-Position, and sets
 * X-Position to a position that the answer reflects. If the read models stay behind, a missing document is answered 503 and not 404
 * (`readsBehind`). After an older backup was restored, a browser may know a position that the log does not have. In that case the call
 * stops waiting, the answer says that the position is beyond the log, and the client forgets the position.
 */
export const reachPosition = async (
  store: Pick<ReadModelStore, 'position' | 'waitFor'>,
  /** The read models that the route reads. */
  of: NonNullable<Named>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const position = minPosition(request)
  if (position !== null && !(await store.waitFor(position, MOSTLY_THERE_MS, of))) {
    const isBeyond = await request.server.logEnd().then(
      (end) => position > end,
      // If the log does not answer, the position counts as one that exists, so the call goes on waiting.
      () => false,
    )
    if (isBeyond) sayBeyond(reply)
    else request.readsBehind = !(await store.waitFor(position, LONGEST_WAIT_MS - MOSTLY_THERE_MS, of))
  }
  sayPosition(reply, await store.position(of))
}
