import type { ComponentType } from 'react'
import type { Item, WriteKind } from '../../api/pending-write.ts'
import type { KindHistory } from '../history/kind-history.ts'
import type { Draft, Drafts } from './drafts.ts'

/** A shown item. `className` is that of its words. `inLink`: the item is inside a link, so it must contain no link. */
export type WholeProps<I> = {
  readonly item: I
  readonly className?: string | undefined
  readonly inLink?: boolean | undefined
}

/** What an editor needs of a kind with long texts. */
export type EditedKind<I extends Item, D extends Draft<I>> = {
  readonly writes: WriteKind<I>
  readonly history: KindHistory<I>
  readonly drafts: Drafts<I, D>
  /** Shows an item: beside the person's words, on its card, in the panel on a verse. */
  readonly Whole: ComponentType<WholeProps<I>>
  /**
   * The kind's editor fills a page, and its texts are long. So in a conflict the two texts stand side by side, the heading gets the
   * focus, and the other state can be kept beside the person's own.
   */
  readonly isLong?: true
  /**
   * An editor without unsaved words shows at once what another device or tab saves. This is called before, with the draft that the
   * item replaces. In a kind without this, the person is asked.
   */
  readonly onFollow?: (before: D, item: I) => void
}
