/** A listener on a channel. */
export type ChannelListener = {
  /** A connection sent this with NOTIFY. */
  onNotify(payload: string): void
  /** Notifications arrive from now on; earlier ones may have been missed. */
  onConnected(): void
  /** Notifications may be missed until onConnected. */
  onLost?(): void
}
