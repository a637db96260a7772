import type { chapterListQuery } from '@pathlight/contracts/passage.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { Collection, Document, ReadModel, ReadModelStore, Where } from '@pathlight/read-models/read-model-store.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { chapterPart, readChapterPart, sayNextPart } from './chapter-page.ts'
import type { OverlayKind } from './overlay-kind.ts'
import { passageOr404 } from './passage.ts'
import { chaptersToRead, type Numbering, type OnVerse, placeOnVerses, type ShownOnVerse } from './place-on-verses.ts'
import { reachPosition } from './read-position.ts'

/** A document of a read model whose items stand on verses. */
type OnChapter = Document &
  OnVerse & { readonly id: string; readonly user_id: string; readonly book_index: number; readonly chapter: number }

/** Sorts by verse. On one verse the older item comes first. */
export const olderFirst = <Item extends ShownOnVerse<OnVerse & { readonly id: string; readonly created_at: string }>>(
  a: Item,
  b: Item,
): number =>
  (a.shown_at ?? a.verse_id) - (b.shown_at ?? b.verse_id) ||
  a.created_at.localeCompare(b.created_at) ||
  a.id.localeCompare(b.id)

/**
 * Reads a person's items of a kind on a chapter. An item of a version with another numbering is shown on the verse that
 * has the same words. `longest`: the length of the longest item, in characters.
 */
export const itemsOnChapter =
  <Item extends OnChapter>(
    documents: Collection<Item>,
    numbering: Numbering,
    longest: number,
    inOrder: (a: ShownOnVerse<Item>, b: ShownOnVerse<Item>) => number,
  ): OverlayKind<ShownOnVerse<Item>> =>
  async ({ userId, passage, version, part }) => {
    const { book, chapter } = passage
    const on = (chapters: readonly number[]) => {
      const where = { user_id: userId, book_index: book.index, chapter: { in: chapters } }
      return readChapterPart(documents, where as Where<Item> & { readonly user_id: string }, part, longest)
    }
    const found =
      version === null
        ? await on([chapter])
        : placeOnVerses(numbering, version, passage, await on(chaptersToRead(numbering, version, passage)))
    return found.toSorted(inOrder)
  }

/** Answers the person's items on a chapter. A Link header names the next part, if there is one. */
export const answerChapter = async <Item>(
  readModels: ReadModelStore,
  model: ReadModel<Document>,
  onChapter: OverlayKind<Item>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Item[]> => {
  const query = request.query as z.infer<typeof chapterListQuery>
  const passage = passageOr404(query)
  await reachPosition(readModels, [model], request, reply)
  const { part, next } = chapterPart(query.after)
  const found = await onChapter({ userId: signedIn(request).userId, passage, version: null, part })
  sayNextPart(request, reply, next())
  return found
}
