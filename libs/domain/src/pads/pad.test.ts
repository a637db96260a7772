import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { describe, expect, it } from 'vitest'
import type { InStream } from '../aggregate.ts'
import { givenStreamOf, keepsWhatWasRecorded, placed, standsOnItsEnds } from '../given.contract.ts'
import { RuleBroken } from '../rule.ts'
import { hasTags } from '../tagged.contract.ts'
import { pad } from './pad.ts'
import { type PadEvent, type PadItem, padKind } from './pad-item.ts'
import recorded from './recorded-events.json' with { type: 'json' }

const given = givenStreamOf(pad)
const own = { padId: 'p', userId: 'ann' }
const PSALM: PadEntry = { type: 'passage', version: 'KJV', verse_id: 19_023_004, end_verse_id: null }
const NOTE: PadEntry = { type: 'item', kind: 'note', id: 'n' }
const words = (...entries: PadEntry[]) => ({ title: 'With me', entries })
const [first, second] = ['2026-01-01T08:00:00.000Z', '2026-01-02T08:00:00.000Z']
const at = (now: string) => ({ metadata: { now: new Date(now) } })

const add = { type: 'AddPad', data: { ...own, ...words(PSALM, NOTE) }, ...at(first) } as const
const edit = (...entries: PadEntry[]) => ({ type: 'EditPad', data: words(...entries), ...at(second) }) as const
const remove = { type: 'RemovePad', data: {}, ...at(second) } as const

const added: PadEvent = { type: 'PadAdded', data: { ...own, ...words(PSALM, NOTE), addedAt: first } }
const edited = (...entries: PadEntry[]): PadEvent => ({
  type: 'PadEdited',
  data: { ...own, ...words(...entries), editedAt: second },
})
const removed: PadEvent = { type: 'PadRemoved', data: { ...own, removedAt: second } }
const restored: PadEvent = {
  type: 'PadRestored',
  data: { ...own, ...words(PSALM, NOTE), addedAt: first, restoredAt: second },
}
const asItWas = padKind.itemAfter(null, placed([added])[0] as InStream<PadEvent>) as PadItem
const restore = {
  type: 'Restore',
  data: { userId: own.userId, item: asItWas },
  metadata: { now: new Date(second), madeAt: 1 },
} as const

const broken = (code: string) => (error: Error) => error instanceof RuleBroken && error.code === code

describe('a study pad', () => {
  it('is made with a title that shows, and made once', () => {
    given([]).when(add).then([added])
    given([])
      .when({ ...add, data: { ...add.data, title: '\u200b' } })
      .thenThrows(broken('pad_title_empty'))
    given([added]).when(add).thenThrows(broken('pad_exists'))
    given([added, removed]).when(add).thenThrows(broken('pad_exists'))
  })
  it('becomes another where an entry is added, removed or moved, and records nothing where all stays', () => {
    const heading: PadEntry = { type: 'heading', text: 'In the valley' }
    given([added])
      .when(edit(heading, PSALM, NOTE))
      .then([edited(heading, PSALM, NOTE)])
    given([added])
      .when(edit(PSALM))
      .then([edited(PSALM)])
    given([added])
      .when(edit(NOTE, PSALM))
      .then([edited(NOTE, PSALM)])
    given([added]).when(edit(PSALM, NOTE)).thenNothingHappened()
  })
  it('is removed, and refuses every change after that and before it is made', () => {
    given([added]).when(remove).then([removed])
    given([added, removed]).when(remove).thenThrows(broken('pad_not_found'))
    given([added, removed]).when(edit(PSALM)).thenThrows(broken('pad_not_found'))
    given([]).when(edit(PSALM)).thenThrows(broken('pad_not_found'))
  })
  it('is brought back to what it was, after an edit and after its removal', () => {
    given([added, edited(NOTE)])
      .when(restore)
      .then(restored)
    given([added, edited(NOTE), removed])
      .when(restore)
      .then(restored)
    given([added, removed, restored]).when(restore).thenThrows(broken('already_current'))
  })
  it('keeps what it was when it is removed', () => {
    const state = placed([added, edited(NOTE), removed]).reduce(pad.evolve, pad.initialState())
    expect(state).toMatchObject({ status: 'removed', item: { entries: [NOTE], revision: 2 } })
    expect(pad.item(state)).toBeNull()
  })

  standsOnItsEnds(pad, [
    [added],
    [added, edited(PSALM), edited(NOTE), edited(NOTE, PSALM)],
    [added, edited(PSALM), edited(NOTE), removed],
    [added, edited(PSALM), removed, restored, edited(NOTE), removed],
  ])
  hasTags(pad, {
    add: { AddPad: { ...own, ...words() } },
    edit: { EditPad: words() },
    ...{ edited: 'PadEdited', id: own.padId },
  })
  keepsWhatWasRecorded(pad, recorded.streams as never)
})
