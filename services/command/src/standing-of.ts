import { type AccountHandled, standingStream } from '@pathlight/domain/standing/events.ts'
import { type Standing, standingAfter } from '@pathlight/domain/standing/standing-item.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'

/** The standing of a person's account, from the log: its lock and its scheduled closing. */
export const standingOf = async (log: Pick<EventLog, 'readEnds'>, userId: string): Promise<Standing> => {
  const { events } = await log.readEnds(standingStream(userId))
  return standingAfter(events.at(-1) as AccountHandled | undefined)
}
