import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { HttpProblem } from './problem.ts'

const REVISION = /^(?:W\/)?"(\d{1,9})"$/
const KEY = /^[\x21-\x7e]{1,200}$/

/**
 * The revision in If-Match, which the writer last read. Null without the header or for `*`: the write replaces any
 * revision. Throws 400 for any other text.
 */
export const ifMatch = (request: FastifyRequest): number | null => {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return null
  const revision = REVISION.exec(header.trim())?.[1]
  if (revision === undefined)
    throw new HttpProblem(400, 'bad_if_match', 'If-Match must be the ETag that an answer gave, or *.')
  return Number(revision)
}

/** Sets an item's revision as ETag, which the client sends as If-Match with its next write. */
export const sayRevision = (reply: FastifyReply, revision: number): FastifyReply =>
  reply.header('etag', `"${revision}"`)

/** Whether the client's If-None-Match names this ETag, so that the answer is 304. */
export const isFresh = (request: FastifyRequest, etag: string): boolean => fresh(request.headers, { etag })

/**
 * The Idempotency-Key of this write. A repeat of the write has the same key. Null if the request has none. Throws 400
 * for a malformed key.
 */
export const idempotencyKey = (request: FastifyRequest): string | null => {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  if (typeof header !== 'string' || !KEY.test(header))
    throw new HttpProblem(400, 'bad_idempotency_key', 'Idempotency-Key must be 1 to 200 visible ASCII characters.')
  return header
}
