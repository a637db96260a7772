import { foundWriting, writingQuery } from '@pathlight/contracts/writing.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import { z } from 'zod'
import { changesModel } from '../changes.ts'
import type { QueryDependencies } from '../dependencies.ts'
import { answerPage } from '../list-page.ts'
import { reachPosition } from '../read-position.ts'
import { findWriting } from './find-writing.ts'
import { knownWriting } from './known-writing.ts'
import type { Source } from './newest-first.ts'

/** Searches everything that the person wrote, of every kind. */
export const searchWriting = (app: App, url: string, { readModels, sessions, kinds }: QueryDependencies) => {
  const sources = kinds.flatMap(({ item: { kind }, searched, whole }): Source[] =>
    searched && whole
      ? [{ kind, searched, documents: readModels.collection(whole.model), longest: whole.longest }]
      : [],
  )
  const models = [changesModel, ...kinds.flatMap(({ whole }) => whole?.model ?? [])]
  const known = knownWriting(readModels, sources)
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: {
        summary: 'What is found in everything I wrote, newest first; the Link header names the next page',
        querystring: writingQuery,
        response: { 200: z.array(foundWriting) },
      },
    },
    async (request, reply) => {
      await reachPosition(readModels, models, request, reply)
      const { query } = request
      const { userId } = signedIn(request)
      // The web app sends a query with limit 1 when a person is about to search. The writing is then read into memory.
      if (query.limit === 1) await known.learn(userId)
      return answerPage(reply, { path: url, query, page: await findWriting(known, userId, query) })
    },
  )
}
