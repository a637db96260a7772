import { type OwnedBy, type WrittenEvent, type WrittenItem, writtenKind } from '../written-kind.ts'

/** A study pad: a title, and passages, texts and items in an order of the person's choice. A pad is on no verse. */
export type PadItem = WrittenItem<'pad'>
export type PadPlace = OwnedBy<'pad'>
export type PadEvent = WrittenEvent<'pad'>

export const padKind = writtenKind({
  kind: 'pad',
  named: { en: 'study pad', ko: '연구 노트를' },
})
