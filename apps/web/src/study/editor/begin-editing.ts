import { type Item, isRefused } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import type { Draft } from './drafts.ts'
import type { EditedKind } from './edited-kind.ts'

/** The state with which an editor opens. */
export type Beginning<D> = {
  readonly initial: D
  /** The key of the item's refused write, which the next save replaces. Null if there is none. */
  readonly refused: string | null
  /** The key of the draft on this device. */
  readonly keptAt: string
  /** Whether the words are left from a crash, a reload or a refusal. */
  readonly restored: boolean
}

/**
 * Continues a draft of something new whose first words were saved while the person typed on: the saved item becomes its base. Base
 * revision 1 lets the server check whether another device has changed the item since.
 */
const goingOn = <I extends Item, D extends Draft<I>>(draft: D, items: readonly I[]): D => {
  const first = draft.base ? undefined : items.find(({ id }) => id === draft.id)
  return first ? { ...draft, base: { ...first, revision: 1 } } : draft
}

type Options<I extends Item, D extends Draft<I>> = {
  /** The draft to begin with if there is nothing to restore. */
  readonly fresh: D
  readonly keptAt: string
  /** Whether this editor opens a refused write of this item, which the server does not have. */
  readonly isHome?: (item: I) => boolean
  /** The person's items. */
  readonly items?: readonly I[]
}

/**
 * Whether an item of this id was saved before, even if its write is unsent. If so, the item must be edited: a new one would replace its
 * words. Call this once `keptWork` is open.
 */
export const wasSaved = ({ writes }: { readonly writes: { readonly name: string } }, userId: string, id: string) =>
  pendingWrites.of(writes.name, userId).some((write) => write.itemId === id && !isRefused(write))

/** The words that a crash, a reload or a refusal left on this device, otherwise `fresh`. */
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
  const left = drafts.kept(keptAt) ?? (refused?.wanted ? drafts.of(refused.wanted, refused.base) : null)
  return {
    initial: left ? goingOn(left, items) : fresh,
    refused: refused?.key ?? null,
    keptAt,
    restored: left !== null,
  }
}
