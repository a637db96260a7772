import type { EventLog, Recorded } from '@pathlight/event-log/event-log.ts'
import { SealBroken } from '@pathlight/event-log/sealed.ts'
import type { ProjectedLog } from '@pathlight/read-models/pack.ts'
import type { Kind } from './kind.ts'
import { kinds } from './kinds.ts'
import type { WithPast } from './past-of-events.ts'

/** Streams whose earlier events are read at once. */
const AT_ONCE = 8

/** What is known of a kind's events, as far as their past goes. */
export type PastOfKind = Pick<Kind, 'item' | 'counted' | 'excerptOf'>

/** The log for projections, with the past of removals and of restored items. */
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

  /** The event at this place of the stream: of the same batch, else it is read. null: it cannot be read any more. */
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
      // The projections that need what is in it park its stream, and the feed goes on.
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

/** The events of a batch by their places, gathered when they are asked for. */
type Places = () => ReadonlyMap<string, Recorded>
const placesOf = (events: readonly Recorded[]): Places => {
  let places: ReadonlyMap<string, Recorded> | undefined
  return () => {
    places ??= new Map(events.map((event) => [`${event.metadata.streamPosition} ${event.metadata.streamName}`, event]))
    return places
  }
}
