/**
 * Facts about an event that only earlier events of its stream have: the event of a removal lacks the removed words, and
 * the event of a restored item lacks the position at which the item was created. These facts are read from the log and
 * not stored in the event, because a restored log may have other positions.
 */
export type WithPast = {
  /** For the event of a removal: the first words of the removed item. */
  readonly lastWords?: string
  /** For the event that restores an item: the position of the event that created the item. */
  readonly madeAt?: bigint
}
