import { TAGS_OF_PERSON_MAX } from '@pathlight/contracts/tag-rules.ts'
import { describe, expect, it } from 'vitest'
import { createQuota } from './quota.ts'

const MANY = 1_000_000_000
const LIMIT = 3_000
/** How many additions run at the same time. */
const AT_ONCE = 32

/** A person's items in a log, and in read models that count the items only after `catchUp`. */
const place = ({ processes }: { readonly processes: number }) => {
  let [written, known] = [0, 0]
  const quotas = Array.from({ length: processes }, () =>
    createQuota({
      // Where a person could reach the limit of items within CLOSE_MINUTES, the quota counts before each item. Here the
      // limit of items equals the limit of writes a minute, so the quota counts before each item from the first on.
      limits: { writesAMinute: LIMIT, megabytesADay: MANY, megabytes: MANY, items: LIMIT, revisions: MANY },
      rateLimitStore: null,
      identity: { grantWriting: async () => true },
      countItems: async () => known,
      tagsOf: async () => new Set(),
      catchUp: async () => {
        known = written
        return true
      },
    }),
  )
  const add = (process: number) =>
    quotas[process]?.append('ann', { bytes: 100, revisions: 0, adds: true, removes: false, tags: [] }, async () => {
      // The append takes a moment, so that additions overlap.
      await new Promise(setImmediate)
      written += 1
    })
  /** Adds items until the quota refuses, AT_ONCE at a time. */
  const fill = (process: number) =>
    Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (;;) await add(process)
      }).map((adding) => adding.catch((error: unknown) => error)),
    )
  return { fill, written: () => written }
}

describe('items close to the limit', () => {
  it('are let pass to exactly as many as may be there', async () => {
    const { fill, written } = place({ processes: 1 })
    const refusals = await fill(0)
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'too_many_items' })
    expect(written()).toBe(LIMIT)
  })

  it('are no more than may be where two processes let them pass, but for one a process', async () => {
    const { fill, written } = place({ processes: 2 })
    await Promise.all([fill(0), fill(1)])
    expect(written()).toBeGreaterThanOrEqual(LIMIT)
    expect(written()).toBeLessThanOrEqual(LIMIT + 2)
  })
})

it('restarts take little of what a person may ever write, and a write seldom asks the store', async () => {
  const RESTARTS = 20
  let [granted, asked] = [0, 0]
  const startAnew = () =>
    createQuota({
      limits: { writesAMinute: MANY, megabytesADay: MANY, megabytes: 1, items: MANY, revisions: MANY },
      rateLimitStore: null,
      identity: {
        grantWriting: async (_userId, kilobytes, most) => {
          asked += 1
          if (granted + kilobytes > most) return false
          granted += kilobytes
          return true
        },
      },
      countItems: async () => 0,
      catchUp: async () => true,
      tagsOf: async () => new Set(),
    })
  const write = (quota: ReturnType<typeof startAnew>) =>
    quota.append('ann', { bytes: 500, revisions: 1, adds: false, removes: false, tags: [] }, async () => 'written')
  for (let n = 0; n < RESTARTS; n++) expect(await write(startAnew())).toBe('written')
  asked = 0
  const quota = startAnew()
  for (let n = 0; n < 500; n++) expect(await write(quota)).toBe('written')
  expect(asked).toBeLessThan(10)
})

it('simultaneous writes take one lease of what a person may ever write', async () => {
  let granted = 0
  const quota = createQuota({
    limits: { writesAMinute: MANY, megabytesADay: MANY, megabytes: 1, items: MANY, revisions: MANY },
    rateLimitStore: null,
    identity: {
      grantWriting: async (_userId, kilobytes) => {
        granted += kilobytes
        await new Promise(setImmediate)
        return true
      },
    },
    countItems: async () => 0,
    catchUp: async () => true,
    tagsOf: async () => new Set(),
  })
  const write = { bytes: 500, revisions: 1, adds: false, removes: false, tags: [] }
  await Promise.all(Array.from({ length: 20 }, () => quota.append('ann', write, async () => 'written')))
  expect(granted).toBe(32)
})

it('tags of a person who has all they may have are read again only once one was taken away', async () => {
  const kept = new Set(Array.from({ length: TAGS_OF_PERSON_MAX }, (_, n) => `tag ${n}`))
  let reads = 0
  const quota = createQuota({
    limits: { writesAMinute: MANY, megabytesADay: MANY, megabytes: MANY, items: MANY, revisions: MANY },
    rateLimitStore: null,
    identity: { grantWriting: async () => true },
    countItems: async () => 0,
    tagsOf: async () => {
      reads += 1
      return kept
    },
    catchUp: async () => true,
  })
  const write = (tags: readonly string[], adds = true) =>
    quota.append('ann', { bytes: 100, revisions: 0, adds, removes: false, tags }, async () => {
      for (const tag of tags) kept.add(tag)
      return 'written'
    })
  const refused = { code: 'too_many_tags_of_person' }
  for (let n = 0; n < 20; n++) await expect(write([`new ${n}`])).rejects.toMatchObject(refused)
  expect(reads).toBe(2)
  expect(await write(['tag 1'])).toBe('written')
  kept.delete('tag 1')
  await write([], false)
  expect(await write(['another'])).toBe('written')
  await expect(write(['one more'])).rejects.toMatchObject(refused)
})
