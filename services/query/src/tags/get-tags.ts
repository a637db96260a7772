import { type TagColor, tagKey } from '@pathlight/contracts/tag-rules.ts'
import { type MyTags, myTags } from '@pathlight/contracts/tags.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { Document, ReadModel } from '@pathlight/read-models/read-model-store.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import type { FastifyReply } from 'fastify'
import type { QueryDependencies } from '../dependencies.ts'
import { reachPosition } from '../read-position.ts'
import { rememberAnswers } from '../remembered-answers.ts'
import { taggedItems } from './tagged-items.ts'

/** How many documents are read at once. */
const SLICE = 200

type Chosen = Document & { readonly tagColors?: readonly TagColor[] }

/**
 * Answers the person's tags, with the number of items and the colour of each tag. The answer is cached until one of the
 * person's documents changes, for a minute at most (rememberAnswers).
 */
export const getTags = (app: App, url: string, { readModels, sessions, kinds }: QueryDependencies) => {
  const remembered = rememberAnswers(readModels)
  const documents = readModels.collection(taggedItems)
  const settings = kinds
    .flatMap(({ projections }) => projections)
    .find(({ name }) => name === 'settings') as ReadModel<Chosen>
  const chosen = readModels.collection(settings)

  /** For the key of each tag: how many items have the tag in each spelling, and how many of each kind have it. */
  const countItems = async (userId: string) => {
    const byKey = new Map<string, { readonly spellings: Map<string, number>; readonly kinds: Record<string, number> }>()
    const pause = pauses()
    for (let after = ''; ; ) {
      const where = { user_id: userId, list_key: { gt: after } }
      const found = await documents.find({ where, sort: [['list_key', 'asc']], limit: SLICE })
      for (const { tags, kind } of found) {
        for (const tag of tags) {
          const key = tagKey(tag)
          const counted = byKey.get(key) ?? { spellings: new Map<string, number>(), kinds: {} }
          counted.spellings.set(tag, (counted.spellings.get(tag) ?? 0) + 1)
          counted.kinds[kind] = (counted.kinds[kind] ?? 0) + 1
          byKey.set(key, counted)
        }
        await pause()
      }
      const last = found.at(-1)
      if (last === undefined || found.length < SLICE) return byKey
      after = last.list_key
    }
  }

  const tagsOf = async (userId: string): Promise<MyTags> => {
    const [byKey, settingsOf] = await Promise.all([countItems(userId), chosen.get(userId)])
    const colors = new Map(settingsOf?.tagColors?.map(({ tag, color }) => [tagKey(tag), color]))
    const tags = [...byKey].map(([key, { spellings, kinds }]) => {
      const [[tag] = ['']] = [...spellings].toSorted(([, a], [, b]) => b - a)
      const count = [...spellings.values()].reduce((sum, one) => sum + one, 0)
      return { tag, count, kinds, color: colors.get(key) ?? null }
    })
    return { tags: tags.toSorted((a, b) => a.tag.localeCompare(b.tag)) }
  }

  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'My tags, and how many items have each', response: { 200: myTags } },
    },
    async (request, reply) => {
      await reachPosition(readModels, [taggedItems, settings], request, reply)
      const { userId } = signedIn(request)
      const { text } = await remembered(userId, '', async () => ({
        text: JSON.stringify(myTags.parse(await tagsOf(userId))),
        next: null,
      }))
      return (reply as FastifyReply).type('application/json; charset=utf-8').send(text)
    },
  )
}
