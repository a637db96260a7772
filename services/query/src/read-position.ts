import { LONGEST_WAIT_MS, minPosition, sayBeyond, sayPosition } from '@pathlight/http/positions.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Named, ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** By then a write is mostly in the read models. Only after it the log is asked whether the position exists, in milliseconds. */
const MOSTLY_THERE_MS = 100

declare module 'fastify' {
  interface FastifyInstance {
    /** Where the log ends that the read models are made from. */
    logEnd(): Promise<bigint>
  }
}

/** To be called once for the routes that read. */
export const knowLogEnd = (app: App, logEnd: () => Promise<bigint>): void => {
  app.decorate('logEnd', logEnd)
}

/**
 * Called before read models are read. Waits until their checkpoints reach the client's X-Min-Position, two seconds at most, and sets
 * X-Position to what the answer reflects at least. Where they stay behind, a missing document is answered 503 and not 404
 * (`readsBehind`). After an older backup was restored, a browser may know a position that the log does not have: it is not waited for,
 * the answer says so, and the client forgets it.
 */
export const reachPosition = async (
  store: Pick<ReadModelStore, 'position' | 'waitFor'>,
  /** The read models that are read then. */
  of: NonNullable<Named>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const position = minPosition(request)
  if (position !== null && !(await store.waitFor(position, MOSTLY_THERE_MS, of))) {
    const isBeyond = await request.server.logEnd().then(
      (end) => position > end,
      // Where the log does not answer, the call waits.
      () => false,
    )
    if (isBeyond) sayBeyond(reply)
    else request.readsBehind = !(await store.waitFor(position, LONGEST_WAIT_MS - MOSTLY_THERE_MS, of))
  }
  sayPosition(reply, await store.position(of))
}
