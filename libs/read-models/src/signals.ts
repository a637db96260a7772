/** Where a projection stands. A reset starts the next generation; positions only grow within one, unless the store crashes. */
export type Mark = { readonly projection: string; readonly generation: bigint; readonly position: bigint }

export type SignalListener = {
  /** Some runner moved a checkpoint. */
  onMark(mark: Mark): void
  /** Signals arrive from now on; what was signalled before may have been missed. */
  onConnected(): void
  /** Signals may be missed until onConnected. */
  onLost(): void
}

/** Wakes readers, here and in other processes, when a checkpoint moves. It may lose signals, it never makes them up. */
export type Signals = {
  /** At most once; reconnects by itself until close. */
  listen(listener: SignalListener): void
  close(): Promise<void>
}

/** The form in which marks travel: short, and without characters that need escaping. */
export function markToText({ projection, generation, position }: Mark): string {
  return `${projection} ${generation} ${position}`
}

/** null for a text that is no mark: channels are public. */
export function markFromText(text: string): Mark | null {
  const match = /^([a-z][a-z0-9_]*) (\d{1,18}) (\d{1,19})$/.exec(text)
  if (match === null) return null
  const [, projection = '', generation = '', position = ''] = match
  return { projection, generation: BigInt(generation), position: BigInt(position) }
}
