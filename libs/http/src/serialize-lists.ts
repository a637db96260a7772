import { pauses } from '@pathlight/stores/pauses.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const asItIs = (text: string) => text

const inPieces = async (items: readonly unknown[], element: z.core.$ZodType): Promise<string> => {
  const pause = pauses()
  const texts: string[] = []
  for (const item of items) {
    texts.push(JSON.stringify(z.encode(element, item)))
    await pause()
  }
  return `[${texts.join()}]`
}

/**
 * Serializes an answer that is a list item by item, with pauses. A megabyte without a pause would block the event loop
 * for ten milliseconds.
 */
export const serializeLists = (app: FastifyInstance): void => {
  app.addHook('preSerialization', (request, reply, payload, done) => {
    const { response } = (request.routeOptions.schema ?? {}) as {
      readonly response?: Readonly<Record<string, unknown>>
    }
    const schema = response?.[reply.statusCode]
    if (!Array.isArray(payload) || !(schema instanceof z.ZodArray)) return done(null, payload)
    reply.serializer(asItIs)
    inPieces(payload, schema.element).then((text) => {
      // answer-in-time.ts may have answered 503 meanwhile.
      if (!reply.raw.headersSent) done(null, text)
    }, done)
  })
}
