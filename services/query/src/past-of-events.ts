/**
 * Facts about an event that only earlier events of its stream have: a removal does not have the words that it removed, and a restored item
 * does not have its first place in the list. They are read and never stored, so a log that is moved elsewhere has the same.
 */
export type WithPast = {
  /** Of a removal: how the words of the item began before it. */
  readonly lastWords?: string
  /** Of a restored item: the position of the event that made it. */
  readonly madeAt?: bigint
}
