import type { ChannelListener } from '@pathlight/stores/channel-listener.ts'
import type { Checkpoint } from './read-model-store.ts'

/** These checkpoints have moved from one position to another. Positions only grow within a generation, unless the store crashes. */
export type Mark = {
  readonly of: readonly Pick<Checkpoint, 'name' | 'generation'>[]
  readonly from: bigint
  readonly position: bigint
  /** The people whose documents changed; null if they are too many, or unknown. */
  readonly people: readonly string[] | null
}

/** Carries marks between processes. Signals may be lost, but are never invented. */
export type Signals = {
  /** May be called once. Reconnects by itself until close. */
  listen(listener: Required<ChannelListener>): void
  /** Sends a mark's text to other processes, if the engine's commit does not. Never waits and never fails. */
  publish(mark: string): void
  close(): Promise<void>
}

/** The most people that a mark names. A notification of PostgreSQL holds 8,000 bytes. */
const MOST_PEOPLE = 100
const isName = (userId: string): boolean => /^[\w-]{1,64}$/.test(userId)

/** A mark as text: short, without characters that need escaping. */
export function markToText({ of, from, position, people }: Mark): string {
  const named = people === null || people.length > MOST_PEOPLE || !people.every(isName) ? '*' : people.join(',')
  return `${from} ${position} ${named} ${of.map(({ name, generation }) => `${name}.${generation}`).join(',')}`
}

/** null for a text that is no mark: anybody may send to a channel. */
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
