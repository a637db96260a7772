let highest = 0n

/** The log position that reads must reflect: that of the latest write of this page, or null before the first. */
export const leastPosition = (): string | null => (highest > 0n ? String(highest) : null)

/** Notes the position a write was stored at (its `X-Position`). Anything but a number is ignored. */
export const wroteAt = (position: string | null): void => {
  if (!position || !/^\d+$/.test(position)) return
  const at = BigInt(position)
  if (at > highest) highest = at
}

/** Another person's session begins: their reads wait for nobody else's writes. */
export const forgetPosition = (): void => {
  highest = 0n
}
