import { findableHighlight } from '@pathlight/contracts/find-rules.ts'
import { SETTINGS_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import { highlight, highlightListQuery, verseHighlightsQuery } from '@pathlight/contracts/highlights.ts'
import { chapterListQuery } from '@pathlight/contracts/passage.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { z } from 'zod'
import { answerChapter } from '../items-on-chapter.ts'
import { answerPage, LONGEST, readPage } from '../list-page.ts'
import type { OverlayKind } from '../overlay-kind.ts'
import { bookOr404 } from '../passage.ts'
import { reachPosition } from '../read-position.ts'
import { type HighlightDocument, highlights } from './projection.ts'

type Dependencies = {
  readonly readModels: ReadModelStore
  readonly sessions: Sessions
  readonly onChapter: OverlayKind<z.infer<typeof highlight>>
}

/** All highlights of the person, newest first, page by page; of a search those that have all its words. */
export const listHighlights = (
  app: App,
  url: string,
  { readModels, sessions }: Pick<Dependencies, 'readModels' | 'sessions'>,
) => {
  const documents = readModels.collection(highlights)
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: {
        summary: 'All my highlights, newest first; the Link header names the next page',
        querystring: highlightListQuery,
        response: { 200: z.array(highlight) },
      },
    },
    async (request, reply) => {
      await reachPosition(readModels, [highlights], request, reply)
      const { query } = request
      const { book, color } = query
      const bookIndex = book === undefined ? null : bookOr404(book).index
      const isAsked = (one: HighlightDocument) =>
        (bookIndex === null || one.book_index === bookIndex) &&
        (color === undefined || (one.color ?? SETTINGS_COLOR) === color)
      const only = bookIndex === null && color === undefined ? undefined : isAsked
      const page = await readPage(documents, signedIn(request).userId, query, findableHighlight, {
        longest: LONGEST.highlight,
        only,
      })
      return answerPage(reply, { path: url, query, page })
    },
  )
}

/** The highlights of a chapter, in the order of its words. */
export const getChapterHighlights = (app: App, url: string, { readModels, sessions, onChapter }: Dependencies) =>
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: {
        summary: 'My highlights on a chapter',
        querystring: chapterListQuery,
        response: { 200: z.array(highlight) },
      },
    },
    async (request, reply) => answerChapter(readModels, highlights, onChapter, request, reply),
  )

/** The highlights of one verse of a chapter. */
export const getVerseHighlights = (app: App, url: string, { readModels, sessions, onChapter }: Dependencies) =>
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: {
        summary: 'My highlights on a verse',
        querystring: verseHighlightsQuery,
        response: { 200: z.array(highlight) },
      },
    },
    async (request, reply) => {
      const found = await answerChapter(readModels, highlights, onChapter, request, reply)
      return found.filter(({ verse_id }) => verse_id === request.query.verseId)
    },
  )
