import type { Counts } from '@pathlight/identity/counts.ts'
import { inserts } from './documents.ts'
import type { MongoParts } from './parts.ts'

type Parts = Pick<MongoParts, 'countings' | 'now' | 'inMs'>

/** Counts in MongoDB: each is one document. */
export const mongoCounts = ({ countings, now, inMs }: Parts): Counts => ({
  async take({ name, max, windowMs, amount = 1, by = null }) {
    if (amount > max) return { taken: false, retryAfterMs: windowMs }
    const goesOn = { _id: name, until: { $gt: now() } }
    if (by !== null && (await countings.countDocuments({ ...goesOn, by }, { limit: 1 })) > 0) return { taken: true }
    // Twice: another may begin the window between the two steps.
    for (let tries = 0; tries < 2; tries++) {
      const counted = await countings.updateOne(
        { ...goesOn, count: { $lte: max - amount } },
        { $inc: { count: amount }, ...(by !== null && { $addToSet: { by } }) },
      )
      if (counted.matchedCount === 1) return { taken: true }
      const over = { _id: name, until: { $lte: now() } }
      const window = { count: amount, until: inMs(windowMs), ...(by !== null && { by: [by] }) }
      if (await inserts(() => countings.replaceOne(over, window, { upsert: true }))) return { taken: true }
    }
    const full = await countings.findOne({ _id: name })
    return { taken: false, retryAfterMs: Math.max(1, (full?.until.getTime() ?? 0) - now().getTime()) }
  },
  async giveBack(name) {
    await countings.updateOne({ _id: name, until: { $gt: now() }, count: { $gt: 0 } }, { $inc: { count: -1 } })
  },
})
