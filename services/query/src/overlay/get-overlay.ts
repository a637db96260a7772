import type { OverlayHighlight } from '@pathlight/contracts/highlights.ts'
import { LIST_BYTES_MAX } from '@pathlight/contracts/lists.ts'
import type { OverlayNote } from '@pathlight/contracts/notes.ts'
import { type Overlay, overlay, overlayQuery } from '@pathlight/contracts/overlay.ts'
import type { OverlaySermon } from '@pathlight/contracts/sermons.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
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

/** About how many bytes say where a version shows an item. */
const SHOWN_BYTES = 80

type Items = Pick<Overlay, keyof OverlayKinds>
type Asked = Pick<Parameters<OverlayKinds['notes']>[0], 'userId' | 'passage'>

/** What each version (null: each item's own) shows on the chapter of the part after an id, and where the next part begins. */
const readOverlay = async (
  kinds: OverlayKinds,
  request: FastifyRequest,
  asked: Asked,
  versions: readonly (string | null)[],
  after: string | undefined,
): Promise<{ readonly read: readonly Items[]; readonly next: string | null }> => {
  const parts: ReturnType<typeof chapterPart>[] = []
  const reading = <I>(kind: OverlayKind<I>, version: string | null): Promise<I[]> => {
    const own = chapterPart(request, after)
    parts.push(own)
    return kind({ ...asked, version, part: own.part })
  }
  const read = await Promise.all(
    versions.map(async (version): Promise<Items> => {
      const [notes, highlights, sermons] = await Promise.all([
        reading(kinds.notes, version),
        reading(kinds.highlights, version),
        reading(kinds.sermons, version),
      ])
      return { notes, highlights, sermons }
    }),
  )
  const end = parts.flatMap((one) => one.next() ?? []).sort()[0] ?? null
  const isLong = parts.reduce((sum, one) => sum + one.read(), 0) > LIST_BYTES_MAX
  const next = isLong ? endOf(read, end) : end
  if (next === null) return { read, next }
  const here = <I extends { readonly id: string }>(items: readonly I[]): I[] => items.filter(({ id }) => id <= next)
  const cut = read.map(({ notes, highlights, sermons }) => ({
    notes: here(notes),
    highlights: here(highlights),
    sermons: here(sermons),
  }))
  return { read: cut, next }
}

/** Up to which id an answer holds what was read, at least one item: not beyond where one of the readings ended. */
const endOf = (read: readonly Items[], end: string | null): string | null => {
  const all = read.flatMap(({ notes, highlights, sermons }) => [...notes, ...highlights, ...sermons])
  let bytes = 0
  let last: string | null = null
  for (const item of all.filter(({ id }) => end === null || id <= end).sort((a, b) => (a.id < b.id ? -1 : 1))) {
    // Of several versions it is answered once, and where each shows it.
    bytes += item.id === last ? SHOWN_BYTES : Buffer.byteLength(JSON.stringify(item))
    if (bytes > LIST_BYTES_MAX && last !== null && item.id !== last) return last
    last = item.id
  }
  return end
}

/** What several versions show on the chapter, each item once, and by version where it shows them. */
const joinVersions = (versions: readonly string[], read: readonly Items[]): Items & Pick<Overlay, 'shown'> => {
  const once = <I extends { readonly id: string }>(lists: readonly (readonly I[])[]): I[] => [
    ...new Map(lists.flat().map((item) => [item.id, item])).values(),
  ]
  const own = <I extends OverlayNote | OverlayHighlight>({ shown_at: _, ...item }: I) => item
  const shown = versions.map((version, at) => {
    const { notes = [], highlights = [], sermons = [] } = read[at] ?? {}
    const onVerses = [...notes, ...highlights].map(({ id, verse_id, shown_at = verse_id }) => [
      id,
      [shown_at, shown_at],
    ])
    const inStretches = sermons.map(({ id, shown_from, shown_to }) => [id, [shown_from, shown_to]])
    return [version, Object.fromEntries([...onVerses, ...inStretches])]
  })
  return {
    notes: once(read.map(({ notes }) => notes)).map(own),
    highlights: once(read.map(({ highlights }) => highlights)).map(own),
    sermons: once(read.map(({ sermons }) => sermons)),
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
        const asked = versions.length === 0 ? [null] : versions
        const { read, next } = await readOverlay(kinds, request, { userId, passage }, asked, after)
        const [only, ...more] = read
        const items = only && more.length === 0 ? only : joinVersions(versions, read)
        const all = { book: bookName(passage.book, 'en'), chapter: passage.chapter }
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
