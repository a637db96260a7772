import type { ChannelListener } from '@pathlight/stores/channel-listener.ts'
import type { Checkpoint } from './read-model-store.ts'

/**
 * A mark is a message between processes: the checkpoints `of` have moved from the position `from` to `position`. Within
 * a generation positions only grow, unless the store crashes.
 */
export type Mark = {
  readonly of: readonly Pick<Checkpoint, 'name' | 'generation'>[]
  readonly from: bigint
  readonly position: bigint
  /** The people whose documents changed. Null if unknown. */
  readonly people: readonly string[] | null
}

/** Sends marks from process to process. A mark may get lost on the way. */
export type Signals = {
  /** Starts to listen, and reconnects until `close`. May be called once. */
  listen(listener: Required<ChannelListener>): void
  /**
   * Sends a mark's text to other processes. Does nothing if the engine's commit has already sent the mark. Never waits
   * and never fails.
   */
  publish(mark: string): void
  close(): Promise<void>
}

/**
 * The most people in a mark's text. If there are more, the text says that the people are unknown, because a
 * notification of PostgreSQL has at most 8,000 bytes.
 */
const MOST_PEOPLE = 100
const isName = (userId: string): boolean => /^[\w-]{1,64}$/.test(userId)

/** Writes a mark as a short text without characters that need escaping. */
export function markToText({ of, from, position, people }: Mark): string {
  const named = people === null || people.length > MOST_PEOPLE || !people.every(isName) ? '*' : people.join(',')
  return `${from} ${position} ${named} ${of.map(({ name, generation }) => `${name}.${generation}`).join(',')}`
}

/** The mark in a text. Null if the text is no mark: anybody may send to a channel. */
export function markFromText(text: string): Mark | null {
  const [, from, position, named, of] =
    /^(\d{1,19}) (\d{1,19}) ([\w,*-]*) ([a-z0-9_]+\.\d[a-z0-9_.,]*)$/.exec(text) ?? []
  if (from === undefined || position === undefined || named === undefined || of === undefined) return null
  const people = named === '*' ? null : named.split(',').filter((one) => one !== '')
  const moved = of.split(',').map((one) => {
    const [name = '', generation] = one.split('.')
    return { name, generation: Number(generation) }
  })
  return { of: moved, from: BigInt(from), position: BigInt(position), people }
}
