import type { ComponentType } from 'react'
import type { Item, WriteKind } from '../../api/pending-write.ts'
import type { KindHistory } from '../history/kind-history.ts'
import type { Draft, Drafts } from './drafts.ts'

/** An item as it stands. `className`: of its words. `inLink`: around it is a link, so it has none. */
export type WholeProps<I> = {
  readonly item: I
  readonly className?: string | undefined
  readonly inLink?: boolean | undefined
}

/** A kind that is written at length: what its editor needs of it. */
export type EditedKind<I extends Item, D extends Draft<I>> = {
  readonly writes: WriteKind<I>
  readonly history: KindHistory<I>
  readonly drafts: Drafts<I, D>
  /** Shows an item: beside one's own words, on its card, in the panel on a verse. */
  readonly Whole: ComponentType<WholeProps<I>>
  /**
   * Its editor is a page or nearly one, and its texts are long: two of them stand side by side, the head of a choice between
   * them takes the focus, and what was restored can be kept beside one's own.
   */
  readonly isLong?: true
}
