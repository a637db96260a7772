import { note, type OverlayNote } from '@pathlight/contracts/notes.ts'
import { chapterListQuery } from '@pathlight/contracts/passage.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { z } from 'zod'
import { answerChapter, itemsOnChapter, olderFirst } from '../items-on-chapter.ts'
import { LONGEST } from '../list-page.ts'
import type { OverlayKind } from '../overlay-kind.ts'
import type { Numbering } from '../place-on-verses.ts'
import { notes } from './projection.ts'

/** The person's notes on a chapter, those of other numberings on the verse that has their words. */
export const notesOnChapter = (readModels: ReadModelStore, numbering: Numbering): OverlayKind<OverlayNote> =>
  itemsOnChapter(readModels.collection(notes), numbering, LONGEST.note, olderFirst)

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
    async (request, reply) => answerChapter(readModels, notes, onChapter, request, reply),
  )
