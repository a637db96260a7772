/** The number of digits of the greatest possible position. */
const POSITION_DIGITS = 20

/** A position as a part of a key, padded with zeros, so that keys sort like positions. */
export const positionKey = (position: bigint | string): string => String(position).padStart(POSITION_DIGITS, '0')
