import { type Item, isRefused } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { draftsAt, editDraftKey } from '../draft-keys.ts'
import type { KindName } from '../kind.ts'
import type { Draft, Drafts } from './drafts.ts'
import type { EditedKind } from './edited-kind.ts'

/** The state with which an editor opens. */
export type Beginning<D> = {
  readonly initial: D
  /** The key of the item's refused write, which the next save replaces. Null if there is none. */
  readonly refused: string | null
  /** The key of the draft on this device. */
  readonly keptAt: string
  /** Whether the words are left from a crash, a reload or a refused write. */
  readonly restored: boolean
  /** Another tab's draft of the same item; null: none. The person chooses between this draft and `initial`. */
  readonly beside: OtherDraft<D> | null
}

/** A draft that another tab stored, with its key on this device. */
export type OtherDraft<D> = { readonly key: string; readonly draft: D }

/**
 * Continues a draft of a new item whose first words were saved while the person typed more. The saved item becomes the
 * draft's base. Base revision 1 lets the server check whether another device has changed the item since.
 */
const goingOn = <I extends Item, D extends Draft<I>>(drafts: Drafts<I, D>, draft: D, items: readonly I[]): D => {
  const first = draft.base ? undefined : items.find(({ id }) => id === draft.id)
  return first ? { ...drafts.continuing(draft, first), base: { ...first, revision: 1 } } : draft
}

type Options<I extends Item, D extends Draft<I>> = {
  /** The draft to begin with if there is nothing to restore. */
  readonly fresh: D
  readonly keptAt: string
  /** Whether this editor opens the refused write of `item`, which the server does not have. */
  readonly isHome?: (item: I) => boolean
  /** The saved items, one of which a draft of a new item may continue. */
  readonly items?: readonly I[]
}

/**
 * The state to begin editing with: the words that a crash, a reload or a refused write left on this device, otherwise
 * `fresh`.
 */
export const beginEditing = <I extends Item, D extends Draft<I>>(
  { drafts, writes }: EditedKind<I, D>,
  userId: string,
  { fresh, keptAt, isHome = () => false, items = [] }: Options<I, D>,
): Beginning<D> => {
  const refused = pendingWrites
    .of<I>(writes.name, userId)
    .filter(isRefused)
    .find(
      ({ itemId, wanted, base, state }) =>
        itemId === fresh.id || (wanted !== null && (base === null || state.status === 'gone') && isHome(wanted)),
    )
  const [first, second = null] = draftsAt(keptAt).flatMap((key) => {
    const draft = drafts.kept(key)
    return draft ? [{ key, draft: goingOn(drafts, draft, items) }] : []
  })
  // Both drafts must be complete to be compared. Otherwise the second draft is only listed in My Pathlight.
  const beside = first && second && [first, second].every(({ draft }) => drafts.editable(draft)) ? second : null
  const left =
    first?.draft ?? (refused?.wanted ? goingOn(drafts, drafts.of(refused.wanted, refused.base), items) : null)
  return {
    initial: left ?? fresh,
    refused: refused?.key ?? null,
    keptAt: first?.key ?? keptAt,
    restored: left !== null,
    beside,
  }
}

/**
 * Begins to edit the item at an address: with the person's unsaved words, otherwise with the saved item. `item`: null
 * if it does not exist yet.
 */
export const beginOfAddress = <I extends Item, D extends Draft<I>>(
  kind: EditedKind<I, D>,
  userId: string,
  fresh: D,
  item: I | null,
): Beginning<D> =>
  beginEditing(kind, userId, {
    fresh: item ? kind.drafts.of(item) : fresh,
    keptAt: editDraftKey(kind.writes.name as KindName, userId, fresh.id),
    items: item ? [item] : [],
  })
