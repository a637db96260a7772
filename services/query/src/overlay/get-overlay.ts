import { type OverlayNote, overlay, overlayQuery } from '@pathlight/contracts/notes.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { chapterPart } from '../chapter-page.ts'
import type { OverlayKind } from '../overlay-kind.ts'
import { passageOr404 } from '../passage.ts'
import { reachPosition } from '../read-position.ts'

/** Everything that can stand on a chapter, by its name on the wire. */
export type OverlayKinds = { readonly notes: OverlayKind<OverlayNote> }

/** Everything the person has on a chapter: one indexed read a kind. */
export const getOverlay = (
  app: App,
  url: string,
  { readModels, sessions, kinds }: { readModels: ReadModelStore; sessions: Sessions; kinds: OverlayKinds },
) =>
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'All I have on a chapter', querystring: overlayQuery, response: { 200: overlay } },
    },
    async (request, reply) => {
      const passage = passageOr404(request.query)
      await reachPosition(readModels, request, reply)
      const { part, sayNext } = chapterPart(request, request.query.after)
      const asked = { userId: signedIn(request).userId, passage, version: request.query.version ?? null, part }
      const [notes] = await Promise.all([kinds.notes(asked)])
      sayNext(reply)
      return { book: bookName(passage.book, 'en'), chapter: passage.chapter, notes }
    },
  )
