import type { ComponentType } from 'react'
import type { Item, WriteKind } from '../../api/pending-write.ts'
import type { KindHistory } from '../history/kind-history.ts'
import type { Draft, Drafts } from './drafts.ts'

/**
 * An item to show. `className` is set on its words. `inLink`: the item is inside a link, so it must contain no link.
 */
export type WholeProps<I> = {
  readonly item: I
  readonly className?: string | undefined
  readonly inLink?: boolean | undefined
}

/** A kind of item, as its editor needs it. */
export type EditedKind<I extends Item, D extends Draft<I>> = {
  readonly writes: WriteKind<I>
  readonly history: KindHistory<I>
  readonly drafts: Drafts<I, D>
  /** Shows a whole item, for example in a conflict. */
  readonly Whole: ComponentType<WholeProps<I>>
  /**
   * The kind has long texts, and its editor fills a page. In a conflict the two texts stand side by side, the heading
   * gets the focus, and the person can keep both texts.
   */
  readonly isLong?: true
  /**
   * Called before an editor without unsaved words shows the item that another device or tab saved. `before`: the draft
   * that is replaced. Without this function the person is asked first.
   */
  readonly onFollow?: (before: D, item: I) => void
}
