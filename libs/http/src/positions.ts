import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'

const POSITION = /^\d{1,19}$/
const GREATEST = 2n ** 63n - 1n

/** Longest a read waits for the position it was asked to reflect, in milliseconds. */
export const LONGEST_WAIT_MS = 2_000

/** The log position this read must reflect (header X-Min-Position), or null. 400 when it is no position. */
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
    /** This read does not reflect what it was asked to: what it does not find may be there, so it answers 503 and not 404. */
    readsBehind: boolean
  }
}

/** Says that the log does not have the position that was asked for, and will not: the client is to forget it. */
export const sayBeyond = (reply: FastifyReply): FastifyReply => reply.header('x-min-position', 'beyond')

/** Says the log position that a write made, or that a read reflects (header X-Position). */
export const sayPosition = (reply: FastifyReply, position: bigint): FastifyReply =>
  reply.header('x-position', position.toString())
