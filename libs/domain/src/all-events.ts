import { accountEvents } from './accounts/events.ts'
import type { EventCatalog } from './event-catalog.ts'
import { itemKinds } from './item-kinds.ts'

/** Every event there is: those of accounts, and those of each kind of item. */
export const allEvents: EventCatalog = Object.assign({}, accountEvents, ...itemKinds.map(({ events }) => events))
