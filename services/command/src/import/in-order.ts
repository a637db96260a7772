import { setImmediate } from 'node:timers/promises'
import type { Appended, EventLog, StreamAppend } from '@pathlight/event-log/event-log.ts'
import type { Quota } from '../quota.ts'

type Waiting = {
  readonly append: StreamAppend
  readonly resolve: (appended: Appended) => void
  readonly reject: (error: unknown) => void
}
/** A change's place in the order of concurrent changes. The change appends through this log and this quota. */
type Place = {
  readonly log: EventLog
  readonly quota: Quota
  /** The change calls this once, when it is done or has failed. */
  readonly over: () => void
}

/** Sends all appends that wait at the same moment in one batch to the log, in the order of their calls. */
const gathering = (log: EventLog): EventLog['appendToStream'] => {
  const waiting: Waiting[] = []
  let isSending = false
  const send = async () => {
    isSending = true
    // Waits until all changes that resume in this tick have made their calls.
    await setImmediate()
    while (waiting.length > 0) {
      const all = waiting.splice(0)
      try {
        const outcomes = await log.appendEach(all.map(({ append }) => append))
        for (const [n, outcome] of outcomes.entries())
          if (outcome.status === 'fulfilled') all[n]?.resolve(outcome.value)
          else all[n]?.reject(outcome.reason)
      } catch (error) {
        for (const { reject } of all) reject(error)
      }
    }
    isSending = false
  }
  return (streamName, events, options) =>
    new Promise((resolve, reject) => {
      waiting.push({ append: { streamName, events, ...options }, resolve, reject })
      if (!isSending) void send()
    })
}

/**
 * Returns a function that gives the next change of an import its place. The changes run at the same time, but the log
 * gets their events in the order of the places, so the items keep the order of their file. A change with its events
 * ready waits until each earlier change has sent its events or has ended. Then the place calls `mayGoOn`, which throws
 * if nothing more may be written.
 */
export const placesInOrder = (log: EventLog, quota: Quota, mayGoOn: () => void): (() => Place) => {
  const append = gathering(log)
  let last = Promise.resolve()
  return () => {
    const before = last
    const { promise, resolve: pass } = Promise.withResolvers<void>()
    last = before.then(() => promise)
    return {
      log: {
        ...log,
        appendToStream: (...given) => {
          const appended = append(...given)
          pass()
          return appended
        },
      },
      quota: {
        ...quota,
        append: async (...given) => {
          await before
          mayGoOn()
          return quota.append(...given)
        },
      },
      over: pass,
    }
  }
}
