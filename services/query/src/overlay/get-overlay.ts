import { type OverlayItems, type OverlayName, overlayNames } from '@pathlight/contracts/kind-shapes.ts'
import { CHAPTER_BYTES_MAX } from '@pathlight/contracts/lists.ts'
import { overlay, overlayQuery } from '@pathlight/contracts/overlay.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import type { FastifyReply } from 'fastify'
import { chapterPart, sayNextPart } from '../chapter-page.ts'
import type { QueryDependencies } from '../dependencies.ts'
import type { AskedChapter, OverlayKind } from '../overlay-kind.ts'
import { passageOr404 } from '../passage.ts'
import { reachPosition } from '../read-position.ts'
import { rememberAnswers } from '../remembered-answers.ts'

type Item = OverlayItems[OverlayName]
/** The items of each kind, by the name of the kind's list. */
type Lists = Readonly<Record<string, readonly Item[]>>

/**
 * Reads the items on a chapter after the id `after`. `next`: the id after which the next part begins; null: there is no
 * next part.
 */
const readOverlay = async (
  readers: readonly (readonly [OverlayName, OverlayKind<Item>])[],
  asked: Omit<AskedChapter, 'part'>,
  after: string | undefined,
): Promise<{ readonly lists: Lists; readonly next: string | null }> => {
  const parts = readers.map(() => chapterPart(after))
  const read = await Promise.all(
    readers.map(async ([name, items], at) => {
      const { part } = parts[at] ?? chapterPart(after)
      return [name, await items({ ...asked, part })] as const
    }),
  )
  const end = parts.flatMap((one) => one.next() ?? []).sort()[0] ?? null
  const isLong = parts.reduce((sum, one) => sum + one.read(), 0) > CHAPTER_BYTES_MAX
  const next = isLong
    ? endOf(
        read.flatMap(([, items]) => items),
        end,
      )
    : end
  const here = read.map(([name, items]) => [name, next === null ? items : items.filter(({ id }) => id <= next)])
  return { lists: Object.fromEntries(here), next }
}

/**
 * The last id that fits into an answer, in the order of the ids. `end`: the greatest id that the answer may have; null:
 * any. The first item always fits, so that each answer has at least one item.
 */
const endOf = (items: readonly Item[], end: string | null): string | null => {
  let bytes = 0
  let last: string | null = null
  for (const item of items.filter(({ id }) => end === null || id <= end).toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    bytes += Buffer.byteLength(JSON.stringify(item))
    if (bytes > CHAPTER_BYTES_MAX && last !== null) return last
    last = item.id
  }
  return end
}

/** Answers the person's items on a chapter, from the cache, or by one indexed read for each kind and slice. */
export const getOverlay = (app: App, url: string, dependencies: QueryDependencies) => {
  const { readModels, sessions, numbering, kinds } = dependencies
  const remembered = rememberAnswers(readModels)
  const models = kinds.flatMap(({ onChapter, projections }) => (onChapter ? projections : []))
  const readers = kinds
    .flatMap(({ onChapter }) => (onChapter ? [[onChapter.name, onChapter.items(readModels, numbering)] as const] : []))
    .toSorted(([a], [b]) => overlayNames.indexOf(a) - overlayNames.indexOf(b))
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'All I have on a chapter', querystring: overlayQuery, response: { 200: overlay } },
    },
    async (request, reply) => {
      const passage = passageOr404(request.query)
      await reachPosition(readModels, models, request, reply)
      const { userId } = signedIn(request)
      const { after } = request.query
      const version = request.query.version?.toUpperCase() ?? null
      const key = `${passage.book.index} ${passage.chapter} ${version ?? ''} ${after ?? ''}`
      const { text, next } = await remembered(userId, key, async () => {
        const { lists, next } = await readOverlay(readers, { userId, passage, version }, after)
        const all = { book: bookName(passage.book, 'en'), chapter: passage.chapter }
        return { text: JSON.stringify(overlay.parse({ ...all, ...lists })), next }
      })
      sayNextPart(request, reply, next)
      // The text is JSON already, and has the schema's form.
      return (reply as FastifyReply).type('application/json; charset=utf-8').send(text)
    },
  )
}
