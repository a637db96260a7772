/** A listener on a channel. */
export type ChannelListener = {
  /** A connection said this with NOTIFY. */
  onNotify(payload: string): void
  /** Notifications arrive from now on; what was said before may have been missed. */
  onConnected(): void
  /** Notifications may be missed until onConnected. */
  onLost?(): void
}
