import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { HttpProblem } from './problem.ts'

const REVISION = /^(?:W\/)?"(\d{1,9})"$/
const KEY = /^[\x21-\x7e]{1,200}$/

/** The revision that the writer saw (If-Match). Null if the write replaces any revision. Throws 400 for anything else. */
export const ifMatch = (request: FastifyRequest): number | null => {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return null
  const revision = REVISION.exec(header.trim())?.[1]
  if (revision === undefined)
    throw new HttpProblem(400, 'bad_if_match', 'If-Match must be the ETag that an answer gave, or *.')
  return Number(revision)
}

/** Sets an item's revision as ETag, for the next write's If-Match. */
export const sayRevision = (reply: FastifyReply, revision: number): FastifyReply =>
  reply.header('etag', `"${revision}"`)

/** Whether the client already has the version that this ETag names (If-None-Match). The answer is then 304. */
export const isFresh = (request: FastifyRequest, etag: string): boolean => fresh(request.headers, { etag })

/** The key by which a repeat of this write is recognised (Idempotency-Key), or null. Throws 400 for a malformed one. */
export const idempotencyKey = (request: FastifyRequest): string | null => {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  if (typeof header !== 'string' || !KEY.test(header))
    throw new HttpProblem(400, 'bad_idempotency_key', 'Idempotency-Key must be 1 to 200 visible ASCII characters.')
  return header
}
