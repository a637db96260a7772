import type { OverlayHighlight } from '@pathlight/contracts/highlights.ts'
import type { OverlayNote } from '@pathlight/contracts/notes.ts'
import { type Overlay, overlay, overlayQuery } from '@pathlight/contracts/overlay.ts'
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

type Asked = Omit<Parameters<OverlayKinds['notes']>[0], 'part'> & { readonly after: string | undefined }
type Items = Pick<Overlay, keyof OverlayKinds>
type ReadOverlay = { readonly items: Items; readonly next: string | null }

const readOverlay = async (kinds: OverlayKinds, { after, ...asked }: Asked): Promise<ReadOverlay> => {
  const { part, next } = chapterPart(after)
  const [notes, highlights, sermons] = await Promise.all([
    kinds.notes({ ...asked, part }),
    kinds.highlights({ ...asked, part }),
    kinds.sermons({ ...asked, part }),
  ])
  return { items: { notes, highlights, sermons }, next: next() }
}

/** What several versions show on the chapter, each item once, and by version where it shows them. */
const joinVersions = (versions: readonly string[], read: readonly ReadOverlay[]): Items & Pick<Overlay, 'shown'> => {
  const once = <I extends { readonly id: string }>(lists: readonly (readonly I[])[]): I[] => [
    ...new Map(lists.flat().map((item) => [item.id, item])).values(),
  ]
  const own = <I extends OverlayNote | OverlayHighlight>({ shown_at: _, ...item }: I) => item
  const shown = versions.map((version, at) => {
    const { notes = [], highlights = [], sermons = [] } = read[at]?.items ?? {}
    const onVerses = [...notes, ...highlights].map(({ id, verse_id, shown_at = verse_id }) => [
      id,
      [shown_at, shown_at],
    ])
    const inStretches = sermons.map(({ id, shown_from, shown_to }) => [id, [shown_from, shown_to]])
    return [version, Object.fromEntries([...onVerses, ...inStretches])]
  })
  return {
    notes: once(read.map(({ items }) => items.notes)).map(own),
    highlights: once(read.map(({ items }) => items.highlights)).map(own),
    sermons: once(read.map(({ items }) => items.sermons)),
    shown: Object.fromEntries(shown),
  }
}

/** Whether an If-None-Match names what would be sent. */
const knowsTag = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag) === true

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
      const { version, after } = request.query
      // In one order, each once: the same question is asked of what was answered.
      const versions = [...new Set([version ?? []].flat().map((code) => code.toUpperCase()))].sort()
      const key = `${passage.book.index} ${passage.chapter} ${versions} ${after ?? ''}`
      const { text, next, tag } = await remembered(userId, key, async () => {
        const [one = null, ...more] = versions
        const first = await readOverlay(kinds, { userId, passage, version: one, after })
        const others = await Promise.all(
          more.map((other) => readOverlay(kinds, { userId, passage, version: other, after })),
        )
        const all = { book: bookName(passage.book, 'en'), chapter: passage.chapter }
        const items = others.length === 0 ? first.items : joinVersions(versions, [first, ...others])
        // All go on where the first of them ended.
        const next = [first, ...others].flatMap((read) => read.next ?? []).sort()[0] ?? null
        return { text: JSON.stringify(overlay.parse({ ...all, ...items })), next }
      })
      reply.header('etag', tag)
      sayNextPart(request, reply, next)
      if (knowsTag(request.headers['if-none-match'], tag)) return (reply as FastifyReply).code(304).send()
      // Written out already, as the schema has it.
      return (reply as FastifyReply).type('application/json; charset=utf-8').send(text)
    },
  )
}
