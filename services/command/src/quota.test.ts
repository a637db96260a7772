import { describe, expect, it } from 'vitest'
import { createQuota } from './quota.ts'

const MANY = 1_000_000_000
const LIMIT = 3_000
/** Requests at once, as an import has them. */
const AT_ONCE = 32

/** A person's items in a log, and in read models that know them after a while. */
const place = ({ processes }: { readonly processes: number }) => {
  let [written, known] = [0, 0]
  const quotas = Array.from({ length: processes }, () =>
    createQuota({
      // So that all of them are close to the limit.
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
      // It takes a moment until it is in the log.
      await new Promise(setImmediate)
      written += 1
    })
  /** Adds as long as it may, so many at once. */
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
