/**
 * Facts about an event that only earlier events of its stream have: a removal lacks the words that it removed, and a restored item
 * lacks its key in the list. They are read from the log and never stored, so they survive a move of the log.
 */
export type WithPast = {
  /** If the event is a removal: the beginning of the removed words. */
  readonly lastWords?: string
  /** If the event restores an item: the position of the event that made the item. */
  readonly madeAt?: bigint
}
