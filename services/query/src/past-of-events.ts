/**
 * Facts about an event that only earlier events of its stream have: a removal lacks the words that it removed, and a restored item
 * lacks its place in the list. They are read and never stored, so they survive a move of the log.
 */
export type WithPast = {
  /** Of a removal: the beginning of the removed words. */
  readonly lastWords?: string
  /** Of a restored item: the position of the event that made it. */
  readonly madeAt?: bigint
}
