import type { ResourceCounts } from '@pathlight/contracts/notes.ts'
import type { NoteAdded, NoteRemoved } from '@pathlight/domain/notes/events.ts'
import type { Projection } from '@pathlight/read-models/projection.ts'

/** How much of everything a person has. */
export type CountsOfUser = ResourceCounts & { readonly user_id: string }

/** One document a person; its id is the user's. Highlights and sermons join when their events exist. */
export const resourceCounts: Projection<CountsOfUser, NoteAdded | NoteRemoved> = {
  name: 'resource_counts',
  version: 1,
  collection: 'resource_counts',
  handles: ['NoteAdded', 'NoteRemoved'],
  ids: (event) => event.data.userId,
  evolve: (doc, event) => {
    const counts = doc ?? { user_id: event.data.userId, notes_count: 0, highlights_count: 0, sermons_count: 0 }
    switch (event.type) {
      case 'NoteAdded':
        return { ...counts, notes_count: counts.notes_count + 1 }
      case 'NoteRemoved':
        return { ...counts, notes_count: counts.notes_count - 1 }
    }
  },
}
