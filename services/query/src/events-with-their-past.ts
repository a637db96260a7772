import type { EventLog, Recorded } from '@pathlight/event-log/event-log.ts'
import { SealBroken } from '@pathlight/event-log/sealed.ts'
import type { ProjectedLog } from '@pathlight/read-models/pack.ts'
import type { Kind } from './kind.ts'
import { kinds } from './kinds.ts'
import type { WithPast } from './past-of-events.ts'

/** How many streams are read at the same time. */
const AT_ONCE = 8

/** The fields of a kind that are needed to find an event's past. */
export type PastOfKind = Pick<Kind, 'item' | 'counted' | 'excerptOf'>

/**
 * Wraps the log for projections. The events of removals, and of restores of kinds with documents, get facts of earlier
 * events (WithPast).
 */
export const withTheirPast = <Log extends ProjectedLog & Pick<EventLog, 'readStream'>>(
  log: Log,
  of: readonly PastOfKind[] = kinds,
): Log => {
  const byType = new Map(
    of.flatMap((kind) =>
      Object.entries(kind.item.events).flatMap(([type, { action }]) =>
        action === 'removed' || (action === 'restored' && kind.counted !== null)
          ? [[type, { kind, action }] as const]
          : [],
      ),
    ),
  )

  /**
   * The event at a position of a stream, from the batch or else from the log; null: the log does not have the event.
   */
  const eventAt = async (stream: string, place: number, batch: Places): Promise<Recorded | null> => {
    const near = batch().get(`${place} ${stream}`)
    if (near) return near
    const { events } = await log.readStream(stream, { last: 1, before: BigInt(place + 1) })
    return events.find(({ metadata }) => metadata.streamPosition === BigInt(place)) ?? null
  }

  const pastOf = async (event: Recorded, batch: Places): Promise<WithPast> => {
    const known = byType.get(event.type)
    if (known === undefined || event.unreadable) return {}
    const { kind, action } = known
    const { streamName, streamPosition } = event.metadata
    try {
      const id = kind.item.idOf(event)
      if (action === 'removed') {
        const before = await eventAt(streamName, Number(streamPosition) - 1, batch)
        return before === null ? {} : { lastWords: kind.excerptOf(before, id) ?? '' }
      }
      const place = kind.item.madeAt ? kind.item.madeAt(event, id) : 1
      const made = place === null || BigInt(place) >= streamPosition ? null : await eventAt(streamName, place, batch)
      return made === null ? {} : { madeAt: made.metadata.globalPosition }
    } catch (error) {
      // The earlier event is damaged, so this event gets no past. A projection that fails without it parks this
      // stream, and goes on with other streams.
      if (!(error instanceof SealBroken || error instanceof TypeError)) throw error
      return {}
    }
  }

  return {
    ...log,
    async *batches(options) {
      for await (const { events, position } of log.batches(options)) {
        const batch = placesOf(events)
        const withPast = [...events]
        const places = withPast.flatMap(({ type }, nth) => (byType.has(type) ? [nth] : []))
        for (let from = 0; from < places.length; from += AT_ONCE)
          await Promise.all(
            places.slice(from, from + AT_ONCE).map(async (nth) => {
              const event = withPast[nth] as Recorded
              withPast[nth] = { ...event, ...(await pastOf(event, batch)) }
            }),
          )
        yield { events: withPast, position }
      }
    },
  }
}

/** The events of a batch by stream and position in it. The map is built at its first use. */
type Places = () => ReadonlyMap<string, Recorded>
const placesOf = (events: readonly Recorded[]): Places => {
  let places: ReadonlyMap<string, Recorded> | undefined
  return () => {
    places ??= new Map(events.map((event) => [`${event.metadata.streamPosition} ${event.metadata.streamName}`, event]))
    return places
  }
}
