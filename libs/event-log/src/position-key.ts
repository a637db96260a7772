/** The digits of the greatest possible position. */
const POSITION_DIGITS = 20

/** A position as part of a key. Keys sort like positions. */
export const positionKey = (position: bigint | string): string => String(position).padStart(POSITION_DIGITS, '0')
