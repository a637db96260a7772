import type { ChannelListener } from '@pathlight/stores/channel-listener.ts'

/** The live group has moved: positions only grow within a revision, unless the store crashes. */
export type Mark = {
  readonly revision: bigint
  readonly from: bigint
  readonly position: bigint
  /** Whose documents changed; null: too many to say. */
  readonly people: readonly string[] | null
}

/** Wakes readers, here and in other processes, when the live group moves. It may lose signals, it never makes them up. */
export type Signals = {
  /** At most once; reconnects by itself until close. */
  listen(listener: Required<ChannelListener>): void
  /** Tells other processes a mark's text, where the store does not do so itself. Never waits and never fails. */
  publish(mark: string): void
  close(): Promise<void>
}

/** A notification of PostgreSQL holds 8,000 bytes. */
const MOST_PEOPLE = 100
const isName = (userId: string): boolean => /^[\w-]{1,64}$/.test(userId)

/** The form in which marks travel: short, and without characters that need escaping. */
export function markToText({ revision, from, position, people }: Mark): string {
  const named = people === null || people.length > MOST_PEOPLE || !people.every(isName) ? '*' : people.join(',')
  return `${revision} ${from} ${position} ${named}`
}

/** null for a text that is no mark: channels are public. */
export function markFromText(text: string): Mark | null {
  const [, revision, from, position, named] = /^(\d{1,18}) (\d{1,19}) (\d{1,19}) ([\w,*-]*)$/.exec(text) ?? []
  if (revision === undefined || from === undefined || position === undefined || named === undefined) return null
  const people = named === '*' ? null : named.split(',')
  return { revision: BigInt(revision), from: BigInt(from), position: BigInt(position), people }
}
