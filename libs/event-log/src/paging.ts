import type { Batch, Recorded } from './event-log.ts'
import { patiently } from './patience.ts'

/**
 * A page asks for at most as many events as are expected to have this many characters of JSON, judged by the page
 * before.
 */
const PAGE_CHARACTERS = 8_000_000
/**
 * A page ends with the event with which it reaches this length, in characters or bytes, as the engine measures. Without
 * this limit, a page could be much longer than estimated when long events follow short ones.
 */
export const LARGEST_PAGE = 2 * PAGE_CHARACTERS

/** The result of one read of the log. */
export type Page = {
  readonly events: readonly Recorded[]
  /** The read covers all events up to and including this position. */
  readonly position: bigint
  readonly more: boolean
}

export type PagingOptions = {
  /** Only events after this position are read. */
  readonly after: bigint
  /** The most events in a page. */
  readonly size: number
  readonly stop: AbortSignal
  readonly onTrouble: (error: unknown) => void
}

/**
 * Reads page after page to the end, or until `stop` aborts. While the store is unavailable, the generator waits. While
 * the consumer works on a page, the generator fetches the next page.
 */
export async function* pageByPage(
  { after, size, stop, onTrouble }: PagingOptions,
  read: (after: bigint, count: number) => Promise<Page>,
): AsyncGenerator<Batch> {
  const ask = (from: bigint) => {
    const page = patiently(() => read(from, count), stop, onTrouble)
    page.catch(() => undefined) // the failure is thrown later, when the page is awaited
    return page
  }
  let count = size
  let next = ask(after)
  for (;;) {
    const page = await next
    if (!page) return
    const { events, position, more } = page
    count = Math.max(1, Math.min(size, 2 * count, Math.floor(PAGE_CHARACTERS / averageSize(events))))
    if (more) next = ask(position)
    if (events.length > 0 || more) yield { events, position }
    if (!more) return
  }
}

/** The average number of characters of an event's JSON, estimated from every 16th event. 1 if there are no events. */
function averageSize(events: readonly Recorded[]): number {
  const sample = events.filter((_, index) => index % 16 === 0)
  const sizeOf = (value: unknown) => (typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0))
  const sizes = sample.flatMap(({ data }) => Object.values(data).map(sizeOf))
  return sizes.reduce((sum, size) => sum + size, 1) / Math.max(1, sample.length)
}
