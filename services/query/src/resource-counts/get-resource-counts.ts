import { resourceCounts as countsShape } from '@pathlight/contracts/overlay.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { FastifyReply } from 'fastify'
import { reachPosition } from '../read-position.ts'
import { rememberAnswers } from '../remembered-answers.ts'

/** So many items are counted in about a millisecond of the store's time. */
const COUNTED_IN_A_UNIT = 500

/** How many items of one kind a person has; a slice offers it, app.ts hands it in. */
export type CountOf = (userId: string) => Promise<number>

/**
 * How many notes, highlights and sermons the person has: counted in the index, the first time after something changed, and
 * charged to who asks, for where there are very many it takes the store a while. A count kept by a projection of its own would be
 * one more thing to be wrong: whatever removes documents (a closed account, a rebuild) would have to tell it.
 */
export const getResourceCounts = (
  app: App,
  url: string,
  {
    readModels,
    sessions,
    countNotes,
    countHighlights,
    countSermons,
  }: {
    readModels: ReadModelStore
    sessions: Sessions
    countNotes: CountOf
    countHighlights: CountOf
    countSermons: CountOf
  },
) => {
  const remembered = rememberAnswers(readModels)
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'How much of everything I have', response: { 200: countsShape } },
    },
    async (request, reply) => {
      await reachPosition(readModels, request, reply)
      const { userId } = signedIn(request)
      const { text } = await remembered(userId, '', async () => {
        const [notes, highlights, sermons] = await Promise.all([
          countNotes(userId),
          countHighlights(userId),
          countSermons(userId),
        ])
        request.server.chargeFor(request, Math.floor((notes + highlights + sermons) / COUNTED_IN_A_UNIT))
        const counts = { notes_count: notes, highlights_count: highlights, sermons_count: sermons }
        return { text: JSON.stringify(countsShape.parse(counts)), next: null }
      })
      return (reply as FastifyReply).type('application/json; charset=utf-8').send(text)
    },
  )
}
