/**
 * Facts about an event that only earlier events of its stream have: the event of a removal lacks the removed words, and
 * the event of a restored item lacks the item's key in the list. They are read from the log and never stored, because a
 * restored log may have other positions.
 */
export type WithPast = {
  /** For the event of a removal: the first words of the removed item. */
  readonly lastWords?: string
  /** For the event that restores an item: the position of the event that created the item. */
  readonly madeAt?: bigint
}
