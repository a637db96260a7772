import { note, type OverlayNote } from '@pathlight/contracts/notes.ts'
import { chapterListQuery } from '@pathlight/contracts/passage.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { z } from 'zod'
import { chapterPart, readChapterPart, sayNextPart } from '../chapter-page.ts'
import { LONGEST } from '../list-page.ts'
import type { OverlayKind } from '../overlay-kind.ts'
import { passageOr404 } from '../passage.ts'
import { chaptersToRead, type Numbering, placeOnVerses } from '../place-on-verses.ts'
import { reachPosition } from '../read-position.ts'
import { notes } from './projection.ts'

/** In the order of the chapter; on one verse, the older note first. */
const inOrder = (a: OverlayNote, b: OverlayNote) =>
  (a.shown_at ?? a.verse_id) - (b.shown_at ?? b.verse_id) ||
  a.created_at.localeCompare(b.created_at) ||
  a.id.localeCompare(b.id)

/** The person's notes on a chapter, those of other numberings on the verse that has their words. */
export const notesOnChapter = (readModels: ReadModelStore, numbering: Numbering): OverlayKind<OverlayNote> => {
  const documents = readModels.collection(notes)
  return async ({ userId, passage, version, part }) => {
    const { book, chapter } = passage
    const on = (chapters: readonly number[]) =>
      readChapterPart(
        documents,
        { user_id: userId, book_index: book.index, chapter: { in: chapters } },
        part,
        LONGEST.note,
      )
    const found =
      version === null
        ? await on([chapter])
        : placeOnVerses(numbering, version, passage, await on(chaptersToRead(numbering, version, passage)))
    return found.toSorted(inOrder)
  }
}

/** The notes of a chapter alone, as the specification has it. */
export const getChapterNotes = (
  app: App,
  url: string,
  {
    readModels,
    sessions,
    onChapter,
  }: { readModels: ReadModelStore; sessions: Sessions; onChapter: OverlayKind<OverlayNote> },
) =>
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'My notes on a chapter', querystring: chapterListQuery, response: { 200: z.array(note) } },
    },
    async (request, reply) => {
      const passage = passageOr404(request.query)
      await reachPosition(readModels, request, reply)
      const { part, next } = chapterPart(request, request.query.after)
      const found = await onChapter({ userId: signedIn(request).userId, passage, version: null, part })
      sayNextPart(request, reply, next())
      return found
    },
  )
