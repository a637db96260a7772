import { LONGEST_WAIT_MS, minPosition, sayBeyond, sayPosition } from '@pathlight/http/positions.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Named, ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The time within which the read models usually have a write, in milliseconds. Only after this time is the log asked
 * whether the position exists.
 */
const MOSTLY_THERE_MS = 100

declare module 'fastify' {
  interface FastifyInstance {
    /** The end of the log that the projector follows. */
    logEnd(): Promise<bigint>
  }
}

export const knowLogEnd = (app: App, logEnd: () => Promise<bigint>): void => {
  app.decorate('logEnd', logEnd)
}

/**
 * Waits up to two seconds until the checkpoints reach the client's X-Min-Position, and sets X-Position to the position
 * that the answer reflects. Routes call this before they read documents. If the read models stay behind, a missing
 * document is answered with 503 (`readsBehind`). After the restore of an older backup, a browser may send a position
 * that the log does not have. Then the call does not wait for it, and a header tells the client to forget the position.
 */
export const reachPosition = async (
  store: Pick<ReadModelStore, 'position' | 'waitFor'>,
  of: NonNullable<Named>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const position = minPosition(request)
  if (position !== null && !(await store.waitFor(position, MOSTLY_THERE_MS, of))) {
    const isBeyond = await request.server.logEnd().then(
      (end) => position > end,
      // If the log does not answer, the position is assumed to exist, and the call goes on waiting.
      () => false,
    )
    if (isBeyond) sayBeyond(reply)
    else request.readsBehind = !(await store.waitFor(position, LONGEST_WAIT_MS - MOSTLY_THERE_MS, of))
  }
  sayPosition(reply, await store.position(of))
}
