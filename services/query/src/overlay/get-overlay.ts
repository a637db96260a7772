import type { OverlayHighlight } from '@pathlight/contracts/highlights.ts'
import type { OverlayNote } from '@pathlight/contracts/notes.ts'
import { overlay, overlayQuery } from '@pathlight/contracts/overlay.ts'
import type { OverlaySermon } from '@pathlight/contracts/sermons.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import type { FastifyReply } from 'fastify'
import { chapterPart, sayNextPart } from '../chapter-page.ts'
import type { OverlayKind } from '../overlay-kind.ts'
import { passageOr404 } from '../passage.ts'
import { reachPosition } from '../read-position.ts'
import { rememberAnswers } from '../remembered-answers.ts'

/** Everything that can stand on a chapter, by its name on the wire. */
export type OverlayKinds = {
  readonly notes: OverlayKind<OverlayNote>
  readonly highlights: OverlayKind<OverlayHighlight>
  readonly sermons: OverlayKind<OverlaySermon>
}

/** Everything the person has on a chapter: one indexed read a kind, the first time after something changed. */
export const getOverlay = (
  app: App,
  url: string,
  { readModels, sessions, kinds }: { readModels: ReadModelStore; sessions: Sessions; kinds: OverlayKinds },
) => {
  const remembered = rememberAnswers(readModels)
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'All I have on a chapter', querystring: overlayQuery, response: { 200: overlay } },
    },
    async (request, reply) => {
      const passage = passageOr404(request.query)
      await reachPosition(readModels, request, reply)
      const { userId } = signedIn(request)
      const { version = null, after } = request.query
      const key = `${passage.book.index} ${passage.chapter} ${version} ${after ?? ''}`
      const { text, next } = await remembered(userId, key, async () => {
        const { part, next } = chapterPart(after)
        const asked = { userId, passage, version, part }
        const [notes, highlights, sermons] = await Promise.all([
          kinds.notes(asked),
          kinds.highlights(asked),
          kinds.sermons(asked),
        ])
        const all = { book: bookName(passage.book, 'en'), chapter: passage.chapter, notes, highlights, sermons }
        return { text: JSON.stringify(overlay.parse(all)), next: next() }
      })
      sayNextPart(request, reply, next)
      // Written out already, as the schema has it.
      return (reply as FastifyReply).type('application/json; charset=utf-8').send(text)
    },
  )
}
