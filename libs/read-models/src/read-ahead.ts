import type { Batch, Recorded } from '@pathlight/event-log/event-log.ts'

/**
 * Reads on while the consumer works, and hands out everything that has come meanwhile as one batch: large batches
 * when catching up, where a commit costs a round trip, and small ones, at once, at the tail. It holds at most about
 * twice `most` events. Leaving the loop calls `stop`, which must end `batches`.
 */
export async function* readAhead(batches: AsyncIterable<Batch>, most: number, stop: () => void): AsyncGenerator<Batch> {
  let ready: Batch[] = []
  let held = 0
  let over = false
  let failure: { error: unknown } | undefined
  let wakeConsumer = () => {}
  let wakeReader = () => {}

  const reading = (async () => {
    try {
      for await (const batch of batches) {
        ready.push(batch)
        held += batch.events.length
        wakeConsumer()
        while (held >= most && !over) {
          await new Promise<void>((resolve) => {
            wakeReader = resolve
          })
        }
        if (over) return
      }
    } catch (error) {
      failure = { error }
    } finally {
      over = true
      wakeConsumer()
    }
  })()

  try {
    for (;;) {
      const last = ready.at(-1)
      if (last !== undefined) {
        const events: Recorded[] = ready.length === 1 ? [...last.events] : ready.flatMap((batch) => batch.events)
        ready = []
        held = 0
        wakeReader()
        yield { events, position: last.position }
      } else if (over) {
        if (failure !== undefined) throw failure.error
        return
      } else {
        await new Promise<void>((resolve) => {
          wakeConsumer = resolve
        })
      }
    }
  } finally {
    over = true
    wakeReader()
    stop()
    await reading
  }
}
