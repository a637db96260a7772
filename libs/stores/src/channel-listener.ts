/** A listener to the notifications of a channel: PostgreSQL's NOTIFY, or Redis' publish. */
export type ChannelListener = {
  /** Called with the text of a notification. */
  onNotify(payload: string): void
  /** Called when notifications begin to arrive. Notifications before this call may have been missed. */
  onConnected(): void
  /** Called when the connection is lost. Notifications may be missed until the next `onConnected`. */
  onLost?(): void
}
