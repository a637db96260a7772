import { editableFields } from '@pathlight/contracts/kind-rules.ts'
import { expect, it } from 'vitest'
import type { ItemEventCatalog } from './event-catalog.ts'
import { noteKind } from './notes/note-item.ts'
import { padKind } from './pads/pad-item.ts'

it.each([noteKind, padKind])('the log has all that people can edit of a $kind sealed', ({ kind, events }) => {
  for (const { action, personal } of Object.values(events as ItemEventCatalog))
    expect(personal).toEqual(action === 'removed' ? [] : editableFields(kind))
})
