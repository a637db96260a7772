const isPosition = (position: string | null): position is string => position !== null && /^\d+$/.test(position)

let highest = 0n
let first: string | null = null

/** The log position that reads must reflect: the position of this page's latest write, or null before the first. */
export const leastPosition = (): string | null => (highest > 0n ? String(highest) : null)

/** Records the position of a write (`X-Position`). Ignores anything but a number. */
export const wroteAt = (position: string | null): void => {
  if (isPosition(position) && BigInt(position) > highest) highest = BigInt(position)
}

/** Records the position of this page's first answer (`X-Position`). Ignores anything but a number. */
export const servedAt = (position: string | null): void => {
  if (isPosition(position)) first ??= position
}

/** The log position of this page's first answer, or null before it. The page may lack changes after this position. */
export const firstPosition = (): string | null => first

/** Whether an answer of this position (`X-Position`) lacks a write of this page. False if the position is null. */
export const isBehind = (position: string | null): boolean => isPosition(position) && BigInt(position) < highest

/** Whether an answer of `position` includes the write whose position is `written`. */
export const hasReached = (position: string, written: string): boolean => BigInt(position) >= BigInt(written)

/**
 * Forgets all positions, after a log-out or when the server was restored from an older backup. Later reads then need
 * not wait for earlier writes.
 */
export const forgetPosition = (): void => {
  highest = 0n
  first = null
}
