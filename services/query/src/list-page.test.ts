import { LIST_BYTES_MAX } from '@pathlight/contracts/lists.ts'
import { postgresReadModelStore } from '@pathlight/engine-postgres/read-models/read-model-store.ts'
import type { Collection } from '@pathlight/read-models/read-model-store.ts'
import { liveModel } from '@pathlight/read-models/test/world.contract.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LONGEST_CHANGE } from './changes.ts'
import { readChapterPart } from './chapter-page.ts'
import { kinds } from './kinds.ts'
import { nextSlice, readPage, slicesOf } from './list-page.ts'

type Long = { readonly id: string; readonly user_id: string; readonly list_key: string; readonly text: string }

const LENGTH = 70_000
/** The most items that are read for an answer: the items of a full answer, and one first slice. */
const MOST_READ = LIST_BYTES_MAX / LENGTH + slicesOf(LENGTH).first

describe('of long items, as many as there may be', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let documents: Collection<Long>
  let close: () => Promise<void>
  let given = 0
  beforeAll(async () => {
    database = await freshDatabase()
    const store = postgresReadModelStore({ pool: database.pool, listener: database.listener() })
    close = () => store.close()
    const { docs, put } = await liveModel<Long>(store, [['user_id', 'list_key']])
    const ids = Array.from({ length: 30 }, (_, n) => `${10 + n}`)
    await put(
      Object.fromEntries(
        ids.map((id) => [`ann.${id}`, { id, user_id: 'ann', list_key: id, text: 'x'.repeat(LENGTH) }]),
      ),
    )
    documents = {
      ...docs,
      find: async (options) => {
        const found = await docs.find(options)
        given += found.length
        return found
      },
    }
  })
  afterAll(async () => {
    await close()
    await database.drop()
  })

  it('a page reads hardly more than it holds', async () => {
    given = 0
    const page = await readPage(documents, 'ann', { limit: 500 }, ({ text }) => text, {
      longest: LENGTH,
    })
    expect(page).toMatchObject({ items: { length: 4 }, next: '36' })
    expect(given).toBeLessThanOrEqual(MOST_READ)
  })

  it('a slice is small before anybody knows how long its documents are', () => {
    for (const longest of [LONGEST_CHANGE, ...kinds.flatMap(({ whole }) => whole?.longest ?? [])]) {
      const { first, most } = slicesOf(longest)
      expect(first * longest).toBeLessThanOrEqual(420_000)
      expect(most * longest).toBeLessThanOrEqual(3_000_000)
      // The bound holds even after the shortest items.
      expect(nextSlice(most, 500, 500) * longest).toBeLessThanOrEqual(3_000_000)
    }
  })

  it('a part of a chapter reads hardly more than it holds, and the next goes on behind it', async () => {
    const read: string[] = []
    let after: string | null = null
    for (;;) {
      given = 0
      let left = LIST_BYTES_MAX
      let next: string | null = null
      const take = (bytes: number) => {
        left -= bytes
        return left >= 0
      }
      const onMore = (last: string) => {
        next = last
      }
      const items: Long[] = await readChapterPart(documents, { user_id: 'ann' }, { after, take, onMore }, LENGTH)
      read.push(...items.map(({ id }) => id))
      expect(given).toBeLessThanOrEqual(MOST_READ)
      if (next === null) break
      expect(items).toHaveLength(4)
      after = next
    }
    expect(read).toEqual(Array.from({ length: 30 }, (_, n) => `${10 + n}`))
  })
})
