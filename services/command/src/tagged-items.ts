import { tagKey } from '@pathlight/contracts/tag-rules.ts'
import type { Document, ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { pauses } from '@pathlight/stores/pauses.ts'

/** The read model of all items with tags. The query service projects it. */
export const taggedModel = { name: 'tagged_items', personal: ['tags'] }

export type TaggedItem = Document & {
  readonly user_id: string
  readonly list_key: string
  readonly kind: string
  readonly item_id: string
  readonly tags: readonly string[]
}

/** All items of a person that have tags, in the order in which the items were created. */
export type TaggedItems = (userId: string) => AsyncIterable<TaggedItem>

/** How many documents are read at once. */
const SLICE = 200

export const openTaggedItems = (readModels: Pick<ReadModelStore, 'collection'>) => {
  const documents = readModels.collection<TaggedItem>(taggedModel)
  async function* items(userId: string): AsyncGenerator<TaggedItem> {
    const pause = pauses()
    for (let after = ''; ; ) {
      const where = { user_id: userId, list_key: { gt: after } }
      const found = await documents.find({ where, sort: [['list_key', 'asc']], limit: SLICE })
      for (const item of found) {
        yield item
        await pause()
      }
      const last = found.at(-1)
      if (last === undefined || found.length < SLICE) return
      after = last.list_key
    }
  }
  return {
    items,
    tagsOf: async (userId: string): Promise<ReadonlySet<string>> => {
      const keys = new Set<string>()
      for await (const { tags } of items(userId)) for (const tag of tags) keys.add(tagKey(tag))
      return keys
    },
  }
}
