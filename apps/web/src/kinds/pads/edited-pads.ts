import type { Pad } from '@pathlight/contracts/pads.ts'
import type { EditedKind } from '../../study/editor/edited-kind.ts'
import { keepKeys } from './entries/rows.ts'
import { history } from './history.ts'
import { type PadDraft, padDrafts } from './pad-drafts.ts'
import { padWrites } from './pad-writes.ts'
import { WholePad } from './whole-pad.tsx'

export const editedPads: EditedKind<Pad, PadDraft> = {
  writes: padWrites,
  history,
  drafts: padDrafts,
  Whole: WholePad,
  isLong: true,
  onFollow: ({ entries }, item) => keepKeys(entries, item.entries),
}
