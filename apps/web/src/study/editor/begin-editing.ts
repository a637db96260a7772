import { type Item, isRefused } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import type { Draft } from './drafts.ts'
import type { EditedKind } from './edited-kind.ts'

/** What an editor begins with. */
export type Beginning<D> = {
  readonly initial: D
  /** The key of the write with the same words that the server refused; null: it refused none. */
  readonly refused: string | null
  /** The key of the draft on this device. */
  readonly keptAt: string
  /** Whether the words were left by a crash, a reload or a refusal. */
  readonly restored: boolean
}

/**
 * A draft of something new whose first words were saved alone, while what was written after them waited: they have become the
 * first revision of an item, from which the draft goes on. Whether another device has changed that since, the server says.
 */
const goingOn = <I extends Item, D extends Draft<I>>(draft: D, items: readonly I[]): D => {
  const first = draft.base ? undefined : items.find(({ id }) => id === draft.id)
  return first ? { ...draft, base: { ...first, revision: 1 } } : draft
}

type Options<I extends Item, D extends Draft<I>> = {
  /** Where there is nothing to go on with. */
  readonly fresh: D
  readonly keptAt: string
  /** Whether this editor takes in a refused write of an item that the server does not have. */
  readonly isHome?: (item: I) => boolean
  /** The items that the person has. */
  readonly items?: readonly I[]
}

/**
 * Whether an item that is to be begun under this id was saved before, and perhaps not sent yet. Begun anew, it would replace those
 * words: it is edited instead. Asked once `keptWork` is open.
 */
export const wasSaved = ({ writes }: { readonly writes: { readonly name: string } }, userId: string, id: string) =>
  pendingWrites.of(writes.name, userId).some((write) => write.itemId === id && !isRefused(write))

/** What a crash, a reload or a refusal left of an item on this device, else `fresh`. */
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
