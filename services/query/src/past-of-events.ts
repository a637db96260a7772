/**
 * What two events cannot say of themselves, and other events of their streams do. A removal has no words of what it removed, and an
 * item that is there again after one does not know where it stood. Both are true wherever the log is moved to: they are read, not stored.
 */
export type WithPast = {
  /** Of a removal: how the words of the item began before it. */
  readonly lastWords?: string
  /** Of a restored item: the position of the event that made it. */
  readonly madeAt?: bigint
}
