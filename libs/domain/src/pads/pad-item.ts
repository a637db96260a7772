import type { Event } from '@event-driven-io/emmett'
import { type Editable, editableOf } from '@pathlight/contracts/kind-rules.ts'
import type { InStream } from '../aggregate.ts'
import type { ItemEventCatalog } from '../event-catalog.ts'
import { type ItemKind, uuidKey } from '../item-kind.ts'
import { streamsNamed } from '../stream-names.ts'
import { tagsSaid, untagged } from '../tagged.ts'

/** A study pad as calls answer it: a title, and entries in the person's own order. It is on no verse. */
export type PadItem = Editable['pad'] & {
  readonly id: string
  readonly user_id: string
  readonly created_at: string
  readonly updated_at: string
  readonly revision: number
}

/** The owner and the id of a pad. */
export type PadPlace = { readonly padId: string; readonly userId: string }

/** A study pad was made. Times are ISO 8601, UTC. */
type PadAdded = Event<'PadAdded', PadPlace & Editable['pad'] & { readonly addedAt: string }>
/** All editable fields have these values now. */
type PadEdited = Event<'PadEdited', PadPlace & Editable['pad'] & { readonly editedAt: string }>
type PadRemoved = Event<'PadRemoved', PadPlace & { readonly removedAt: string }>
/** The pad was restored to an earlier state, perhaps after its removal. `addedAt` is that of its first event. */
type PadRestored = Event<
  'PadRestored',
  PadPlace & Editable['pad'] & { readonly addedAt: string; readonly restoredAt: string }
>
export type PadEvent = PadAdded | PadEdited | PadRemoved | PadRestored

// The passages and items that people collect are as personal as their words.
const PERSONAL = ['title', 'entries', 'tags']

const events: ItemEventCatalog<PadEvent['type']> = {
  PadAdded: { schemaVersion: 1, action: 'added', personal: PERSONAL },
  PadEdited: { schemaVersion: 1, action: 'edited', personal: PERSONAL },
  PadRemoved: { schemaVersion: 1, action: 'removed', personal: [] },
  PadRestored: { schemaVersion: 1, action: 'restored', personal: PERSONAL },
}

/** The pad after an event; null: it was removed. */
const itemAfter = (item: PadItem | null, { type, data, metadata }: InStream<PadEvent>): PadItem | null => {
  if (type === 'PadRemoved') return null
  const changed = { ...editableOf('pad', data), revision: Number(metadata.streamPosition) }
  if (type === 'PadEdited') return item && { ...untagged(item), ...changed, updated_at: data.editedAt }
  const updated_at = type === 'PadAdded' ? data.addedAt : data.restoredAt
  return { id: data.padId, user_id: data.userId, created_at: data.addedAt, updated_at, ...changed }
}

export const padKind: ItemKind<PadItem, PadEvent> & { readonly kind: 'pad' } = {
  kind: 'pad',
  named: { en: 'study pad', ko: '연구 노트를' },
  streams: streamsNamed('pad'),
  events,
  keyOf: uuidKey,
  idOf: ({ data }) => data.padId,
  itemAfter,
  tagsOf: tagsSaid,
}
