import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'
import { whenGone } from './when-gone.ts'

/** An answer begins within this after its turn has come, or it is 503: whatever is waited for may never come. */
const ANSWER_WITHIN_MS = 10_000

declare module 'fastify' {
  interface FastifyRequest {
    /** Says that its answer is late. */
    lateAnswer: NodeJS.Timeout | null
  }
  interface FastifyContextConfig {
    /** For a route that works for longer before it answers: milliseconds. */
    answerWithinMs?: number
  }
}

/**
 * Says in time that an answer does not come. Once it has begun it may take longer, as long as it is read
 * (guardConnections): Fastify's own handlerTimeout cuts off what is still on its way to a slow phone.
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
