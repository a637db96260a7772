import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'

const POSITION = /^\d{1,19}$/
const GREATEST = 2n ** 63n - 1n

/** The longest wait of a read for its X-Min-Position, in milliseconds. */
export const LONGEST_WAIT_MS = 2_000

/** X-Min-Position: the log position that this read must reflect. Null without it. Throws 400 for any other text. */
export const minPosition = (request: FastifyRequest): bigint | null => {
  const header = request.headers['x-min-position']
  if (header === undefined) return null
  const position = typeof header === 'string' && POSITION.test(header) ? BigInt(header) : null
  if (position === null || position > GREATEST)
    throw new HttpProblem(400, 'bad_position', 'X-Min-Position must be a position that an answer gave as X-Position.')
  return position
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Whether this read has not reached its X-Min-Position. Then an item that the read does not find may still exist,
     * so the answer is 503 instead of 404.
     */
    readsBehind: boolean
  }
}

/**
 * Sets `X-Min-Position: beyond`: the client's position is after the end of the log, as after a restore. The client then
 * forgets its position.
 */
export const sayBeyond = (reply: FastifyReply): FastifyReply => reply.header('x-min-position', 'beyond')

/** Sets X-Position: the log position of a write, or the position that a read reflects. */
export const sayPosition = (reply: FastifyReply, position: bigint): FastifyReply =>
  reply.header('x-position', position.toString())
