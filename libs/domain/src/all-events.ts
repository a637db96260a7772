import { accountEvents } from './accounts/events.ts'
import { adminEvents } from './admins/events.ts'
import type { EventCatalog } from './event-catalog.ts'
import { itemKinds } from './item-kinds.ts'
import { standingEvents } from './standing/events.ts'

export const allEvents: EventCatalog = Object.assign(
  {},
  accountEvents,
  adminEvents,
  standingEvents,
  ...itemKinds.map(({ events }) => events),
)
