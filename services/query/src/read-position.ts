import { LONGEST_WAIT_MS, minPosition, sayBeyond, sayPosition } from '@pathlight/http/positions.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Named, ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What was just written is mostly there by then: only after it the log is asked whether there is anything to wait for. */
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
 * Called before read models are read. Waits until the checkpoint of each is where the caller asked for (X-Min-Position), two seconds
 * at most. Says which position the answer reflects at least. The caller sees by X-Position if that was not enough; what
 * is then not found is not said to be absent (`readsBehind`). Browsers may know a position that the log does not have,
 * after an older backup was restored. Such a position is not waited for: the answer says so, and the caller forgets it.
 */
export const reachPosition = async (
  store: Pick<ReadModelStore, 'position' | 'waitFor'>,
  /** What is read then. */
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
