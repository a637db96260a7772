import { standingStream } from '@pathlight/domain/standing/events.ts'
import { type Standing, standing } from '@pathlight/domain/standing/standing.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'

/** How a person's account stands, by the log: whether it is locked, and whether it is to be closed. */
export const standingOf = async (log: Pick<EventLog, 'readEnds'>, userId: string): Promise<Standing> => {
  const { events } = await log.readEnds(standingStream(userId))
  return (events as readonly object[] as readonly Parameters<typeof standing.evolve>[1][]).reduce(
    standing.evolve,
    standing.initialState(),
  )
}

type Because = { readonly at: string; readonly reason: string } | null
const because = (found: Because): Because => found && { at: found.at, reason: found.reason }

/** The same as the wire shows it. */
export const shownStanding = ({ lock, closing }: Standing) => ({ locked: because(lock), closing: because(closing) })
