import { isStorableText } from '@pathlight/stores/storable-text.ts'
import type { FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'

/** Deeper bodies than this are no call of ours: rich text is bounded to 50 nodes in each other, each an object in a list. */
const DEEPEST = 110

const storable = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth > DEEPEST) return false
  return Object.entries(value).every(([key, item]) => storable(key) && storable(item, depth + 1))
}

/**
 * Refuses NUL and lone surrogates anywhere in what was sent: no store keeps them as they are, so without this each
 * route would have to think of them.
 */
export const refuseUnstorableText = async (request: FastifyRequest): Promise<void> => {
  if (!storable(request.params) || !storable(request.query) || !storable(request.body))
    throw new HttpProblem(400, 'not_storable', 'The text contains characters that cannot be stored.')
}
