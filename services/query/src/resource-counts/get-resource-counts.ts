import { resourceCounts as countsShape } from '@pathlight/contracts/notes.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { reachPosition } from '../read-position.ts'
import type { CountsOfUser } from './projection.ts'
import { resourceCounts } from './projection.ts'

const NONE = { notes_count: 0, highlights_count: 0, sermons_count: 0 }

/** How many notes, highlights and sermons the person has. */
export const getResourceCounts = (
  app: App,
  url: string,
  { readModels, sessions }: { readModels: ReadModelStore; sessions: Sessions },
) => {
  const counts = readModels.collection<CountsOfUser>(resourceCounts.collection)
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'How much of everything I have', response: { 200: countsShape } },
    },
    async (request, reply) => {
      await reachPosition(readModels, resourceCounts.name, request, reply)
      const { userId } = signedIn(request)
      return (await counts.get([userId])).get(userId)?.doc ?? NONE
    },
  )
}
