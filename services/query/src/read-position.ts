import { LONGEST_WAIT_MS, minPosition, sayPosition } from '@pathlight/http/positions.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Called before a read model is read: waits until it reflects what the caller asked for (X-Min-Position), two seconds
 * at most, and says which position the answer reflects at least. The caller sees by X-Position if that was not enough.
 */
export const reachPosition = async (
  store: Pick<ReadModelStore, 'position' | 'waitFor'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const position = minPosition(request)
  if (position !== null) await store.waitFor(position, LONGEST_WAIT_MS)
  sayPosition(reply, await store.position())
}
