import type { ServerResponse } from 'node:http'

const waiting = new WeakMap<ServerResponse, (() => void)[]>()

/**
 * Calls `tell` once an answer is over: sent whole, or its client left. All who want to know share one listener: with those of Fastify and
 * its plugins Node would otherwise take so many for a leak, and say so in the log.
 */
export const whenGone = (answer: ServerResponse, tell: () => void): void => {
  const known = waiting.get(answer)
  if (known) {
    known.push(tell)
    return
  }
  const tells = [tell]
  waiting.set(answer, tells)
  answer.once('close', () => {
    for (const one of tells) one()
  })
}
