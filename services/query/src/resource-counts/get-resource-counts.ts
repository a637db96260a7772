import { resourceCounts as countsShape } from '@pathlight/contracts/overlay.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { FastifyReply } from 'fastify'
import type { QueryDependencies } from '../dependencies.ts'
import { reachPosition } from '../read-position.ts'
import { rememberAnswers } from '../remembered-answers.ts'

/**
 * Answers how many items of each kind the person has. The store counts them in an index. The answer is cached until one
 * of the person's documents changes, for a minute at most (rememberAnswers). A counter in a projection could become
 * wrong, because everything that deletes documents (a closed account, a rebuild) would have to update it.
 */
export const getResourceCounts = (app: App, url: string, { readModels, sessions, kinds }: QueryDependencies) => {
  const remembered = rememberAnswers(readModels)
  const models = kinds.flatMap(({ counted }) => counted ?? [])
  const counted = kinds.flatMap(({ searched, counted }) =>
    searched && counted ? [[`${searched.name}_count`, readModels.collection(counted)] as const] : [],
  )
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'How much of everything I have', response: { 200: countsShape } },
    },
    async (request, reply) => {
      await reachPosition(readModels, models, request, reply)
      const { userId } = signedIn(request)
      const { text } = await remembered(userId, '', async () => {
        const counts = await Promise.all(
          counted.map(async ([name, documents]) => [name, await documents.count({ user_id: userId })] as const),
        )
        return { text: JSON.stringify(countsShape.parse(Object.fromEntries(counts))), next: null }
      })
      return (reply as FastifyReply).type('application/json; charset=utf-8').send(text)
    },
  )
}
