import { accountEvents } from './accounts/events.ts'
import { bookmarkEvents } from './bookmarks/events.ts'
import type { EventCatalog } from './event-catalog.ts'
import { highlightEvents } from './highlights/events.ts'
import { noteEvents } from './notes/events.ts'
import { sermonEvents } from './sermons/events.ts'
import { settingsEvents } from './settings/events.ts'

/** Every event there is. */
export const allEvents: EventCatalog = {
  ...accountEvents,
  ...noteEvents,
  ...sermonEvents,
  ...highlightEvents,
  ...bookmarkEvents,
  ...settingsEvents,
}
