import { resourceCounts as countsShape } from '@pathlight/contracts/overlay.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { reachPosition } from '../read-position.ts'

/** How many items of one kind a person has; a slice offers it, app.ts hands it in. */
export type CountOf = (userId: string) => Promise<number>

/**
 * How many notes, highlights and sermons the person has: counted in the index, when asked. A count kept by a projection of
 * its own would be one more thing to be wrong: whatever removes documents (a closed account, a rebuild) would have to tell it.
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
) =>
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'How much of everything I have', response: { 200: countsShape } },
    },
    async (request, reply) => {
      await reachPosition(readModels, request, reply)
      const { userId } = signedIn(request)
      const [notes, highlights, sermons] = await Promise.all([
        countNotes(userId),
        countHighlights(userId),
        countSermons(userId),
      ])
      return { notes_count: notes, highlights_count: highlights, sermons_count: sermons }
    },
  )
