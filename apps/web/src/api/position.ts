const POSITION = /^\d+$/
let highest = 0n
let first: string | null = null

/** The log position that reads must reflect: that of the latest write of this page, or null before the first. */
export const leastPosition = (): string | null => (highest > 0n ? String(highest) : null)

/** Notes the position a write was stored at (its `X-Position`). Anything but a number is ignored. */
export const wroteAt = (position: string | null): void => {
  if (!position || !POSITION.test(position)) return
  const at = BigInt(position)
  if (at > highest) highest = at
}

/** Notes the position of an answer (its `X-Position`). Anything but a number is ignored. */
export const servedAt = (position: string | null): void => {
  if (first === null && position !== null && POSITION.test(position)) first = position
}

/** The log position of the first answer that this page was given: what changed after it, the page may not know. Null before it. */
export const firstPosition = (): string | null => first

/** Whether an answer of this position (its `X-Position`) lacks a write that this page has made. False where it says none. */
export const isBehind = (position: string | null): boolean =>
  position !== null && POSITION.test(position) && BigInt(position) < highest

/** Whether what was served at `position` has what was written at `written`. */
export const hasReached = (position: string, written: string): boolean => BigInt(position) >= BigInt(written)

/** Another person's session begins: their reads do not wait for the writes of the person before. */
export const forgetPosition = (): void => {
  highest = 0n
  first = null
}
