import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'
import { whenGone } from './when-gone.ts'

/** The time in milliseconds after which an admitted request without an answer gets 503. */
const ANSWER_WITHIN_MS = 10_000

declare module 'fastify' {
  interface FastifyRequest {
    /** The timer that will answer 503. */
    lateAnswer: NodeJS.Timeout | null
  }
  interface FastifyContextConfig {
    /** For a slow route: the time for its answer, in milliseconds. */
    answerWithinMs?: number
  }
}

/**
 * Answers 503 if a request has no answer in time. An answer that has begun may take longer, as long as the client reads
 * it (guardConnections). Fastify's handlerTimeout would also end answers that a slow phone is still reading.
 */
export const answerInTime = (app: FastifyInstance): void => {
  app.decorateRequest('lateAnswer', null)
  const answered = ({ lateAnswer }: FastifyRequest) => clearTimeout(lateAnswer ?? undefined)
  app.addHook('onRequest', async (request, reply) => {
    const tellLate = () => {
      if (reply.sent || reply.raw.headersSent) return
      const words = 'This took too long. Please try again in a moment.'
      reply.send(new HttpProblem(503, 'too_slow', words, { headers: { 'retry-after': '2' } }))
    }
    const withinMs = request.routeOptions.config?.answerWithinMs ?? ANSWER_WITHIN_MS
    request.lateAnswer = setTimeout(tellLate, withinMs).unref()
    whenGone(reply.raw, () => answered(request))
  })
  app.addHook('onSend', async (request) => answered(request))
}
