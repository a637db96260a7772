import type { ServerResponse } from 'node:http'

/**
 * On the answer itself. In a WeakMap that is old V8 would keep what is young through one clearing after the other, with all that it refers
 * to: the request and its answer.
 */
const TELLS = Symbol('tells')
type Answer = ServerResponse & { [TELLS]?: (() => void)[] }

/**
 * Calls `tell` once an answer is over: sent whole, or its client left; at once where that is so already, for the event does not come again.
 * All who want to know share one listener: with those of Fastify and its plugins Node would otherwise take so many for a leak, and say so
 * in the log.
 */
export const whenGone = (answer: Answer, tell: () => void): void => {
  if (answer.closed) {
    tell()
    return
  }
  const known = answer[TELLS]
  if (known) {
    known.push(tell)
    return
  }
  const tells = [tell]
  answer[TELLS] = tells
  answer.once('close', () => {
    for (const one of tells) one()
  })
}
