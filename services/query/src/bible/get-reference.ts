import { referenceQuery, references } from '@pathlight/contracts/bible.ts'
import type { App } from '@pathlight/http/server.ts'
import { referencesOr400 } from './asked-passage.ts'

/** The references that a text consists of, or what is wrong with it. */
export const getReference = (app: App, url: string) =>
  app.get(
    url,
    { schema: { summary: 'Understand a reference', querystring: referenceQuery, response: { 200: references } } },
    async (request, reply) => {
      const understood = referencesOr400(request.query.text)
      reply.header('cache-control', 'public, max-age=86400')
      return [...understood]
    },
  )
