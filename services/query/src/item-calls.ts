import { type ListQuery, listQuery } from '@pathlight/contracts/lists.ts'
import { chapterListQuery } from '@pathlight/contracts/passage.ts'
import { sayRevision } from '@pathlight/http/conditional.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { Document, ReadModel } from '@pathlight/read-models/read-model-store.ts'
import type { FastifyContextConfig } from 'fastify'
import { z } from 'zod'
import { answerChapter } from './items-on-chapter.ts'
import type { KindDependencies } from './kind.ts'
import { answerPage, type Listed, onlyTagged, readPage } from './list-page.ts'
import type { OverlayKind } from './overlay-kind.ts'
import { reachPosition } from './read-position.ts'

type Dependencies = Pick<KindDependencies, 'readModels' | 'sessions'>

type Test<D> = ((document: D) => boolean) | undefined
const both = <D>(one: Test<D>, other: Test<D>): Test<D> =>
  one && other ? (document) => one(document) && other(document) : (one ?? other)

/**
 * The call that lists all items of a kind, newest first, page by page. A search answers the items that have all its
 * words.
 */
export const listCall = <D extends Document & Listed, Query extends ListQuery = ListQuery>(
  app: App,
  url: string,
  { readModels, sessions }: Dependencies,
  call: {
    /** The kind's plural for messages, for example notes. */
    readonly names: string
    readonly model: ReadModel<D>
    readonly item: z.ZodType
    readonly findable: (document: D) => string
    /** The longest item of the kind, in characters. */
    readonly longest: number
    readonly querystring?: z.ZodType<Query>
    /** Makes the filter of a query; undefined for a query without a filter. */
    readonly onlyOf?: (query: Query) => Test<D>
    readonly config?: FastifyContextConfig
  },
) => {
  const { names, model, findable, longest, querystring = listQuery, onlyOf, config } = call
  const documents = readModels.collection(model)
  app.route({
    method: 'GET',
    url,
    onRequest: sessions.requireUser,
    ...(config && { config }),
    schema: {
      summary: `All my ${names}, newest first; the Link header names the next page`,
      querystring,
      response: { 200: z.array(call.item) },
    },
    handler: async (request, reply) => {
      await reachPosition(readModels, [model], request, reply)
      const query = request.query as Query
      const only = both<D>(onlyTagged(query), onlyOf?.(query))
      const page = await readPage(documents, signedIn(request).userId, query, findable, { longest, only })
      return answerPage(reply, { path: url, query, page })
    },
  })
}

/** The call that lists the items of a kind on a chapter. */
export const chapterCall = <Item, Query extends z.infer<typeof chapterListQuery> = z.infer<typeof chapterListQuery>>(
  app: App,
  url: string,
  { readModels, sessions }: Dependencies,
  call: {
    readonly summary: string
    readonly model: ReadModel<Document>
    readonly item: z.ZodType
    readonly onChapter: OverlayKind<Item>
    readonly querystring?: z.ZodType<Query>
    readonly where?: (item: Item, query: Query) => boolean
  },
) =>
  app.route({
    method: 'GET',
    url,
    onRequest: sessions.requireUser,
    schema: {
      summary: call.summary,
      querystring: call.querystring ?? chapterListQuery,
      response: { 200: z.array(call.item) },
    },
    handler: async (request, reply) => {
      const items = await answerChapter(readModels, call.model, call.onChapter, request, reply)
      return items.filter((item) => call.where?.(item, request.query as Query) ?? true)
    },
  })

/** The id of an item's document. The id contains the owner, so nobody reads another person's item by it. */
export const documentId = (userId: string, itemId: string): string => `${userId}.${itemId}`

/** The call that answers one item, with its revision as ETag for the next edit. */
export const oneCall = <D extends Document & { readonly revision: number }>(
  app: App,
  url: string,
  { readModels, sessions }: Dependencies,
  call: {
    /** The kind's singular and plural for messages, for example note and notes. */
    readonly name: string
    readonly names: string
    readonly model: ReadModel<D>
    readonly params: z.ZodType<{ readonly id: string }>
    readonly item: z.ZodType
  },
) => {
  const documents = readModels.collection(call.model)
  app.route({
    method: 'GET',
    url,
    onRequest: sessions.requireUser,
    schema: { summary: `One of my ${call.names}`, params: call.params, response: { 200: call.item } },
    handler: async (request, reply) => {
      await reachPosition(readModels, [call.model], request, reply)
      const { id } = request.params as { readonly id: string }
      const document = await documents.get(documentId(signedIn(request).userId, id))
      if (!document) throw notFound(call.name)
      sayRevision(reply, document.revision)
      return document
    },
  })
}

/**
 * The 404 for an item that does not exist. `name`: the kind's singular, which also begins the error code
 * (note_not_found).
 */
export const notFound = (name: string): HttpProblem => new HttpProblem(404, `${name}_not_found`, `No such ${name}.`)
