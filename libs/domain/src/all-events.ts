import { accountEvents } from './accounts/events.ts'
import type { EventCatalog } from './event-catalog.ts'
import { noteEvents } from './notes/events.ts'

/** Every event there is. */
export const allEvents: EventCatalog = { ...accountEvents, ...noteEvents }
