import { referenceQuery, references as referencesShape } from '@pathlight/contracts/bible-references.ts'
import type { App } from '@pathlight/http/server.ts'
import { referencesOr400 } from '../passage.ts'

/** Answers the references in a text, or 400 with the mistake in words. */
export const getReference = (app: App, url: string) =>
  app.get(
    url,
    {
      schema: { summary: 'Understand a reference', querystring: referenceQuery, response: { 200: referencesShape } },
    },
    async (request, reply) => {
      const { references, truncated } = referencesOr400(request.query.text)
      reply.header('cache-control', 'public, max-age=86400')
      return { references: [...references], truncated }
    },
  )
