/** A listener to PostgreSQL's notifications on a channel, or to signals like them. */
export type ChannelListener = {
  /** Called with the text of a notification. */
  onNotify(payload: string): void
  /** Called when notifications begin to arrive. Earlier ones may have been missed. */
  onConnected(): void
  /** Called when the connection is lost. Until `onConnected` notifications may be missed. */
  onLost?(): void
}
