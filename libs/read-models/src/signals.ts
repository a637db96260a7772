/** Where the live group stands: positions only grow within a revision, unless the store crashes. */
export type Mark = { readonly revision: bigint; readonly position: bigint }

export type SignalListener = {
  /** Some process moved the live group. */
  onMark(mark: Mark): void
  /** Signals arrive from now on; what was signalled before may have been missed. */
  onConnected(): void
  /** Signals may be missed until onConnected. */
  onLost(): void
}

/** Wakes readers, here and in other processes, when the live group moves. It may lose signals, it never makes them up. */
export type Signals = {
  /** At most once; reconnects by itself until close. */
  listen(listener: SignalListener): void
  /** Tells other processes, where the store does not do so itself. Never waits and never fails. */
  publish(mark: Mark): void
  close(): Promise<void>
}

/** The form in which marks travel: short, and without characters that need escaping. */
export function markToText({ revision, position }: Mark): string {
  return `${revision} ${position}`
}

/** null for a text that is no mark: channels are public. */
export function markFromText(text: string): Mark | null {
  const match = /^(\d{1,18}) (\d{1,19})$/.exec(text)
  return match?.[1] && match[2] ? { revision: BigInt(match[1]), position: BigInt(match[2]) } : null
}
