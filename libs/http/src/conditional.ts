import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { HttpProblem } from './problem.ts'

const REVISION = /^(?:W\/)?"(\d{1,9})"$/
const KEY = /^[\x21-\x7e]{1,200}$/

/** The revision that the writer saw (If-Match), or null: the write then replaces any revision. 400 when it is no revision of ours. */
export const ifMatch = (request: FastifyRequest): number | null => {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return null
  const revision = REVISION.exec(header.trim())?.[1]
  if (revision === undefined)
    throw new HttpProblem(400, 'bad_if_match', 'If-Match must be the ETag that an answer gave, or *.')
  return Number(revision)
}

/** Says an item's revision (ETag), for the next write's If-Match. */
export const sayRevision = (reply: FastifyReply, revision: number): FastifyReply =>
  reply.header('etag', `"${revision}"`)

/** Whether the client has what this ETag names, and only asks whether it is still so (If-None-Match): 304 is the answer then. */
export const isFresh = (request: FastifyRequest, etag: string): boolean => fresh(request.headers, { etag })

/** The key under which a repeat of this write is recognised (Idempotency-Key), or null. */
export const idempotencyKey = (request: FastifyRequest): string | null => {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  if (typeof header !== 'string' || !KEY.test(header))
    throw new HttpProblem(400, 'bad_idempotency_key', 'Idempotency-Key must be 1 to 200 visible ASCII characters.')
  return header
}
